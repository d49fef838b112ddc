// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// One fault in the RTL: an operator replaced, a constant or a register's reset value
/// changed, a condition stuck, a bit of a value inverted, wires exchanged.
struct Mutant {
  std::uint64_t number = 0;  ///< the value of `mutant_i` that switches it on
  std::string part;          ///< the module, or `counters` for the link counters of isobar_pe
  std::string file;          ///< its name in rtl/
  int line = 0;
  std::string place;   ///< instance, expression and what it is assigned to
  std::string change;  ///< `== becomes !=`

  /// A name that stays the same when lines move.
  std::string key() const { return part + ": " + place + ": " + change; }
};

/// A PE or a fabric as Verilog, with all its mutants behind the input `mutant_i`.
struct MutantNetlist {
  std::filesystem::path file;   ///< Verilog, in the cache
  std::vector<Mutant> mutants;  ///< numbers 1, 2, … ; number 0 stands for the RTL without a fault
  std::string yosys;            ///< that made it: `Yosys 0.23`
};

/// Makes the netlist of a PE with Yosys. It has every mutant of each operator, constant,
/// condition and register, and of a low and a high bit of each value; clock and reset nets have
/// none. Throws ValueError if Yosys is not installed, ModelError if it fails.
MutantNetlist make_mutant_netlist(const RtlParameters& parameters);

/// Makes the netlist of a whole fabric, behind registers, of PEs that all have the mutants of
/// make_mutant_netlist: the one that is switched on is in each of them. The rest of the fabric has
/// none. Throws as make_mutant_netlist does.
MutantNetlist make_netlist_of_mutated_pes(const RtlParameters& parameters);

/// Makes the netlist of a whole Liquid fabric, tb/abi/isobar_clocked_fabric.sv. It has mutants of
/// the fabric's own cells, of its links, and of what it connects (tb/mutants/wiring.h); its PEs
/// have none. Throws as make_mutant_netlist does.
MutantNetlist make_fabric_mutant_netlist(const RtlParameters& parameters);

}  // namespace isobar
