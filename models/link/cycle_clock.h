// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/types.h"

namespace isobar {

/// Converts between cycles of the PE clock and times of the SystemC kernel. A cycle is rounded to
/// the kernel's resolution: cycles are counted in integers, and the kernel's time only orders them.
class CycleClock {
 public:
  /// `frequency` in cycles per second.
  explicit CycleClock(const Rational& frequency);

  /// The cycle in which the kernel's present time lies.
  Cycle now() const { return static_cast<Cycle>(sc_core::sc_time_stamp().value() / period_); }
  /// The time that `cycles` take.
  sc_core::sc_time time(Cycle cycles) const {
    return sc_core::sc_time::from_value(period_ * static_cast<sc_dt::uint64>(cycles));
  }
  /// The time from this cycle to a later one.
  sc_core::sc_time until(Cycle later) const { return time(later - now()); }
  /// The last cycle within the first 1/`part` of the time that the kernel can count.
  Cycle last_cycle(unsigned part = 1) const;

 private:
  sc_dt::uint64 period_;
};

}  // namespace isobar
