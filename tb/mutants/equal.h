// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace isobar {

/// Proves of mutants that they change nothing: with and without one, a PE's outputs, what its
/// registers will hold, and what its memories are asked and told are the same, whatever these hold
/// and whatever comes in, by the SAT solver of Yosys. What no output depends on is left out. It is
/// not proved of what differs only where a PE never gets, nor of what a register is reset to.
class EqualityProof {
 public:
  /// Prepares a netlist of the module `top` with its mutants (MutantNetlist::file), in the cache.
  /// Throws ValueError if Yosys is not installed, ModelError if it fails.
  EqualityProof(const std::filesystem::path& netlist, const std::string& top);

  /// Whether this mutant is proved to change nothing. Of the answer, which takes seconds, the cache
  /// keeps a note. Throws ModelError if Yosys fails.
  bool is_equal(std::uint64_t mutant) const;

 private:
  std::filesystem::path yosys_;
  std::filesystem::path prepared_;
};

}  // namespace isobar
