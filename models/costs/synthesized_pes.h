// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/schemes/contract/condition.h"

namespace isobar {

/// The cells of one module of a PE, optimised by itself.
struct ModuleCells {
  std::int64_t luts;
  std::int64_t registers;
};

/// The modules of a PE as docs/synthesis.md counts them. Their registers add up to the PE's; the
/// LUTs only nearly, as the PE as a whole is optimised further.
struct SynthesizedModules {
  ModuleCells queue;
  ModuleCells serializer;
  ModuleCells predecessor;  ///< deserializer of tasks, and of words from there
  ModuleCells successor;    ///< deserializer of words
  ModuleCells condition;
  ModuleCells slot;
  ModuleCells counters;
  ModuleCells rest;
};

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

/// The second table, in the same order.
inline constexpr std::array<SynthesizedModules, 24> synthesized_modules = {{
    {{869, 1'048}, {154, 112}, {259, 112}, {0, 0}, {0, 0}, {48, 17}, {97, 96}, {104, 66}},
    {{890, 1'048}, {151, 112}, {221, 112}, {0, 0}, {5, 0}, {41, 17}, {193, 192}, {109, 66}},
    {{861, 1'048}, {151, 112}, {221, 112}, {0, 0}, {5, 0}, {44, 18}, {289, 288}, {119, 66}},
    {{888, 1'048}, {151, 112}, {221, 112}, {0, 0}, {5, 0}, {44, 18}, {385, 384}, {127, 66}},
    {{788, 1'048}, {154, 112}, {196, 112}, {0, 0}, {16, 0}, {48, 17}, {97, 96}, {105, 66}},
    {{887, 1'048}, {151, 112}, {221, 112}, {0, 0}, {21, 0}, {41, 17}, {193, 192}, {109, 66}},
    {{881, 1'048}, {151, 112}, {221, 112}, {0, 0}, {21, 0}, {44, 18}, {289, 288}, {119, 66}},
    {{914, 1'048}, {151, 112}, {221, 112}, {0, 0}, {21, 0}, {44, 18}, {385, 384}, {126, 66}},
    {{835, 1'048}, {155, 112}, {196, 112}, {0, 0}, {36, 0}, {48, 17}, {97, 96}, {170, 66}},
    {{904, 1'048}, {153, 112}, {221, 112}, {0, 0}, {31, 0}, {57, 17}, {193, 192}, {180, 66}},
    {{822, 1'048}, {153, 112}, {221, 112}, {0, 0}, {36, 0}, {60, 18}, {289, 288}, {187, 66}},
    {{868, 1'048}, {153, 112}, {221, 112}, {0, 0}, {31, 0}, {61, 18}, {385, 384}, {199, 66}},
    {{821, 1'048}, {155, 112}, {196, 112}, {130, 64}, {46, 0}, {36, 17}, {193, 192}, {183, 66}},
    {{901, 1'048}, {153, 112}, {221, 112}, {111, 64}, {43, 0}, {57, 17}, {385, 384}, {195, 66}},
    {{900, 1'048}, {153, 112}, {221, 112}, {111, 64}, {30, 0}, {60, 18}, {577, 576}, {214, 66}},
    {{849, 1'048}, {153, 112}, {221, 112}, {111, 64}, {43, 0}, {60, 18}, {769, 768}, {223, 66}},
    {{894, 1'048}, {155, 112}, {259, 112}, {130, 64}, {45, 0}, {48, 17}, {193, 192}, {180, 66}},
    {{862, 1'048}, {153, 112}, {221, 112}, {111, 64}, {48, 0}, {57, 17}, {385, 384}, {189, 66}},
    {{896, 1'048}, {153, 112}, {221, 112}, {111, 64}, {43, 0}, {60, 18}, {577, 576}, {210, 66}},
    {{897, 1'048}, {153, 112}, {221, 112}, {111, 64}, {58, 0}, {60, 18}, {769, 768}, {224, 66}},
    {{848, 1'048}, {155, 112}, {263, 112}, {131, 64}, {29, 0}, {48, 17}, {193, 192}, {182, 66}},
    {{901, 1'048}, {153, 112}, {221, 112}, {111, 64}, {29, 0}, {57, 17}, {385, 384}, {194, 66}},
    {{904, 1'048}, {153, 112}, {221, 112}, {111, 64}, {29, 0}, {60, 18}, {577, 576}, {214, 66}},
    {{882, 1'048}, {153, 112}, {221, 112}, {111, 64}, {29, 0}, {61, 18}, {769, 768}, {222, 66}},
}};

constexpr std::size_t synthesized_row(Condition condition, unsigned dimensions) {
  return static_cast<std::size_t>(condition) * synthesized_dimensions + (dimensions - 1);
}

constexpr const SynthesizedPe& synthesized_pe(Condition condition, unsigned dimensions) {
  return synthesized_pes[synthesized_row(condition, dimensions)];
}

/// The cells of a PE of the table by what they are for. They add up to the PE's: its LUTs and logic
/// cells are shared out in proportion to the modules', its registers are those of the modules.
PeParts synthesized_parts(Condition condition, unsigned dimensions);

}  // namespace isobar
