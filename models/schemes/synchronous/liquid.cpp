// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/liquid.h"

#include <fmt/format.h>

#include <array>

#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/capacities.h"
#include "models/schemes/synchronous/weighted_liquid.h"

namespace isobar {

Liquid::Liquid(Condition condition, const Fabric& fabric, std::int64_t load_bits)
    : condition_(condition), load_bits_(load_bits) {
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const auto successor = fabric.port(d, Direction::successor);
    if (!successor) continue;
    const auto predecessor = *fabric.port(d, Direction::predecessor);
    rules_.push_back({condition, *successor, predecessor});
    Phase phase;
    phase.receives = {predecessor};
    if (hears_predecessor(condition)) phase.hears = {predecessor};
    if (hears_successor(condition) && phase.hears != std::vector{*successor}) {
      phase.hears.push_back(*successor);
    }
    phase.word_bits = phase.hears.empty() ? 0 : load_bits;
    phase.shift = true;
    phases_.push_back(std::move(phase));
  }
  if (phases_.empty()) {  // no ring to shift on: a step that takes no time
    phases_.emplace_back();
    phases_.back().decision = 0;
  }
  phases_.back().ends_step = true;
}

void Liquid::announce(std::size_t phase, const PeView& self, Words& out) const {
  rules_[phase].announce([&](unsigned port) { out.add(port, self.load, load_bits_); });
}

void Liquid::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (rules_.empty()) return;
  if (rules_[phase].shifts(self.load, self.heard)) {
    out.add(rules_[phase].successor, std::int64_t{1});
  }
}

namespace {

std::string needs_rings(const Fabric& fabric) {
  if (fabric.closed()) return {};
  return "Liquid needs closed rings (ring, torus, hypercube, hhc); on an open line tasks would "
         "move one way only and never level out";
}

SchemeEntry liquid_entry(Condition condition, const char* rule) {
  SchemeEntry entry;
  entry.name = fmt::format("lm-c{}", static_cast<int>(condition));
  entry.title = fmt::format("Liquid C{}", static_cast<int>(condition));
  entry.help = fmt::format("Liquid model, condition C{}: shift one task if {}",
                           static_cast<int>(condition), rule);
  entry.source = "Henrich, The Liquid Model Load Balancing Method, Section 3.2, Table 1";
  entry.objection = needs_rings;
  // The others compare nothing with a neighbour's load that could be weighed.
  const bool can_be_weighted = hears_successor(condition);
  if (can_be_weighted) entry.parameters = {weighted_parameter()};
  entry.make = [=](const SchemeSetting& s) -> std::unique_ptr<SynchronousScheme> {
    if (!can_be_weighted || !is_weighted(s)) {
      return std::make_unique<Liquid>(condition, s.fabric, s.load_bits);
    }
    return std::make_unique<WeightedLiquid>(condition, s.fabric, s.load_bits, EndCapacities(s));
  };
  return entry;
}

const std::array<RegisterScheme, 6> registered = {{
    RegisterScheme(liquid_entry(Condition::c0, "it holds any")),
    RegisterScheme(liquid_entry(Condition::c1, "one stays behind")),
    RegisterScheme(liquid_entry(Condition::c2, "one stays behind or one follows")),
    RegisterScheme(liquid_entry(Condition::c3, "C1 and the successor holds no more")),
    RegisterScheme(liquid_entry(Condition::c4, "C2 and the successor holds no more")),
    RegisterScheme(liquid_entry(Condition::c5, "it holds any and the successor holds no more")),
}};

}  // namespace
}  // namespace isobar
