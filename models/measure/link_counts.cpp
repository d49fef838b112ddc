// SPDX-License-Identifier: Apache-2.0
#include "models/measure/link_counts.h"

#include <algorithm>

namespace isobar {

LinkCounters ShiftedLinks::at(std::uint64_t node, std::size_t port) const {
  return with(kind(node, port), sent[port].empty() ? 0 : sent[port][node]);
}

LinkCounters ShiftedLinks::with(std::size_t kind, std::int64_t transfers) const {
  auto counters = words[kind];
  counters.transfers = counters.tasks = transfers;
  counters.transfer_cycles = transfers * serial[kind % classes];
  counters.setup_cycles += transfers * setup[kind % classes];
  return counters;
}

std::uint64_t LinkCounts::size() const {
  if (const auto* counted = std::get_if<0>(&links_)) return counted->size();
  const auto& shifted = std::get<ShiftedLinks>(links_);
  return shifted.nodes * shifted.sent.size();
}

LinkCounters LinkCounts::operator[](std::uint64_t slot) const {
  if (const auto* counted = std::get_if<0>(&links_)) return (*counted)[slot];
  const auto& shifted = std::get<ShiftedLinks>(links_);
  const auto degree = shifted.sent.size();
  return shifted.at(slot / degree, slot % degree);
}

void LinkCounts::add_messages(std::uint64_t first, unsigned port, unsigned degree,
                              gsl::span<std::int64_t> sums) const {
  const std::size_t count = sums.size();
  if (const auto* counted = std::get_if<0>(&links_)) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto& counters = (*counted)[(first + i) * degree + port];
      sums[i] += counters.words + counters.transfers;
    }
    return;
  }
  const auto& shifted = std::get<ShiftedLinks>(links_);
  const auto words = shifted.words[shifted.kind(first, port)].words;
  for (std::size_t i = 0; i < count; ++i) {
    sums[i] += shifted.map ? shifted.words[shifted.kind(first + i, port)].words : words;
  }
  const auto& sent = shifted.sent[port];
  if (sent.empty()) return;
  sent.visit([&](const auto& held) {
    for (std::size_t i = 0; i < count; ++i) sums[i] += held[first + i];
  });
}

std::vector<LinkCounters> LinkCounts::by_port(unsigned degree) const {
  std::vector<LinkCounters> sums(degree);
  const auto* shifted = std::get_if<ShiftedLinks>(&links_);
  if (shifted == nullptr || shifted->map) {
    for_each(
        [&](std::uint64_t slot, const LinkCounters& counters) { sums[slot % degree] += counters; });
    return sums;
  }
  const auto nodes = static_cast<std::int64_t>(shifted->nodes);
  for (unsigned port = 0; port < degree; ++port) {
    const auto kind = shifted->kind(0, port);
    const auto& word = shifted->words[kind];
    sums[port] = shifted->with(kind, shifted->sent[port].sum());
    sums[port].words = nodes * word.words;
    sums[port].word_cycles = nodes * word.word_cycles;
    sums[port].setup_cycles += (nodes - 1) * word.setup_cycles;
  }
  return sums;
}

std::uint64_t LinkCounts::busiest() const {
  std::uint64_t busiest = 0;
  Cycle most = 0;
  const auto look = [&](std::uint64_t slot, const LinkCounters& counters) {
    if (counters.busy() < most || (counters.busy() == most && slot >= busiest)) return;
    most = counters.busy();
    busiest = slot;
  };
  const auto* shifted = std::get_if<ShiftedLinks>(&links_);
  if (shifted == nullptr || shifted->map) {
    for_each(look);
    return busiest;
  }
  // The links of a port differ by their transfers alone.
  const auto degree = shifted->sent.size();
  for (std::size_t port = 0; port < degree; ++port) {
    const auto node = shifted->sent[port].empty() ? 0 : shifted->sent[port].place_of_max();
    look(node * degree + port, shifted->at(node, port));
  }
  return busiest;
}

bool LinkCounts::operator==(const LinkCounts& other) const {
  return size() == other.size() && std::equal(begin(), end(), other.begin());
}

}  // namespace isobar
