// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/hhc_scheme.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"

namespace isobar {

HhcScheme::HhcScheme(const Fabric& fabric, std::int64_t load_bits)
    : ahead_(*fabric.port(1, Direction::successor)),
      behind_(*fabric.port(1, Direction::predecessor)),
      load_bits_(load_bits) {
  for (unsigned d = 2; d <= fabric.radices().size(); ++d) {
    pair_ports_.push_back(*fabric.port(d, Direction::successor));
  }
}

void HhcScheme::begin_with(std::vector<Phase> in_triangles) {
  phases_ = std::move(in_triangles);
  first_pair_ = phases_.size();
  for (const auto port : pair_ports_) {
    Phase phase;
    phase.hears = {port};
    phase.receives = {port};
    phase.word_bits = load_bits_;
    phases_.push_back(std::move(phase));
  }
  phases_.back().ends_step = true;
}

void HhcScheme::announce(std::size_t phase, const PeView& self, Words& out) const {
  if (phase < first_pair_) {
    announce_in_triangle(phase, self, out);
  } else {
    out.add(pair_ports_[phase - first_pair_], self.load, load_bits_);
  }
}

void HhcScheme::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (phase < first_pair_) {
    decide_in_triangle(phase, self, out);
  } else {
    const auto port = pair_ports_[phase - first_pair_];
    out.add(port, pair_share(self.load, self.heard[port]));
  }
}

unsigned HhcScheme::port(Place from, Place to) const {
  const auto distance = (static_cast<unsigned>(to) + 3 - static_cast<unsigned>(from)) % 3;
  return distance == 1 ? ahead_ : behind_;
}

std::int64_t HhcScheme::pack(Load first, Load second) const {
  const auto high = static_cast<std::uint64_t>(first) << load_bits_;
  return static_cast<std::int64_t>(high | static_cast<std::uint64_t>(second));
}

std::array<Load, 2> HhcScheme::unpack(std::int64_t word) const {
  const auto bits = static_cast<std::uint64_t>(word);
  const auto second = bits & ((std::uint64_t{1} << load_bits_) - 1);
  return {static_cast<Load>(bits >> load_bits_), static_cast<Load>(second)};
}

std::string needs_hhc(const Fabric& fabric) {
  if (fabric.family() == Family::hhc) return {};
  return "the HHC algorithms are made for a hyper Hexa-Cell (hhc:DH), with a coordinator, a left "
         "and a right node in every triangle";
}

void require_two_loads_a_word(std::int64_t load_bits) {
  constexpr std::int64_t most = 32;
  if (load_bits > most) {
    throw ValueError(fmt::format(
        "a word of this algorithm carries two loads, of at most {} bits each: load_bits "
        "cannot be {}",
        most, load_bits));
  }
}

ParameterOf<Cycle> division_parameter() {
  return parameter("division",
                   "decision time of a division by 3; 0: a cycle for each of load_bits, as in a "
                   "serial divider")
      .range(0, 1e6, "cycles")
      .whole(0);
}

Cycle division_cycles(const SchemeSetting& setting) {
  const auto cycles = setting.parameters.get(division_parameter());
  return cycles > 0 ? cycles : setting.load_bits;
}

}  // namespace isobar
