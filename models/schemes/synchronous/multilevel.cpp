// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/multilevel.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/schemes/contract/needs.h"
#include "models/schemes/parts/decision_time.h"
#include "models/schemes/synchronous/multilevel_trees.h"
#include "models/wide.h"

namespace isobar {
Multilevel::Multilevel(const Fabric& fabric, std::int64_t load_bits, Cycle decision) {
  for (unsigned cut = fabric.degree(); cut-- > 0;) {
    for (unsigned port = 0; port <= cut; ++port) {
      parts_.push_back({port, port == 0, port == cut});
      Phase phase;
      phase.hears = {port};
      if (port == cut) {
        phase.receives = {port};
        phase.decision = decision;
      }
      phase.word_bits = load_bits + port;  // the load of 2^port PEs
      phases_.push_back(std::move(phase));
    }
  }
  if (phases_.empty()) {  // a single PE: a step that takes no time
    phases_.emplace_back();
    phases_.back().decision = 0;
  }
  phases_.back().ends_step = true;
}

void Multilevel::announce(std::size_t phase, const PeView& self, Words& out) const {
  const auto& part = parts_[phase];
  out.add(part.port, part.first ? self.load : self.registers[0], phases_[phase].word_bits);
}

void Multilevel::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (parts_.empty()) return;
  const auto [port, first, cut] = parts_[phase];
  auto& total = self.registers[0];
  auto& before = self.registers[1];
  if (first) {
    total = self.load;
    before = 0;
  }
  const Load other = self.heard[port];
  if (!cut) {
    total += other;
    if ((self.node >> port & 1U) != 0) before += other;
    return;
  }
  const Load crossing = (total - other) / 2;
  if (crossing <= 0) return;
  const auto share = [&](Load load) { return static_cast<Load>(Wide{crossing} * load / total); };
  const Load given = share(before + self.load) - share(before);
  if (given > 0) out.add(port, given);
}

namespace {

/// Whether every cut across a dimension has a link at every PE.
bool has_pairs_only(const Fabric& fabric) {
  const auto& radices = fabric.radices();
  return fabric.is_product() && std::all_of(radices.begin(), radices.end(),
                                            [](std::uint32_t radix) { return radix <= 2; });
}

std::string needs_trees(const Fabric& fabric) {
  if (has_pairs_only(fabric)) return {};
  auto objection = needs_pes_at_links(fabric);
  if (objection.empty() && fabric.pes() > max_multilevel_pes) {
    objection = fmt::format(
        "a PE knows its place in every cut, which is modelled on up to {} PEs where not all "
        "dimensions have radix 2",
        max_multilevel_pes);
  }
  return objection;
}

std::unique_ptr<SynchronousScheme> make(const SchemeSetting& setting) {
  if (!has_pairs_only(setting.fabric)) {
    return std::make_unique<MultilevelTrees>(setting.fabric, setting.load_bits,
                                             decision_cycles(setting, 0));
  }
  // Compare; multiply by a sum of loads; divide by another.
  const Cycle serial = 1 + 2 * setting.load_bits + setting.fabric.dimensions();
  return std::make_unique<Multilevel>(setting.fabric, setting.load_bits,
                                      decision_cycles(setting, serial));
}

const RegisterScheme registered({"multilevel",
                                 "multilevel diffusion: halves of the fabric level with each "
                                 "other, then halves of these",
                                 "Horton 1993, between neighbours only; Henrich, Section 2.4",
                                 {decision_parameter()},
                                 needs_trees,
                                 make});

}  // namespace
}  // namespace isobar
