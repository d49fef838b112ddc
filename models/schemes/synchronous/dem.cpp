// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/dem.h"

#include <algorithm>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"

namespace isobar {
namespace {

/// A PE's registers.
constexpr std::size_t started = 0;  ///< whether it knows of an underloaded PE
constexpr std::size_t agreed = 1;   ///< what the upper PE of its pair gets from it; < 0: gives it

/// Half the difference of a pair, the fuller keeping the ceiling: towards zero.
constexpr Load imbalance(Load lower, Load upper) { return (lower - upper) / 2; }

}  // namespace

DimensionExchangeMethod::DimensionExchangeMethod(const Fabric& fabric, std::int64_t load_bits,
                                                 Load threshold)
    : fabric_(fabric), load_bits_(load_bits), threshold_(threshold) {
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const auto successor = fabric.port(d, Direction::successor);
    if (!successor) continue;
    lines_.push_back({d, fabric.radix(d), *successor, *fabric.port(d, Direction::predecessor)});
  }
  if (lines_.empty()) threshold_ = 0;  // nobody to start
  if (threshold_ > 0) {
    for (std::size_t line = 0; line < lines_.size(); ++line) add_start(line);
    rest_ = phases_.size();
  }
  if (threshold_ > 0 || lines_.empty()) {
    parts_.push_back({Kind::rest, 0, 0, 0});
    phases_.emplace_back();
    phases_.back().decision = 0;
    phases_.back().ends_step = true;
  }
  for (std::size_t line = 0; line < lines_.size(); ++line) add_folds(line);
  phases_.back().ends_step = true;
}

void DimensionExchangeMethod::add(const Part& part, std::int64_t word_bits, bool down, bool up,
                                  bool moves) {
  const auto& line = lines_[part.line];
  Phase phase;
  if (down) phase.hears.push_back(line.successor);
  if (up && !(down && line.predecessor == line.successor)) phase.hears.push_back(line.predecessor);
  if (moves) {
    phase.receives.push_back(line.successor);
    if (line.predecessor != line.successor) phase.receives.push_back(line.predecessor);
  }
  phase.word_bits = word_bits;
  parts_.push_back(part);
  phases_.push_back(std::move(phase));
}

void DimensionExchangeMethod::add_start(std::size_t line) {
  for (std::int64_t hop = 0; hop + 1 < lines_[line].radix; ++hop) {
    add({Kind::start, line, 0, hop}, 1, true, true, false);
  }
}

void DimensionExchangeMethod::add_folds(std::size_t line) {
  for (std::int64_t distance = 1; distance < lines_[line].radix; distance *= 2) {
    for (std::int64_t hop = 0; hop < distance; ++hop) {
      add({Kind::update, line, distance, hop}, load_bits_, true, false, false);
    }
    for (std::int64_t hop = 0; hop < distance; ++hop) {
      add({Kind::request, line, distance, hop}, load_bits_ + 1, false, true, hop + 1 == distance);
    }
    for (std::int64_t hop = 1; hop < distance; ++hop) {
      add({Kind::forward, line, distance, hop}, load_bits_, true, true, true);
    }
  }
}

void DimensionExchangeMethod::announce(std::size_t phase, const PeView& self, Words& out) const {
  const auto& [kind, number, distance, hop] = parts_[phase];
  if (kind == Kind::rest) return;
  const auto& line = lines_[number];
  const auto at = coordinate(line, self.node);
  const auto above = self.heard[line.successor];
  const auto below = self.heard[line.predecessor];
  auto& mine = self.registers[agreed];
  switch (kind) {
    case Kind::start:
      if (phase == 0) self.registers[started] = self.load < threshold_ ? 1 : 0;
      if (at == hop) out.add(line.successor, self.registers[started], std::int64_t{1});
      if (at == line.radix - 1 - hop) {
        out.add(line.predecessor, self.registers[started], std::int64_t{1});
      }
      break;
    case Kind::update:
      if (upper(line, distance, at + hop)) {
        out.add(line.predecessor, hop == 0 ? self.load : above, load_bits_);
      }
      break;
    case Kind::request:
      if (!lower(line, distance, at - hop)) break;
      if (hop == 0) mine = imbalance(self.load, above);
      out.add(line.successor, hop == 0 ? mine : below, load_bits_ + 1);
      break;
    case Kind::forward:
      // Who sent tasks in the phase before tells the next PE how many they were.
      if (lower(line, distance, at - hop + 1)) {
        out.add(line.successor, hop == 1 ? std::max<Load>(0, mine) : below, load_bits_);
      }
      if (upper(line, distance, at + hop - 1)) {
        out.add(line.predecessor, hop == 1 ? std::max<Load>(0, -mine) : above, load_bits_);
      }
      break;
    case Kind::rest:
      break;
  }
}

void DimensionExchangeMethod::decide(std::size_t phase, const PeView& self, Orders& out) const {
  const auto& [kind, number, distance, hop] = parts_[phase];
  if (kind == Kind::rest || kind == Kind::update) return;
  const auto& line = lines_[number];
  const auto at = coordinate(line, self.node);
  const auto above = self.heard[line.successor];
  const auto below = self.heard[line.predecessor];
  switch (kind) {
    case Kind::start:
      if (at == hop + 1) self.registers[started] |= below;
      if (at == line.radix - 2 - hop) self.registers[started] |= above;
      break;
    case Kind::request: {
      if (hop + 1 < distance) break;
      auto& mine = self.registers[agreed];
      if (upper(line, distance, at)) {
        mine = below;
        if (mine < 0) out.add(line.predecessor, -mine);
      } else if (lower(line, distance, at) && mine > 0) {
        out.add(line.successor, mine);
      }
      break;
    }
    case Kind::forward:
      if (lower(line, distance, at - hop)) out.add(line.successor, below);
      if (upper(line, distance, at + hop)) out.add(line.predecessor, above);
      break;
    case Kind::rest:
    case Kind::update:
      break;
  }
}

bool DimensionExchangeMethod::expects(std::size_t phase, Node node, unsigned port) const {
  const auto& [kind, number, distance, hop] = parts_[phase];
  const auto& line = lines_[number];
  const auto at = coordinate(line, node);
  // Tasks come up from the lower PE of a pair, or down from the upper one, over this many links.
  const auto come = kind == Kind::forward ? hop + 1 : 1;
  return (port == line.predecessor && lower(line, distance, at - come)) ||
         (port == line.successor && upper(line, distance, at + come));
}

bool DimensionExchangeMethod::never_deepens() const {
  return std::all_of(lines_.begin(), lines_.end(),
                     [](const Line& line) { return line.radix == 2; });
}

std::size_t DimensionExchangeMethod::next(std::size_t phase, const PeView& self) const {
  if (parts_[phase].kind == Kind::rest) return 0;
  if (phase + 1 == rest_ && self.registers[started] != 0) return rest_ + 1;
  return (phase + 1) % phases_.size();
}

namespace {

const auto threshold_parameter =
    parameter("threshold",
              "a PE with fewer tasks starts a step (L_LOW, Table II); 0: every step balances, no "
              "start")
        .range(0, 1e9, "tasks")
        .whole(1);

const RegisterScheme registered(
    {"dem",
     "dimension exchange method: started by an underloaded PE, pairs average, fold by fold",
     "Willebeek-LeMair and Reeves 1993, Section III.E",
     {threshold_parameter},
     needs_dimensions,
     [](const SchemeSetting& setting) {
       return std::make_unique<DimensionExchangeMethod>(
           setting.fabric, setting.load_bits, setting.parameters.get(threshold_parameter));
     }},
    "DEM",
    "a step balances only if a PE has fewer tasks than `threshold`; with `threshold=0` every step "
    "does");

}  // namespace
}  // namespace isobar
