// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tb/mutants/netlist.h"
#include "tb/mutants/seen.h"
#include "tb/rtl_modules.h"

namespace isobar {

/// What became of one mutant. A mutant counts once even if it is tried in several fabrics; it is
/// caught if it is caught in any of them.
struct MutantFate {
  Mutant mutant;
  bool caught = false;
  std::string how = {};  ///< the first difference; for a survivor, why nothing can differ
  std::string seen =
      {};  ///< the signal that differs first (tb/mutants/seen.h); `the run` if it ends
  std::string only_in = {};  ///< the fabric, of a mutant that no other has
};

/// `how` of a survivor that is proved to change nothing.
inline constexpr const char* proved_equal =
    "Equal, whatever the PE holds and whatever comes in: proved.";

/// Whether the lockstep co-simulation would notice a fault in the RTL.
struct MutationReport {
  std::vector<MutantFate> mutants;
  /// Survivors that survivors.txt of the PE, in tb/mutants, does not explain and that are not
  /// proved to be equal, and explanations of mutants that are caught or do not exist.
  std::vector<std::string> unexplained;
  std::vector<std::string> stale;
  /// Mutants that are first seen where seen.txt beside it does not expect those of their part.
  std::vector<std::string> misplaced;
  std::string yosys;           ///< that made the netlists: `Yosys 0.23`
  std::string explained_with;  ///< the one whose survivors are explained

  /// Other netlists have other survivors, which are reported only.
  bool passed() const {
    return yosys != explained_with || (unexplained.empty() && stale.empty() && misplaced.empty());
  }
};

/// Called with what has been done so far: `12 of 345 mutants caught`.
using MutationWatch = std::function<void(const std::string& progress)>;

/// Runs each mutant of a PE in child processes through the co-simulation, those of a PE beside the
/// model (tb/cosim.h) and those between PEs with the fabric as a whole (tb/whole_fabric.h), on
/// small fabrics of all conditions, until something differs or nothing is left to try. Of survivors
/// without a reason it tries to prove that they change nothing (tb/mutants/equal.h). A mutant whose
/// child crashes counts as caught, and its fate says so. Throws ValueError if Yosys,
/// Verilator or a C++ compiler is not installed; ModelError if one of them fails or the RTL differs
/// without any mutant.
MutationReport run_mutants(const RtlModules& modules, const MutationWatch& watch = {});

/// Where mutants are first seen.
FirstSeen first_seen(const MutationReport& report);

/// Tables by module and by where mutants are first seen, the survivors with their reasons, and the
/// faults of these reasons.
std::string mutation_text(const MutationReport& report);

struct Survivors {
  std::string yosys;                           ///< `Yosys 0.23`
  std::map<std::string, std::string> reasons;  ///< by the key of a mutant
};

/// Reads explanations in the form of survivors.txt: the version of Yosys, then lines
/// with the key of a mutant, in which `*` stands for anything, and below each the reason on
/// indented lines; `#` begins a comment. Throws ValueError, which names `file` and the line.
Survivors parse_survivors(const std::string& text, const std::string& file);

}  // namespace isobar
