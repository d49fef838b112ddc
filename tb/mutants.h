// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tb/mutant_netlist.h"

namespace isobar {

/// What became of one mutant. The same one in several fabrics counts once: it is caught if it is in
/// any of them.
struct MutantFate {
  Mutant mutant;
  bool caught = false;
  std::string how = {};  ///< the first difference; of a survivor, why nothing can differ
};

/// Whether the lockstep co-simulation would notice a fault in the RTL.
struct MutationReport {
  std::vector<MutantFate> mutants;
  /// Survivors that tb/mutants/survivors.txt does not explain, and explanations of mutants that
  /// are caught or do not exist.
  std::vector<std::string> unexplained;
  std::vector<std::string> stale;

  bool passed() const { return unexplained.empty() && stale.empty(); }
};

/// Told that of all mutants, `done` have been caught; at the end that all have been tried.
using MutationWatch = std::function<void(std::size_t done, std::size_t all)>;

/// Runs each mutant in child processes through the co-simulation (tb/cosim.h), on small fabrics of
/// all conditions, until something differs or nothing is left to try. A child that crashes is a
/// mutant caught, and said so. Throws ValueError without Yosys, Verilator or a C++ compiler on the
/// machine; ModelError where one fails or the RTL differs without any mutant.
MutationReport run_mutants(const MutationWatch& watch = {});

/// A table by module, the survivors with their reasons, and what is wrong with these.
std::string mutation_text(const MutationReport& report);

/// The explanations in the form of tb/mutants/survivors.txt: the key of a mutant, with `*` for
/// anything those of several, on one line, the reason on indented lines below; `#` begins a
/// comment. Throws ValueError naming the line.
std::map<std::string, std::string> parse_survivors(const std::string& text);

}  // namespace isobar
