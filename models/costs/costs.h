// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/experiment/experiment.h"
#include "models/measure/result.h"

namespace isobar {

/// Where the numbers of a HardwareCost come from (docs/costs.md).
enum class CostBasis : std::uint8_t {
  synthesized,   ///< this very PE was synthesized, placed and routed
  extrapolated,  ///< a PE of the RTL that differs in its sizes was synthesized
  estimated,     ///< the scheme has no RTL: a synthesized Liquid PE with other parts
};

const char* basis_name(CostBasis basis);

/// What one PE takes of an FPGA of the iCE40 family (docs/synthesis.md). Its queue holds
/// `synthesized_queue_depth` tasks, however many the queue of the run holds.
struct HardwareCost {
  CostBasis basis = CostBasis::estimated;
  PeParts parts;
  PeCells total;  ///< the sum of the parts
  double mhz = 0;
};

HardwareCost hardware_cost(const Experiment& experiment);

/// The number of pins of a PE for its links: `valid` and the lanes, for both directions of each
/// port.
std::int64_t pins(const Experiment& experiment);

/// The bandwidth of all links of the fabric together, in bits per second.
double total_bandwidth(const Experiment& experiment);

/// The bits that went over all links: as many as fit into the cycles in which serializers drive
/// their lanes. The last cycle of a message counts whole even if its bits do not fill it; set-up
/// and idle cycles do not count.
double wire_bits(const Experiment& experiment, const RunResult& result);

/// The energy of those bits in picojoules, each at the energy per bit of its dimension's links.
double link_energy_pj(const Experiment& experiment, const RunResult& result);

}  // namespace isobar
