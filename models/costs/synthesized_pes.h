// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/schemes/contract/condition.h"

namespace isobar {

/// A PE of the RTL as it was synthesized, placed and routed.
struct SynthesizedPe {
  Condition condition;
  unsigned dimensions;  ///< none of them of radix 2
  std::int64_t luts;
  std::int64_t registers;
  std::int64_t logic_cells;
  double mhz;  ///< median over the placer's seeds
};

/// What all PEs of the table have in common: the defaults of `isobar synth`.
inline constexpr std::int64_t synthesized_task_bits = 64;
inline constexpr std::int64_t synthesized_load_bits = 16;
inline constexpr std::int64_t synthesized_queue_depth = 16;
inline constexpr unsigned synthesized_dimensions = 4;  ///< the most in the table

/// The first table of docs/synthesis.md, by condition and dimensions.
inline constexpr std::array<SynthesizedPe, 24> synthesized_pes = {{
    {Condition::c0, 1, 1'482, 1'451, 2'687, 67.0}, {Condition::c0, 2, 1'565, 1'547, 2'772, 68.0},
    {Condition::c0, 3, 1'537, 1'644, 2'743, 60.1}, {Condition::c0, 4, 1'634, 1'740, 2'840, 57.7},
    {Condition::c1, 1, 1'474, 1'451, 2'692, 66.5}, {Condition::c1, 2, 1'494, 1'547, 2'715, 64.4},
    {Condition::c1, 3, 1'610, 1'644, 2'829, 64.4}, {Condition::c1, 4, 1'737, 1'740, 2'955, 63.9},
    {Condition::c2, 1, 1'516, 1'451, 2'768, 53.0}, {Condition::c2, 2, 1'630, 1'547, 2'880, 54.7},
    {Condition::c2, 3, 1'676, 1'644, 2'927, 53.6}, {Condition::c2, 4, 1'811, 1'740, 3'049, 63.4},
    {Condition::c3, 1, 1'726, 1'611, 2'996, 51.6}, {Condition::c3, 2, 1'839, 1'803, 3'109, 56.8},
    {Condition::c3, 3, 2'052, 1'996, 3'325, 59.0}, {Condition::c3, 4, 2'373, 2'188, 3'644, 59.2},
    {Condition::c4, 1, 1'685, 1'611, 2'954, 58.7}, {Condition::c4, 2, 1'858, 1'803, 3'129, 54.5},
    {Condition::c4, 3, 2'090, 1'996, 3'348, 57.6}, {Condition::c4, 4, 2'367, 2'188, 3'637, 57.8},
    {Condition::c5, 1, 1'660, 1'611, 2'932, 60.9}, {Condition::c5, 2, 1'826, 1'803, 3'084, 55.9},
    {Condition::c5, 3, 2'049, 1'996, 3'309, 51.4}, {Condition::c5, 4, 2'373, 2'188, 3'630, 54.6},
}};

constexpr const SynthesizedPe& synthesized_pe(Condition condition, unsigned dimensions) {
  return synthesized_pes[static_cast<std::size_t>(condition) * synthesized_dimensions +
                         (dimensions - 1)];
}

}  // namespace isobar
