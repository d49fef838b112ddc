// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"
#include "models/link/link.h"
#include "tb/abi/phase_part.h"
#include "tb/scoreboard.h"

namespace isobar {

/// Compares what a PE shows while run_i is low: from the reset on the slot stands at its beginning.
/// `read` returns the value of a port by its name.
template <class Read>
void compare_waiting(Scoreboard& scoreboard, const RtlParameters& parameters, Cycle now, Node node,
                     Read read) {
  const auto condition = parameters.condition;
  const bool hears = parameters.design != RtlDesign::liquid || hears_predecessor(condition) ||
                     hears_successor(condition);
  const auto part = static_cast<std::uint64_t>(hears ? PhasePart::words : PhasePart::decision);
  scoreboard.compare_number(now, node, "phase, waiting", 0, read("obs_dimension_o"));
  scoreboard.compare_number(now, node, "cycle of the slot, waiting", 0, read("obs_cycle_o"));
  scoreboard.compare_number(now, node, "phase_part, waiting", part, read("obs_part_o"));
}

/// Compares a PE's link counters with the model's, `model` by the fabric's port, at the end of a
/// run. `read` returns the number of a port of counters by its name and the RTL's port.
template <class Read>
void compare_counters(Scoreboard& scoreboard, const Fabric& fabric, const RtlParameters& parameters,
                      Cycle now, Node node, const std::vector<LinkCounters>& model, Read read) {
  struct Kind {
    const char* name;
    const char* port;
    Cycle LinkCounters::*model;
  };
  static constexpr Kind kinds[] = {
      {".transfer_cycles", "transfer_cycles_o", &LinkCounters::transfer_cycles},
      {".word_cycles", "word_cycles_o", &LinkCounters::word_cycles},
      {".setup_cycles", "setup_cycles_o", &LinkCounters::setup_cycles}};
  constexpr std::uint64_t mask = (std::uint64_t{1} << rtl_counter_bits) - 1;
  const auto& links = scoreboard.layout().links();
  std::vector<bool> used(links.size());
  for (unsigned port = 0; port < model.size(); ++port) {
    const auto at = parameters.port(fabric.ports()[port]);
    used[at] = true;
    for (const auto& kind : kinds) {
      const auto expected = static_cast<std::uint64_t>(model[port].*kind.model) & mask;
      scoreboard.compare_number(now, node, links[at] + kind.name, expected, read(kind.port, at));
    }
  }
  for (std::size_t at = 0; at < links.size(); ++at) {
    if (used[at]) continue;
    for (const auto& kind : kinds) {
      scoreboard.compare_number(now, node, links[at] + ".cycles", 0, read(kind.port, at));
    }
  }
}

}  // namespace isobar
