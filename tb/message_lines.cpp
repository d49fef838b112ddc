// SPDX-License-Identifier: Apache-2.0
#include "tb/message_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/packed_words.h"

namespace isobar {
namespace {

constexpr std::size_t kind_bits = 2;  // of a request, 0, a reply, 1, or a transfer, 2
constexpr std::size_t transfer_kind = 2;

std::size_t kind_of(const MessageLabel& label) { return label.word.value_or(transfer_kind); }

}  // namespace

MessageLines::MessageLines(const Experiment& experiment, const RtlParameters& parameters)
    : experiment_(experiment),
      parameters_(parameters),
      max_lanes_(static_cast<std::size_t>(parameters.max_lanes())),
      ports_(parameters.ports()),
      links_(experiment.fabric.pes() * parameters.ports()),
      valid_(words_for(links_.size())),
      lines_(words_for(links_.size() * max_lanes_)) {
  const auto& ports = experiment.fabric.ports();
  for (unsigned port = 0; port < ports.size(); ++port) ports_[parameters.port(ports[port])] = port;
}

void MessageLines::begin_word(std::uint64_t link, Cycle from, Cycle to, const MessageLabel& label,
                              std::int64_t value) {
  const auto bits = parameters_.message_bits()[kind_of(label)] - parameters_.header_bits;
  auto& line = begin(link, from, label, bits);
  const auto number = static_cast<std::uint64_t>(value);
  put_bits(&number, 0, line.passage.payload.data(),
           static_cast<std::size_t>(parameters_.header_bits), static_cast<std::size_t>(bits));
  check(line, to);
}

void MessageLines::begin_transfer(std::uint64_t link, Cycle from, Cycle to,
                                  const MessageLabel& label, const Task& task) {
  auto& line = begin(link, from, label, parameters_.task_bits);
  task_payload(task, parameters_.task_bits, payload_);
  put_bits(payload_.data(), 0, line.passage.payload.data(),
           static_cast<std::size_t>(parameters_.header_bits),
           static_cast<std::size_t>(parameters_.task_bits));
  check(line, to);
}

MessageLines::Line& MessageLines::begin(std::uint64_t link, Cycle from, const MessageLabel& label,
                                        std::int64_t contents) {
  const auto& fabric = experiment_.fabric;
  const auto rtl_port = parameters_.port(fabric.ports()[link % fabric.degree()]);
  const auto at = link / fabric.degree() * parameters_.ports() + rtl_port;
  auto& line = links_[at];
  if (from < line.passage.end) throw ModelError("a link begins a message while it is busy");
  if (std::count(busy_.begin(), busy_.end(), at) == 0) busy_.push_back(at);
  line.label = label;
  line.passage = Passage::awaited(label.word ? Message::Kind::word : Message::Kind::transfer, from,
                                  parameters_.link(rtl_port), parameters_.header_bits + contents);
  const auto address = static_cast<std::size_t>(parameters_.address_bits);
  const std::uint64_t kind = kind_of(label);
  const std::uint64_t to = *label.to;
  const std::uint64_t source = label.from;
  auto* const bits = line.passage.payload.data();
  put_bits(&kind, 0, bits, 0, kind_bits);
  put_bits(&to, 0, bits, kind_bits, address);
  put_bits(&source, 0, bits, kind_bits + address, address);
  return line;
}

void MessageLines::check(const Line& line, Cycle to) const {
  if (line.passage.end == to) return;
  throw ModelError(fmt::format("a message from cycle {} on is over in cycle {}, in the RTL in {}",
                               line.passage.start, to, line.passage.end));
}

void MessageLines::show(Cycle cycle) {
  cycle_ = cycle;
  std::fill(valid_.begin(), valid_.end(), 0);
  std::fill(lines_.begin(), lines_.end(), 0);
  const auto over = [&](std::size_t at) { return !is_busy(links_[at]); };
  busy_.erase(std::remove_if(busy_.begin(), busy_.end(), over), busy_.end());
  for (const auto at : busy_) {
    const auto& passage = links_[at].passage;
    if (!passage.has_bits(cycle)) continue;
    valid_[at / word_bits] |= std::uint64_t{1} << (at % word_bits);
    passage.put_beat(cycle, parameters_.link(at % parameters_.ports()), lines_.data(),
                     at * max_lanes_);
  }
}

std::string MessageLines::description(std::size_t at) const {
  const auto& line = links_[at];
  if (!is_busy(line)) return "idle";
  static constexpr const char* kinds[] = {"request", "reply", "transfer"};
  const auto in = cycle_ - line.passage.start;
  return fmt::format("cycle {} of a {} of {} from PE {} to PE {}", in, kinds[kind_of(line.label)],
                     line.passage.end - line.passage.start, line.label.from, *line.label.to);
}

}  // namespace isobar
