// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"
#include "models/measure/result.h"

namespace isobar {

/// Where figures of hardware come from (docs/costs.md).
enum class CostBasis : std::uint8_t {
  synthesized,   ///< of this PE: it was synthesized, placed and routed
  extrapolated,  ///< of the RTL's PE with other sizes, from one that was
  estimated,     ///< there is no RTL of the scheme: the Liquid PE with other parts
};

const char* basis_name(CostBasis basis);

/// What one PE takes of an FPGA of the iCE40 family (docs/synthesis.md). Its queue holds
/// `synthesized_queue_depth` tasks, whatever the run's does.
struct HardwareCost {
  CostBasis basis = CostBasis::estimated;
  std::int64_t luts = 0;
  std::int64_t registers = 0;
  std::int64_t logic_cells = 0;
  double mhz = 0;
};

HardwareCost hardware_cost(const Experiment& experiment);

/// Pins of a PE for its links, both directions of every port: `valid` and the lanes.
std::int64_t pins(const Experiment& experiment);

/// Of all links of the fabric together, in bits per second.
double total_bandwidth(const Experiment& experiment);

/// Bits that went over all links: what fits into the cycles in which a serializer drives its lanes,
/// the last of a message included where its bits do not fill it. Set-up and idle drive none.
double wire_bits(const Experiment& experiment, const RunResult& result);

/// What they took, in picojoules, each at the energy of its dimension's links.
double link_energy_pj(const Experiment& experiment, const RunResult& result);

}  // namespace isobar
