// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// What is synthesized for: a device of the iCE40 family, with nextpnr's name for it, or the ECP5
/// family, whose cells are counted only.
struct SynthDevice {
  std::string name;
  std::string speed;                  ///< hx, lp or u, for Yosys; none of ECP5
  std::vector<std::string> packages;  ///< the first is the default; none of ECP5

  bool is_placed() const { return !packages.empty(); }
  bool has_lut_ram() const { return !is_placed(); }
};

const std::vector<SynthDevice>& synth_devices();

/// Which PEs are synthesized: one for each condition and each number of dimensions. The other
/// parameters are the same for all.
struct SynthPlan {
  RtlDesign design = RtlDesign::liquid;
  VictimChoice victims = VictimChoice::nearest;  ///< of work stealing; not random
  bool fixed_slot = false;                       ///< not of Liquid
  std::set<Condition> conditions;                ///< of Liquid; else one, which says nothing
  std::set<unsigned> dimensions;                 ///< numbers of dimensions, each at least 1
  std::set<unsigned> radix2;                     ///< the dimensions, from 1, whose radix is 2
  std::uint32_t radix = 3;  ///< of the others, at least 3; most PEs are the same for all
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  QueueMemory queue_memory = QueueMemory::block_ram;
  RtlLink link;                   ///< the link of every dimension
  std::int64_t address_bits = 0;  ///< of a PE of work stealing among neighbours
  SynthDevice device;
  std::string package;
  unsigned seeds =
      3;  ///< with how many nextpnr places and routes, from 1 on; 0: cells are counted only
  unsigned jobs = 1;      ///< the number of programs that run at the same time
  bool netlists = false;  ///< whether the netlists themselves are wanted

  /// Whether thieves ask their neighbours alone.
  bool asks_neighbours() const { return victims == VictimChoice::nearest; }
  /// How many there are in the torus of so many dimensions, or some number above 2^32.
  std::uint64_t pes(unsigned dimensions) const;
  RtlParameters parameters(Condition condition, unsigned dimensions) const;
};

/// The numbers of cells in a netlist of iCE40 or ECP5.
struct CellCounts {
  std::int64_t cells = 0;      ///< all cells
  std::int64_t luts = 0;       ///< SB_LUT4; LUT4
  std::int64_t registers = 0;  ///< SB_DFF…; TRELLIS_FF: flip-flops
  std::int64_t carries = 0;    ///< SB_CARRY; CCU2C, which carries two bits
  std::int64_t brams = 0;      ///< SB_RAM40_4K…, of 4 kb; DP16KD, of 18 kb
  std::int64_t lut_rams = 0;   ///< TRELLIS_DPR16X4, of 16 words of 4 bits
};

/// The parts of the PE that are counted separately, in the order in which they are shown.
const std::vector<std::string>& synth_parts(RtlDesign design = RtlDesign::liquid,
                                            bool neighbours = true);

/// The result for one PE.
struct SynthRow {
  Condition condition = Condition::c0;
  unsigned dimensions = 1;
  CellCounts pe;                  ///< the PE alone, flattened
  std::vector<CellCounts> parts;  ///< in the order of its synth_parts(), each optimised on its own
  std::int64_t logic_cells = 0;   ///< those into which the PE alone is packed, if it is placed
  std::int64_t harness_registers = 0;    ///< those of the harness, without the PE's
  std::int64_t harness_logic_cells = 0;  ///< those of PE and harness
  /// The frequency achieved in the harness, in MHz, by seed; nothing where it could not be placed.
  std::vector<std::optional<double>> mhz;
  std::string netlist = {};  ///< if it is wanted: isobar_pe as Verilog, of the device's cells
  std::string cells = {};    ///< and Yosys' models of these cells
};

struct SynthResult {
  std::string yosys;    ///< the versions as the programs print them
  std::string nextpnr;  ///< empty if nothing is placed
  std::int64_t device_logic_cells = 0;
  std::vector<SynthRow> rows;  ///< by condition, then dimensions
};

/// Called when `done` of `total` program runs are over; false ends the work. Calls do not overlap.
using SynthWatch = std::function<bool(std::size_t done, std::size_t total)>;

/// Runs Yosys and, for what is placed, nextpnr-ice40 in a temporary folder. Returns nothing if the
/// watch ended the work. Throws ValueError if these programs or the RTL are missing, ModelError if
/// one of them fails.
std::optional<SynthResult> synthesize(const SynthPlan& plan, const SynthWatch& watch);

/// Reads the cells of the whole design from the output of Yosys' `stat -json`. Throws ModelError if
/// it cannot be read.
CellCounts parse_stat(const std::string& text);

/// The names of these cells.
std::set<std::string> cell_types(const std::string& text);

/// Reads the cells of each module from that output, without the cells of modules in it. Names are
/// those of Yosys without the `\`.
std::vector<std::pair<std::string, CellCounts>> parse_module_stat(const std::string& text);

/// The contents of nextpnr's `--report` that are used here.
struct PlaceReport {
  std::int64_t logic_cells = 0;
  std::int64_t device_logic_cells = 0;
  bool fits = false;          ///< whether the device has all cells that are used
  std::optional<double> mhz;  ///< the frequency of the slowest clock; nothing before routing
};

/// Throws ModelError if the text cannot be read.
PlaceReport parse_report(const std::string& text);

}  // namespace isobar
