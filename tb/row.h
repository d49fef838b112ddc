// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"

namespace isobar {

/// What one PE shows in one cycle, model or RTL, as words of 64 bits: a row that can be compared
/// as a whole, and a name for each of its parts.
class RowLayout {
 public:
  enum Fixed : std::size_t {
    dimension,  ///< index of the ring whose phase it is
    part,       ///< PhasePart
    load,
    shift,   ///< decided in this cycle
    starts,  ///< by port: the first busy cycle of a transfer
    ends,    ///< by port: the last one
    valid,   ///< by port
    lands,
    accepts,
    holds,  ///< the source offers a task
    fixed
  };

  /// A named part of a row, at most 64 bits.
  struct Signal {
    std::string name;
    std::size_t word;
    unsigned bit;
    unsigned bits;
    std::vector<std::string> states = {};  ///< names of the values, if they have any

    std::uint64_t of(const std::uint64_t* row) const;
    std::string text(std::uint64_t value) const;
  };

  RowLayout(const RtlParameters& parameters, const Fabric& fabric);

  std::size_t words() const { return words_; }
  /// Where the payload of the task that leaves, lands or is held begins.
  std::size_t leaving() const { return fixed; }
  std::size_t landed() const { return fixed + task_words_; }
  std::size_t held() const { return fixed + 2 * task_words_; }
  /// Where the lines of all ports begin, packed as the RTL packs them.
  std::size_t lines() const { return fixed + 3 * task_words_; }
  std::size_t task_words() const { return task_words_; }
  const std::vector<Signal>& signals() const { return signals_; }
  /// As `link_1_succ`, by the RTL's port.
  const std::vector<std::string>& links() const { return links_; }

 private:
  std::size_t task_words_;
  std::size_t words_;
  std::vector<std::string> links_;
  std::vector<Signal> signals_;
};

}  // namespace isobar
