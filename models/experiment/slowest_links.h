// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar {

/// The links, by their slots in ascending order, over which a message of `bits` takes longest among
/// those that come in at these ports of any PE.
std::vector<std::uint64_t> slowest_links(const Experiment& experiment,
                                         const std::vector<unsigned>& ports, std::int64_t bits);

/// The links for which a shift phase, whose slot is fixed, keeps its time.
struct SlotLinks {
  std::size_t phase = 0;             ///< of the scheme
  Cycle cycles = 0;                  ///< of the slot
  std::vector<std::uint64_t> words;  ///< the slowest that words come by; empty: it hears none
  std::vector<std::uint64_t> tasks;  ///< the slowest that tasks come by
};

/// Those of all shift phases of the experiment's scheme; none without a scheme.
std::vector<SlotLinks> slot_links(const Experiment& experiment);

}  // namespace isobar
