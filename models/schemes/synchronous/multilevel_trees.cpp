// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/multilevel_trees.h"

#include <algorithm>
#include <set>

#include "models/schemes/parts/decision_time.h"
#include "models/wide.h"

namespace isobar {
namespace {

/// ⌊tasks·load/whole⌋
Load part_of(Load tasks, Load load, Load whole) {
  return whole > 0 ? static_cast<Load>(Wide{tasks} * load / whole) : 0;
}

}  // namespace

MultilevelTrees::MultilevelTrees(const Fabric& fabric, std::int64_t load_bits, Cycle decision)
    : fabric_(fabric), load_bits_(load_bits), levels_(multilevel_cuts(fabric)) {
  for (std::size_t level = 0; level < levels_.size(); ++level) add_phases(level, decision);
  if (phases_.empty()) {  // a single PE: a step that takes no time
    phases_.emplace_back();
    phases_.back().decision = 0;
  }
  phases_.back().ends_step = true;
}

void MultilevelTrees::add_phases(std::size_t number, Cycle decision) {
  const auto& level = levels_[number];
  // The ports at which PEs hear those that are deeper, hear those above, and get tasks, by place.
  std::vector<std::set<unsigned>> from_below(level.depth + 1);
  std::vector<std::set<unsigned>> from_above(level.depth + 1);
  std::vector<std::set<unsigned>> tasks(level.hops + 1);
  for (Node pe = 0; pe < fabric_.pes(); ++pe) {
    const auto& place = level.places[pe];
    if (place.half == 0) continue;
    from_below[place.depth].insert(fabric_.far_port(pe, place.up));
    from_above[place.depth].insert(place.up);
    tasks[place.hops].insert(fabric_.far_port(pe, place.to_cross));
  }
  const auto word_bits = load_bits_ + bit_width(level.largest - 1);
  const auto given = [&](Cycle serial) { return decision > 0 ? decision : serial; };
  // A subtree's share is a product of two words, divided by a third.
  const Cycle divide = level.depth > 0 ? 1 + 2 * word_bits : 1;
  const auto add = [&](Kind kind, std::uint32_t place, const std::set<unsigned>& hears,
                       Cycle cycles) {
    parts_.push_back({number, kind, place});
    Phase phase;
    phase.hears.assign(hears.begin(), hears.end());
    if (!hears.empty()) phase.word_bits = word_bits;
    phase.decision = cycles;
    phases_.push_back(std::move(phase));
  };
  for (auto k = level.depth; k > 0; --k) add(Kind::gather, k, from_below[k], 1);
  const auto sizes = std::int64_t{level.largest} * 2 - 1;  // unless all halves are equal
  const Cycle compare = level.even ? 0 : serial_cycles(level.largest, sizes, word_bits);
  add(Kind::compare, 0, from_below[0], given(compare + divide));
  for (std::uint32_t k = 0; k < level.depth; ++k) {
    add(Kind::assign, k, from_above[k + 1], given(divide));
  }
  for (auto k = level.hops + 1; k-- > 0;) {
    add(Kind::carry, k, k < level.hops ? tasks[k + 1] : std::set<unsigned>{}, 1);
    phases_.back().receives.assign(tasks[k].begin(), tasks[k].end());
  }
}

template <class Body>
void MultilevelTrees::each_child(const CutLevel& level, Node node, const Body& body) const {
  const auto below = level.places[node].depth + 1;
  for (unsigned port = 0; port < fabric_.degree(); ++port) {
    const auto there = fabric_.neighbour(node, port);
    if (!there || level.places[*there].depth != below) continue;
    if (level.places[*there].up == fabric_.far_port(node, port)) body(port);
  }
}

Load MultilevelTrees::passed_on(const CutLevel& level, const PeView& self) const {
  Load tasks = 0;
  const auto before = level.places[self.node].hops + 1;
  for (unsigned port = 0; port < fabric_.degree(); ++port) {
    const auto there = fabric_.neighbour(self.node, port);
    if (!there || level.places[*there].hops != before) continue;
    if (level.places[*there].to_cross == fabric_.far_port(self.node, port)) {
      tasks += self.heard[port];
    }
  }
  return tasks;
}

void MultilevelTrees::announce(std::size_t phase, const PeView& self, Words& out) const {
  if (parts_.empty()) return;
  const auto [number, kind, place] = parts_[phase];
  const auto& level = levels_[number];
  const auto& mine = level.places[self.node];
  if (mine.half == 0) return;
  const auto bits = phases_[phase].word_bits;
  switch (kind) {
    case Kind::gather:
    case Kind::compare:
      if (mine.depth != place) return;
      // The deepest have nobody below them, and have heard of no load but their own.
      out.add(mine.up, place == level.depth ? self.load : self.registers[sum], bits);
      return;
    case Kind::assign: {
      if (mine.depth != place) return;
      Load before = self.registers[sum];
      each_child(level, self.node, [&](unsigned port) { before -= self.heard[port]; });
      const auto upto = [&](Load part) {
        return part_of(self.registers[gift], part, self.registers[sum]);
      };
      each_child(level, self.node, [&](unsigned port) {
        const Load next = before + self.heard[port];
        out.add(port, upto(next) - upto(before), bits);
        before = next;
      });
      return;
    }
    case Kind::carry:
      if (mine.hops == place + 1) out.add(mine.to_cross, self.registers[own], bits);
      return;
  }
}

void MultilevelTrees::note_gift(const CutLevel& level, const PeView& self, Load gift_now) const {
  self.registers[gift] = gift_now;
  self.registers[own] = gift_now;
  if (level.places[self.node].depth == level.depth) return;  // nobody is below it
  Load load = self.registers[sum];
  each_child(level, self.node, [&](unsigned port) { load -= self.heard[port]; });
  self.registers[own] = part_of(gift_now, load, self.registers[sum]);
}

void MultilevelTrees::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (parts_.empty()) return;
  const auto [number, kind, place] = parts_[phase];
  const auto& level = levels_[number];
  const auto& mine = level.places[self.node];
  if (mine.half == 0) return;
  switch (kind) {
    case Kind::gather: {
      if (mine.depth + 1 != place) return;
      Load all = self.load;
      each_child(level, self.node, [&](unsigned port) { all += self.heard[port]; });
      self.registers[sum] = all;
      return;
    }
    case Kind::compare: {
      if (mine.depth != 0) return;
      if (level.depth == 0) self.registers[sum] = self.load;
      const Wide more =
          Wide{self.registers[sum]} * mine.other_half - Wide{self.heard[mine.up]} * mine.half;
      const Wide pes = Wide{mine.half} + mine.other_half;
      note_gift(level, self, more > 0 ? static_cast<Load>(more / pes) : 0);
      return;
    }
    case Kind::assign:
      if (mine.depth == place + 1) note_gift(level, self, self.heard[mine.up]);
      return;
    case Kind::carry: {
      if (mine.hops != place) return;
      const Load due = self.registers[own] + passed_on(level, self);
      const Load given = std::min(due, self.load);
      self.registers[own] = given;
      if (given > 0) out.add(mine.to_cross, given);
      return;
    }
  }
}

bool MultilevelTrees::expects(std::size_t phase, Node node, unsigned port) const {
  if (parts_.empty()) return false;
  const auto& part = parts_[phase];
  if (part.kind != Kind::carry) return false;
  const auto there = fabric_.neighbour(node, port);
  if (!there) return false;
  const auto& place = levels_[part.level].places[*there];
  return place.half > 0 && place.hops == part.place &&
         place.to_cross == fabric_.far_port(node, port);
}

}  // namespace isobar
