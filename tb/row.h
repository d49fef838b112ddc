// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"

namespace isobar {

/// The layout of a row: what one PE, model or RTL, shows in one cycle, as numbers of 64 bits that
/// can be compared as a whole; and the names of its parts.
class RowLayout {
 public:
  enum Fixed : std::size_t {
    dimension,  ///< index of the ring whose phase it is
    part,       ///< PhasePart
    load,
    shift,   ///< how many tasks are to go, by a decision in this cycle; see gives()
    starts,  ///< a bit for each port: the first busy cycle of a transfer
    ends,    ///< a bit for each port: the last busy cycle of a transfer
    valid,   ///< a bit for each port
    lands,   ///< a bit for each place at which a task lands
    accepts,
    holds,   ///< whether the source offers a task
    errors,  ///< isobar_pkg's Error…; a model never has one
    fixed
  };

  /// A named part of a row, with at most 64 bits.
  struct Signal {
    std::string name;
    std::size_t word;
    unsigned bit;
    unsigned bits;
    std::vector<std::string> states = {};  ///< the names of the values, if they have names

    std::uint64_t of(const std::uint64_t* row) const;
    std::string text(std::uint64_t value) const;
  };

  RowLayout(const RtlParameters& parameters, const Fabric& fabric);

  /// The number of numbers in a row.
  std::size_t size() const { return size_; }
  /// The places at which tasks leave and land in one cycle: one, or one at each of the RTL's ports.
  std::size_t places() const { return places_; }
  /// The place of what goes or comes at one of the RTL's ports.
  std::size_t place(std::size_t rtl_port) const { return places_ == 1 ? 0 : rtl_port; }
  /// Where it stands how many tasks are to go from a place.
  std::size_t gives(std::size_t place) const {
    return places_ == 1 ? std::size_t{shift} : held() + task_numbers_ + place;
  }
  /// Where the payload of the task that leaves or lands at a place, or is held, begins.
  std::size_t leaving(std::size_t place = 0) const { return fixed + place * task_numbers_; }
  std::size_t landed(std::size_t place = 0) const {
    return fixed + (places_ + place) * task_numbers_;
  }
  std::size_t held() const { return fixed + 2 * places_ * task_numbers_; }
  /// Where the lines of all ports begin, which are packed as in the RTL.
  std::size_t lines() const { return held() + task_numbers_ + (places_ == 1 ? 0 : places_); }
  std::size_t task_numbers() const { return task_numbers_; }
  /// The bits of a task.
  std::size_t task_bits() const { return task_bits_; }
  /// The bits of a load.
  unsigned load_bits() const { return load_bits_; }
  const std::vector<Signal>& signals() const { return signals_; }
  /// The names of links, as `link_1_succ`, by the RTL's port.
  const std::vector<std::string>& links() const { return links_; }

 private:
  std::size_t task_bits_;
  unsigned load_bits_;
  std::size_t task_numbers_;
  std::size_t places_;
  std::size_t size_;
  std::vector<std::string> links_;
  std::vector<Signal> signals_;
};

}  // namespace isobar
