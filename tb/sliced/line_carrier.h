// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Carries a line, which has a bit of every PE, over the links of a fabric: what each PE has to say
/// to what its neighbour hears.
class LineCarrier {
 public:
  /// What comes in at a port of the fabric, which exists at every PE; in lines of `words` numbers.
  LineCarrier(const Fabric& fabric, unsigned port, std::size_t words);

  /// Word `word` of what is heard, where the PEs say `said`. Bits beyond the last PE are 0.
  std::uint64_t heard(const std::uint64_t* said, std::size_t word) const;

 private:
  /// PEs that hear the one whose number is `offset` less, as a line.
  struct Shift {
    std::int64_t offset;
    std::vector<std::uint64_t> pes;
  };

  std::size_t words_;
  std::vector<Shift> shifts_;
};

}  // namespace isobar
