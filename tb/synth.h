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

/// A device of the iCE40 family, by nextpnr's name.
struct IceDevice {
  std::string name;
  std::string speed;                  ///< hx, lp or u, for Yosys
  std::vector<std::string> packages;  ///< the first is used where none is asked for
};

const std::vector<IceDevice>& ice_devices();

/// Which PEs are to be synthesized: one a condition and number of dimensions, else alike.
struct SynthPlan {
  std::set<Condition> conditions;
  std::set<unsigned> dimensions;  ///< numbers of them, each at least 1
  std::set<unsigned> radix2;      ///< the dimensions, from 1, whose radix is 2
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t depth = 16;
  RtlLink link;  ///< of every dimension
  IceDevice device;
  std::string package;
  unsigned seeds = 3;  ///< places and routes with seeds 1 to this
  unsigned jobs = 1;   ///< programs at a time

  RtlParameters parameters(Condition condition, unsigned dimensions) const;
};

/// Cells of an iCE40 netlist.
struct CellCounts {
  std::int64_t cells = 0;      ///< all of them
  std::int64_t luts = 0;       ///< SB_LUT4
  std::int64_t registers = 0;  ///< SB_DFF…, flip-flops
  std::int64_t carries = 0;    ///< SB_CARRY
  std::int64_t brams = 0;      ///< SB_RAM40_4K…
};

/// Parts of the PE that are counted on their own, in the order in which they are shown.
const std::vector<std::string>& synth_parts();

/// What became of one PE.
struct SynthRow {
  Condition condition = Condition::c0;
  unsigned dimensions = 1;
  CellCounts pe;                         ///< the PE alone, flattened
  std::vector<CellCounts> parts;         ///< as synth_parts(), each optimised on its own
  std::int64_t logic_cells = 0;          ///< of the device, that the PE alone is packed into
  std::int64_t harness_registers = 0;    ///< beside the PE's, in the harness
  std::int64_t harness_logic_cells = 0;  ///< PE and harness
  /// Achieved in the harness, in MHz, by seed; nothing where it could not be placed.
  std::vector<std::optional<double>> mhz;
};

struct SynthResult {
  std::string yosys;  ///< as each program says its version
  std::string nextpnr;
  std::int64_t device_logic_cells = 0;
  std::vector<SynthRow> rows;  ///< by condition, then dimensions
};

/// Told that `done` of `total` program runs are over; false ends the work. Calls do not overlap.
using SynthWatch = std::function<bool(std::size_t done, std::size_t total)>;

/// Runs Yosys and nextpnr-ice40 in a temporary folder; nothing if the watch ended it. Throws
/// ValueError without these programs or the RTL, ModelError where one of them fails.
std::optional<SynthResult> synthesize(const SynthPlan& plan, const SynthWatch& watch);

/// The whole design of what Yosys' `stat -json` writes. Throws ModelError if it cannot be read.
CellCounts parse_stat(const std::string& text);

/// The same by module, each without those inside it; names as Yosys has them, without the `\`.
std::vector<std::pair<std::string, CellCounts>> parse_module_stat(const std::string& text);

/// What of nextpnr's `--report` is used. Throws ModelError if it cannot be read.
struct PlaceReport {
  std::int64_t logic_cells = 0;
  std::int64_t device_logic_cells = 0;
  bool fits = false;          ///< no more is used of anything than there is
  std::optional<double> mhz;  ///< of the slowest clock; nothing before routing
};

PlaceReport parse_report(const std::string& text);

}  // namespace isobar
