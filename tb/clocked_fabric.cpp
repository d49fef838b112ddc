// SPDX-License-Identifier: Apache-2.0
#include "tb/clocked_fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/packed_words.h"

namespace isobar {

ClockedFabric::ClockedFabric(const RtlParameters& parameters, std::size_t nodes,
                             const VerilatedLibrary& library, std::uint64_t mutant)
    : nodes_(nodes),
      task_bits_(static_cast<std::size_t>(parameters.task_bits)),
      load_bits_(static_cast<unsigned>(parameters.load_bits)),
      links_(nodes * parameters.ports()),
      module_(library.instantiate(0)) {
  if (mutant != 0) module_.port("mutant_i").set(mutant);
  reset();
  cycle();
}

void ClockedFabric::reset() {
  reset_.set(0);
  cycle();
  cycle();
  reset_.set(1);
  module_.eval();
}

RtlPort ClockedFabric::port(const std::string& name, std::size_t bits) const {
  const auto port = module_.port(name);
  if (port.bytes() != RtlPort::bytes_for(bits)) {
    throw ModelError(fmt::format("a port of {} bits in {} bytes: the RTL is of another fabric",
                                 bits, port.bytes()));
  }
  return port;
}

std::uint64_t ClockedFabric::counter(Counter kind, std::size_t port) const {
  const auto& counters = kind == Counter::transfers ? transfers_
                         : kind == Counter::words   ? words_
                                                    : setups_;
  return counters.read(port * rtl_counter_bits, rtl_counter_bits);
}

void ClockedFabric::offer(Node node, const std::vector<std::uint64_t>& payload) {
  for (std::size_t at = 0; at < task_bits_; at += word_bits) {
    data_in_.write(node * task_bits_ + at, part(at), payload[at / word_bits]);
  }
  valid_in_.write(node, 1, 1);
}

void ClockedFabric::fetch_all() {
  for (Node node = 0; node < nodes_; ++node) {
    take(node, true);
    ask(node, true);
  }
}

void ClockedFabric::handed_out(Node node, std::vector<std::uint64_t>& payload) const {
  payload.clear();
  for (std::size_t at = 0; at < task_bits_; at += word_bits) {
    payload.push_back(data_out_.read(node * task_bits_ + at, part(at)));
  }
}

unsigned ClockedFabric::part(std::size_t at) const {
  return static_cast<unsigned>(std::min<std::size_t>(word_bits, task_bits_ - at));
}

}  // namespace isobar
