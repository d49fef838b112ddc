// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tb/mutants/netlist.h"

namespace isobar {

/// What `mutate` of Yosys does to one bit of a cell's port.
struct BitChange {
  std::string mode;
  std::string port;
  std::size_t bit = 0;
};

/// Some bits of a cell's port.
struct PortBits {
  std::string cell;
  std::string port;
  std::size_t first = 0;
  std::size_t width = 1;
};

/// Other bits in the place of some: at an input what goes into the cell, at an output what comes
/// out of it.
struct Rewiring {
  enum class Source {
    other,  ///< as many bits from `other`
    zeros,
    ones,
    later  ///< the same bits a cycle later; the cell is a register
  };
  PortBits at;
  Source source = Source::other;
  PortBits other = {};
};

/// A mutant and how it is made: one bit is changed, wires are exchanged, or another cell takes the
/// cell's place.
struct Candidate {
  Mutant mutant;
  std::string cell;
  std::optional<BitChange> bit = {};
  std::string other_type = {};         ///< empty: the same cell, with another value of…
  std::size_t reset_bit = 0;           ///< …this bit after the reset
  std::vector<Rewiring> rewired = {};  ///< all at once
};

}  // namespace isobar
