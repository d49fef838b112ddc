// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/costs/pe_energy.h"
#include "models/costs/synthesized_pes.h"
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

/// What one PE takes of an FPGA of the iCE40 family (docs/synthesis.md), with the queue of the run.
/// Where that lies in LUT RAM, its cells are those of an ECP5.
struct HardwareCost {
  CostBasis basis = CostBasis::estimated;
  PeParts parts;
  PeCells total;                ///< the sum of the parts
  std::int64_t block_rams = 0;  ///< of 4 kbit, of the queue
  double mhz = 0;
  /// For the links: `valid` and the lanes, for both directions of each port; and for the wires of a
  /// tree by which ends of phases become known.
  std::int64_t pins = 0;
};

HardwareCost hardware_cost(const Experiment& experiment);

/// The PE that was synthesized which is most like the experiment's: that of its condition, or C5,
/// with as many dimensions, or the most in the table.
const SynthesizedPe& nearest_synthesized_pe(const Experiment& experiment);

/// The bandwidth of all links of the fabric together, in bits per second.
double total_bandwidth(const Experiment& experiment);

/// The bits that went over all links: as many as fit into the cycles in which serializers drive
/// their lanes. The last cycle of a message counts whole even if its bits do not fill it; set-up
/// and idle cycles do not count.
double wire_bits(const Experiment& experiment, const RunResult& result);

/// The energy of a run in picojoules, in parts that add up.
struct RunEnergy {
  double bits = 0;          ///< of wire_bits, each at the energy per bit of its dimension's links
  double static_links = 0;  ///< static power of every directed link for the time of the run
  double pes = 0;           ///< pe_energy of every PE in every cycle of the run
  ActivityBasis pes_basis = ActivityBasis::estimated;

  double total() const { return bits + static_links + pes; }
};

RunEnergy run_energy(const Experiment& experiment, const RunResult& result);

}  // namespace isobar
