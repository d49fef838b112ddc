// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"

namespace isobar {

/// What stands for a PE's capacity (Watts, Rieffel and Taylor, Load measurement, Results).
enum class Capacities : std::uint8_t {
  equal,    ///< all PEs are alike: the processor time of the tasks is their load
  rated,    ///< C_i as it was found beforehand
  measured  ///< C_i = work done / processor time that it took
};

/// Load and capacity of one PE, from its own counters.
class LoadMeasurement {
 public:
  /// `rated`: work per cycle.
  LoadMeasurement(Capacities capacities, double rated)
      : capacities_(capacities), capacity_(capacities == Capacities::equal ? 1 : rated) {}

  /// In an iteration the tasks that it has, `work` in all, took `cycles`.
  void iteration(Cycle work, Cycle cycles) {
    if (work == 0 || cycles == 0) {
      load_ = 0;
      return;
    }
    unit_ = capacities_ == Capacities::equal
                ? static_cast<double>(cycles) / static_cast<double>(work)
                : 1;
    load_ = static_cast<double>(work) * unit_;
    if (capacities_ != Capacities::measured) return;
    capacity_ = static_cast<double>(work) / static_cast<double>(cycles);
  }

  double load() const { return load_; }          ///< L_i
  double capacity() const { return capacity_; }  ///< C_i
  double utilization() const { return load_ / capacity_; }
  /// l_j of a task of so much work.
  double load_of(Cycle work) const { return static_cast<double>(work) * unit_; }

 private:
  Capacities capacities_;
  double capacity_;
  double load_ = 0;
  double unit_ = 1;  ///< load per work
};

}  // namespace isobar
