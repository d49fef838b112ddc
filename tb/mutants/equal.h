// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace isobar {

/// What is known of a PE in its fabric: these bits of its nets, of which the first are the lowest,
/// are a number that may be.
struct KnownValues {
  struct Part {
    std::string net;
    std::size_t first;
    std::size_t bits;
  };
  std::vector<Part> parts;
  std::vector<bool> may_be;  ///< by number
};

/// What proofs about a PE may use besides its netlist.
struct KnownOfPe {
  std::vector<KnownValues> values;
  /// Registers, by the ends of their names, that hold what was worked out in the cycle before: what
  /// counts of them is what is done with that, not whether all of it is the same.
  std::vector<std::string> passing;
};

/// Proves of mutants that they change nothing: with and without one, a PE's outputs, what its
/// registers will hold, and what its memories are asked and told are the same, whatever these hold
/// and whatever comes in, by the SAT solver of Yosys. What no output depends on is left out. It is
/// not proved of what differs only where a PE never gets, unless that is known, nor of what a
/// register is reset to.
class EqualityProof {
 public:
  /// Prepares a netlist of the module `top` with its mutants (MutantNetlist::file), in the cache.
  /// Throws ValueError if Yosys is not installed, ModelError if it fails.
  EqualityProof(const std::filesystem::path& netlist, const std::string& top,
                const KnownOfPe& known = {});

  /// Whether this mutant is proved to change nothing. Of the answer, which takes seconds, the cache
  /// keeps a note. Throws ModelError if Yosys fails.
  bool is_equal(std::uint64_t mutant) const;

 private:
  std::filesystem::path yosys_;
  std::filesystem::path prepared_;
};

}  // namespace isobar
