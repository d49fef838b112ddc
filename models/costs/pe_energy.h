// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// Where the activity in a PeEnergy comes from (docs/costs.md).
enum class ActivityBasis : std::uint8_t {
  measured,   ///< toggles of this very PE's RTL were counted, in a run of its own
  estimated,  ///< the nearest PE whose toggles were counted is as active, cell by cell
};

const char* basis_name(ActivityBasis basis);

/// What a PE takes in a cycle on an FPGA of the iCE40 family, whatever the clock: its registers'
/// clock, and cells whose output changes. Instrumentation takes nothing, as it only observes; what
/// the queue's memory takes beside the clock of its registers is not known.
struct PeEnergy {
  ActivityBasis basis = ActivityBasis::estimated;
  double pj_per_cycle = 0;
};

PeEnergy pe_energy(const Experiment& experiment);

}  // namespace isobar
