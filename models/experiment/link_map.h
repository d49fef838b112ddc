// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// Which class each link has, where the links of a dimension differ.
class LinkMap {
 public:
  /// The class of each link, by link slot; at open ends it says nothing. Throws ModelError if there
  /// is not one a slot.
  LinkMap(const Fabric& fabric, std::vector<std::uint32_t> of_slots);

  std::uint32_t at(std::uint64_t slot) const { return of_slots_[slot]; }
  /// The classes of the links that leave by a port or come in there, of any PE or switch, each
  /// once, in ascending order.
  const std::vector<std::uint32_t>& leaving(unsigned port) const { return leaving_[port]; }
  const std::vector<std::uint32_t>& coming(unsigned port) const { return coming_[port]; }
  /// The number of directed links of a class.
  std::uint64_t count(std::size_t one) const { return one < counts_.size() ? counts_[one] : 0; }

 private:
  std::vector<std::uint32_t> of_slots_;
  std::vector<std::vector<std::uint32_t>> leaving_;  ///< by port
  std::vector<std::vector<std::uint32_t>> coming_;   ///< by port
  std::vector<std::uint64_t> counts_;                ///< by class
};

}  // namespace isobar
