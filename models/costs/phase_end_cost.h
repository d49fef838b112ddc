// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/experiment/experiment.h"

namespace isobar {

/// What a PE has to learn that a phase is over (docs/time.md, "The end of a phase"); nothing under
/// Liquid, whose slot is fixed, and where ends are free.
struct PhaseEndCost {
  PeCells cells;
  std::int64_t pins = 0;  ///< for wires beside the links
};

/// The cost in the PE with the most neighbours in the spanning tree. Estimated as the area model
/// estimates the parts of a PE.
PhaseEndCost phase_end_cost(const Experiment& experiment);

}  // namespace isobar
