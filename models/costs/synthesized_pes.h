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
    {Condition::c0, 1, 502, 358, 731, 81.5},   {Condition::c0, 2, 560, 390, 789, 87.0},
    {Condition::c0, 3, 571, 423, 800, 85.9},   {Condition::c0, 4, 621, 455, 848, 86.2},
    {Condition::c1, 1, 503, 358, 745, 77.8},   {Condition::c1, 2, 563, 390, 806, 73.9},
    {Condition::c1, 3, 575, 423, 816, 76.9},   {Condition::c1, 4, 628, 455, 871, 83.8},
    {Condition::c2, 1, 595, 390, 845, 75.6},   {Condition::c2, 2, 677, 454, 928, 77.7},
    {Condition::c2, 3, 752, 519, 1'005, 75.2}, {Condition::c2, 4, 808, 583, 1'057, 74.6},
    {Condition::c3, 1, 667, 427, 945, 77.3},   {Condition::c3, 2, 757, 491, 1'036, 77.9},
    {Condition::c3, 3, 830, 556, 1'103, 76.9}, {Condition::c3, 4, 904, 620, 1'176, 76.1},
    {Condition::c4, 1, 721, 459, 999, 72.1},   {Condition::c4, 2, 840, 555, 1'114, 74.7},
    {Condition::c4, 3, 942, 652, 1'218, 70.0}, {Condition::c4, 4, 1'034, 748, 1'318, 68.1},
    {Condition::c5, 1, 665, 427, 925, 76.4},   {Condition::c5, 2, 752, 491, 1'016, 73.9},
    {Condition::c5, 3, 828, 556, 1'086, 73.7}, {Condition::c5, 4, 902, 620, 1'158, 74.9},
}};

/// The second table, in the same order.
inline constexpr std::array<SynthesizedModules, 24> synthesized_modules = {{
    {{135, 89}, {96, 78}, {147, 85}, {0, 0}, {0, 0}, {23, 8}, {33, 32}, {103, 66}},
    {{135, 89}, {95, 78}, {146, 85}, {0, 0}, {5, 0}, {19, 8}, {65, 64}, {105, 66}},
    {{135, 89}, {95, 78}, {146, 85}, {0, 0}, {5, 0}, {22, 9}, {97, 96}, {110, 66}},
    {{130, 89}, {95, 78}, {146, 85}, {0, 0}, {0, 0}, {22, 9}, {129, 128}, {118, 66}},
    {{130, 89}, {96, 78}, {147, 85}, {0, 0}, {16, 0}, {23, 8}, {33, 32}, {105, 66}},
    {{135, 89}, {94, 78}, {146, 85}, {0, 0}, {21, 0}, {19, 8}, {65, 64}, {105, 66}},
    {{130, 89}, {95, 78}, {146, 85}, {0, 0}, {21, 0}, {22, 9}, {97, 96}, {110, 66}},
    {{135, 89}, {94, 78}, {146, 85}, {0, 0}, {21, 0}, {22, 9}, {129, 128}, {115, 66}},
    {{143, 89}, {98, 78}, {147, 85}, {0, 0}, {36, 0}, {19, 8}, {65, 64}, {169, 66}},
    {{143, 89}, {96, 78}, {146, 85}, {0, 0}, {36, 0}, {27, 8}, {129, 128}, {174, 66}},
    {{144, 89}, {95, 78}, {145, 85}, {0, 0}, {36, 0}, {30, 9}, {193, 192}, {184, 66}},
    {{143, 89}, {95, 78}, {146, 85}, {0, 0}, {36, 0}, {30, 9}, {257, 256}, {192, 66}},
    {{143, 89}, {96, 78}, {149, 85}, {67, 37}, {34, 0}, {19, 8}, {65, 64}, {171, 66}},
    {{144, 89}, {96, 78}, {146, 85}, {59, 37}, {34, 0}, {27, 8}, {129, 128}, {179, 66}},
    {{143, 89}, {95, 78}, {145, 85}, {59, 37}, {34, 0}, {30, 9}, {193, 192}, {190, 66}},
    {{143, 89}, {95, 78}, {145, 85}, {59, 37}, {49, 0}, {30, 9}, {257, 256}, {198, 66}},
    {{144, 89}, {96, 78}, {149, 85}, {67, 37}, {64, 0}, {19, 8}, {97, 96}, {172, 66}},
    {{144, 89}, {96, 78}, {145, 85}, {59, 37}, {48, 0}, {27, 8}, {193, 192}, {179, 66}},
    {{144, 89}, {95, 78}, {146, 85}, {59, 37}, {48, 0}, {30, 9}, {289, 288}, {192, 66}},
    {{143, 89}, {95, 78}, {146, 85}, {59, 37}, {48, 0}, {30, 9}, {385, 384}, {201, 66}},
    {{143, 89}, {98, 78}, {149, 85}, {67, 37}, {36, 0}, {19, 8}, {65, 64}, {171, 66}},
    {{144, 89}, {96, 78}, {146, 85}, {59, 37}, {36, 0}, {27, 8}, {129, 128}, {179, 66}},
    {{144, 89}, {96, 78}, {145, 85}, {59, 37}, {36, 0}, {30, 9}, {193, 192}, {189, 66}},
    {{143, 89}, {96, 78}, {146, 85}, {59, 37}, {36, 0}, {30, 9}, {257, 256}, {198, 66}},
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
