// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/schemes/contract/condition.h"
#include "models/types.h"

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
  ModuleCells errors;
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
    {Condition::c0, 1, 539, 358, 756, 80.4},     {Condition::c0, 2, 570, 391, 786, 83.7},
    {Condition::c0, 3, 602, 424, 821, 84.8},     {Condition::c0, 4, 648, 456, 869, 83.5},
    {Condition::c1, 1, 539, 358, 768, 82.8},     {Condition::c1, 2, 573, 391, 802, 82.9},
    {Condition::c1, 3, 602, 424, 835, 80.5},     {Condition::c1, 4, 651, 456, 884, 81.3},
    {Condition::c2, 1, 643, 392, 893, 75.6},     {Condition::c2, 2, 719, 457, 979, 79.1},
    {Condition::c2, 3, 784, 522, 1'040, 74.8},   {Condition::c2, 4, 858, 586, 1'109, 76.7},
    {Condition::c3, 1, 726, 430, 998, 65.3},     {Condition::c3, 2, 817, 495, 1'093, 81.7},
    {Condition::c3, 3, 885, 560, 1'168, 75.0},   {Condition::c3, 4, 958, 624, 1'237, 69.8},
    {Condition::c4, 1, 780, 463, 1'071, 72.8},   {Condition::c4, 2, 905, 560, 1'196, 72.6},
    {Condition::c4, 3, 1'008, 657, 1'286, 69.6}, {Condition::c4, 4, 1'102, 753, 1'397, 71.9},
    {Condition::c5, 1, 723, 430, 981, 74.0},     {Condition::c5, 2, 819, 495, 1'076, 77.7},
    {Condition::c5, 3, 881, 560, 1'146, 77.4},   {Condition::c5, 4, 951, 624, 1'213, 72.9},
}};

/// The second table, in the same order.
inline constexpr std::array<SynthesizedModules, 24> synthesized_modules = {{
    {{135, 89}, {94, 78}, {162, 85}, {0, 0}, {5, 0}, {4, 1}, {19, 7}, {33, 32}, {100, 66}},
    {{130, 89}, {95, 78}, {162, 85}, {0, 0}, {5, 0}, {4, 1}, {20, 8}, {65, 64}, {104, 66}},
    {{135, 89}, {95, 78}, {162, 85}, {0, 0}, {5, 0}, {5, 1}, {22, 9}, {97, 96}, {112, 66}},
    {{130, 89}, {95, 78}, {162, 85}, {0, 0}, {0, 0}, {4, 1}, {23, 9}, {129, 128}, {119, 66}},
    {{135, 89}, {94, 78}, {162, 85}, {0, 0}, {21, 0}, {4, 1}, {19, 7}, {33, 32}, {99, 66}},
    {{130, 89}, {95, 78}, {162, 85}, {0, 0}, {21, 0}, {4, 1}, {23, 8}, {65, 64}, {104, 66}},
    {{135, 89}, {95, 78}, {162, 85}, {0, 0}, {21, 0}, {5, 1}, {22, 9}, {97, 96}, {112, 66}},
    {{130, 89}, {95, 78}, {162, 85}, {0, 0}, {21, 0}, {5, 1}, {23, 9}, {129, 128}, {116, 66}},
    {{143, 89}, {95, 78}, {162, 85}, {0, 0}, {31, 0}, {23, 3}, {28, 7}, {65, 64}, {172, 66}},
    {{149, 89}, {96, 78}, {163, 85}, {0, 0}, {36, 0}, {23, 3}, {29, 8}, {129, 128}, {176, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {0, 0}, {36, 0}, {23, 3}, {31, 9}, {193, 192}, {186, 66}},
    {{143, 89}, {95, 78}, {162, 85}, {0, 0}, {36, 0}, {24, 3}, {31, 9}, {257, 256}, {194, 66}},
    {{149, 89}, {96, 78}, {162, 85}, {77, 37}, {29, 0}, {23, 4}, {28, 7}, {65, 64}, {176, 66}},
    {{144, 89}, {95, 78}, {162, 85}, {77, 37}, {34, 0}, {23, 4}, {29, 8}, {129, 128}, {183, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {78, 37}, {34, 0}, {23, 4}, {31, 9}, {193, 192}, {195, 66}},
    {{144, 89}, {95, 78}, {162, 85}, {77, 37}, {34, 0}, {23, 4}, {31, 9}, {257, 256}, {203, 66}},
    {{149, 89}, {96, 78}, {162, 85}, {77, 37}, {48, 0}, {41, 5}, {28, 7}, {97, 96}, {176, 66}},
    {{144, 89}, {96, 78}, {162, 85}, {77, 37}, {48, 0}, {41, 5}, {29, 8}, {193, 192}, {184, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {77, 37}, {48, 0}, {41, 5}, {31, 9}, {289, 288}, {197, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {77, 37}, {48, 0}, {41, 5}, {33, 9}, {385, 384}, {206, 66}},
    {{143, 89}, {95, 78}, {162, 85}, {77, 37}, {36, 0}, {23, 4}, {28, 7}, {65, 64}, {174, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {78, 37}, {36, 0}, {23, 4}, {29, 8}, {129, 128}, {184, 66}},
    {{143, 89}, {96, 78}, {162, 85}, {78, 37}, {36, 0}, {23, 4}, {31, 9}, {193, 192}, {195, 66}},
    {{143, 89}, {95, 78}, {162, 85}, {78, 37}, {36, 0}, {23, 4}, {33, 9}, {257, 256}, {203, 66}},
}};

/// The modules of a PE of dimension exchange, of averaging, which has some of them at each port, or
/// of HHC algorithm B, which has some of them twice.
struct SynthesizedRivalModules {
  ModuleCells queue;
  ModuleCells serializer;
  ModuleCells neighbour;  ///< deserializer of words and tasks
  ModuleCells decision;   ///< in averaging the portions, in HHC B the division and the shares, too
  ModuleCells errors;
  ModuleCells sequencer;
  ModuleCells end;  ///< what learns that phases are over
  ModuleCells counters;
  ModuleCells rest;
};

/// A PE of dimension exchange, of averaging by equal portions or of HHC algorithm B, whose phases
/// end by words and which can stand anywhere in a fabric.
struct SynthesizedRival {
  unsigned dimensions;
  std::int64_t luts;
  std::int64_t registers;
  std::int64_t logic_cells;
  double mhz;
  SynthesizedRivalModules modules;
};

/// The tables of docs/synthesis.md, by dimensions: of dimension exchange on hypercubes,
inline constexpr std::array<SynthesizedRival, synthesized_dimensions> synthesized_exchanges = {{
    {1,
     712,
     405,
     956,
     58.5,
     {{144, 89}, {95, 78}, {162, 85}, {53, 0}, {23, 4}, {38, 9}, {10, 4}, {65, 64}, {207, 72}}},
    {2,
     810,
     472,
     1'051,
     58.2,
     {{149, 89}, {95, 78}, {162, 85}, {53, 0}, {23, 4}, {41, 10}, {20, 6}, {129, 128}, {219, 72}}},
    {3,
     887,
     539,
     1'121,
     58.9,
     {{143, 89}, {96, 78}, {162, 85}, {53, 0}, {23, 4}, {41, 11}, {25, 8}, {193, 192}, {231, 72}}},
    {4,
     993,
     605,
     1'232,
     52.8,
     {{143, 89}, {96, 78}, {162, 85}, {53, 0}, {23, 4}, {41, 11}, {34, 10}, {257, 256}, {241, 72}}},
}};

/// and of averaging on rings and tori.
inline constexpr std::array<SynthesizedRival, 3> synthesized_averagings = {{
    {1,
     1'394,
     744,
     1'655,
     62.4,
     {{312, 182},
      {190, 156},
      {324, 170},
      {40, 14},
      {43, 5},
      {41, 9},
      {19, 6},
      {129, 128},
      {333, 74}}},
    {2,
     2'567,
     1'375,
     2'995,
     49.9,
     {{543, 333},
      {381, 312},
      {645, 340},
      {78, 28},
      {82, 7},
      {41, 9},
      {33, 10},
      {257, 256},
      {554, 80}}},
    {3,
     3'722,
     2'006,
     4'315,
     47.5,
     {{716, 484},
      {566, 468},
      {967, 510},
      {116, 42},
      {119, 9},
      {39, 9},
      {47, 14},
      {385, 384},
      {779, 86}}},
}};
/// The cycles of the words that end a step, from the root to the farthest PE, for which the counter
/// of these PEs suffices.
inline constexpr Cycle synthesized_averaging_wait = 31;

/// And of HHC algorithm B on hyper Hexa-Cells from hhc:1 on, whose dimensions are one more.
inline constexpr std::array<SynthesizedRival, 4> synthesized_hhcs = {{
    {2,
     1'977,
     817,
     2'276,
     57.4,
     {{494, 175},
      {191, 156},
      {323, 170},
      {168, 7},
      {41, 3},
      {53, 12},
      {25, 8},
      {193, 192},
      {450, 94}}},
    {3,
     2'042,
     884,
     2'338,
     50.1,
     {{497, 175},
      {192, 156},
      {323, 170},
      {169, 7},
      {41, 3},
      {56, 13},
      {34, 10},
      {257, 256},
      {477, 94}}},
    {4,
     2'279,
     950,
     2'572,
     54.3,
     {{494, 175},
      {193, 156},
      {323, 170},
      {177, 7},
      {41, 3},
      {55, 13},
      {41, 12},
      {321, 320},
      {498, 94}}},
    {5,
     2'312,
     1'017,
     2'598,
     49.1,
     {{498, 175},
      {193, 156},
      {323, 170},
      {170, 7},
      {41, 3},
      {59, 14},
      {48, 14},
      {385, 384},
      {513, 94}}},
}};

/// The modules of a PE of work stealing; ports, serializers and counters are there for each
/// neighbour.
struct SynthesizedThiefModules {
  ModuleCells queue;
  ModuleCells agent;
  ModuleCells inbox;
  ModuleCells ports;  ///< without their serializers and counters
  ModuleCells serializers;
  ModuleCells counters;
  ModuleCells rest;
};

/// A PE of work stealing between neighbours, with addresses of 6 bits and the default times. By
/// ports: one for a dimension of radix 2, two for another.
struct SynthesizedThief {
  unsigned ports;
  std::int64_t luts;
  std::int64_t registers;
  std::int64_t logic_cells;
  double mhz;
  SynthesizedThiefModules modules;
};

inline constexpr Cycle synthesized_retry = 16;  ///< its first wait, which its registers begin with

/// The table of docs/synthesis.md, by ports.
inline constexpr std::array<SynthesizedThief, 6> synthesized_thieves = {{
    {1,
     1'506,
     904,
     1'958,
     41.3,
     {{909, 503}, {255, 66}, {33, 18}, {141, 29}, {109, 92}, {65, 64}, {97, 132}}},
    {2,
     1'829,
     1'178,
     2'375,
     41.5,
     {{960, 580}, {237, 70}, {62, 26}, {297, 58}, {218, 184}, {129, 128}, {105, 132}}},
    {3,
     2'155,
     1'450,
     2'794,
     40.2,
     {{997, 657}, {244, 71}, {88, 35}, {443, 87}, {328, 276}, {193, 192}, {115, 132}}},
    {4,
     2'485,
     1'725,
     3'217,
     39.5,
     {{1'045, 734}, {256, 73}, {116, 45}, {559, 116}, {434, 368}, {257, 256}, {129, 132}}},
    {5,
     2'914,
     2'043,
     3'755,
     37.4,
     {{1'197, 855}, {238, 74}, {153, 56}, {696, 145}, {543, 460}, {321, 320}, {145, 132}}},
    {6,
     3'256,
     2'318,
     4'190,
     36.1,
     {{1'217, 932}, {241, 74}, {189, 68}, {835, 174}, {651, 552}, {385, 384}, {160, 132}}},
}};

/// The modules of a PE of work stealing among all.
struct SynthesizedRoutedModules {
  ModuleCells queue;
  ModuleCells agent;
  ModuleCells inbox;
  ModuleCells router;         ///< without what follows
  ModuleCells lines;          ///< of the PE's own messages
  ModuleCells deserializers;  ///< of all ports
  ModuleCells counters;
  ModuleCells rest;
};

/// A PE of work stealing among all on `ring:8`, with the default times.
struct SynthesizedRoutedThief {
  bool drawn;  ///< whom it asks, or in turn
  std::int64_t luts;
  std::int64_t registers;
  std::int64_t logic_cells;
  double mhz;
  SynthesizedRoutedModules modules;
};

inline constexpr std::int64_t synthesized_ring = 8;  ///< its PEs

/// The table of docs/synthesis.md of those that were placed.
inline constexpr std::array<SynthesizedRoutedThief, 2> synthesized_routed_thieves = {{
    {false,
     3'922,
     2'135,
     4'885,
     33.8,
     {{1'219, 810},
      {242, 74},
      {112, 67},
      {1'430, 676},
      {285, 112},
      {329, 186},
      {129, 128},
      {288, 82}}},
    {true,
     4'074,
     2'164,
     5'062,
     29.0,
     {{1'213, 810},
      {402, 103},
      {119, 67},
      {1'424, 676},
      {273, 112},
      {328, 186},
      {129, 128},
      {347, 82}}},
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
/// The same for a PE of dimension exchange, averaging or HHC B.
PeParts synthesized_parts(const SynthesizedRival& pe);
/// And for one of work stealing.
PeParts synthesized_parts(const SynthesizedThief& pe);
PeParts synthesized_parts(const SynthesizedRoutedThief& pe);

}  // namespace isobar
