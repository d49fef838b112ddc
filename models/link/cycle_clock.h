// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/types.h"

namespace isobar {

/// Converts between cycles of the PE clock and times of the SystemC kernel. A cycle is rounded to
/// the kernel's resolution: cycles are counted in integers, and the kernel's time only orders them.
class CycleClock {
 public:
  /// `frequency` in cycles per second. Cycle 0 begins at time `begin`.
  explicit CycleClock(const Rational& frequency,
                      const sc_core::sc_time& begin = sc_core::SC_ZERO_TIME);

  /// From now on cycle 0 is the one that begins at time `begin`.
  void restart(const sc_core::sc_time& begin) { begin_ = begin.value(); }
  /// The cycle in which the kernel's present time lies; negative before cycle 0.
  Cycle now() const { return at(sc_core::sc_time_stamp()); }
  /// The cycle in which `time` lies.
  Cycle at(const sc_core::sc_time& time) const {
    const auto value = time.value();
    return value < begin_ ? -1 : static_cast<Cycle>((value - begin_) / period_);
  }
  bool has_begun() const { return sc_core::sc_time_stamp().value() >= begin_; }
  /// The time that `cycles` take.
  sc_core::sc_time time(Cycle cycles) const {
    return sc_core::sc_time::from_value(period_ * static_cast<sc_dt::uint64>(cycles));
  }
  /// The time from now to the beginning of a later cycle; 0 in that cycle.
  sc_core::sc_time until(Cycle later) const {
    const auto at = begin_ + period_ * static_cast<sc_dt::uint64>(later);
    const auto time = sc_core::sc_time_stamp().value();
    return sc_core::sc_time::from_value(at > time ? at - time : 0);
  }
  /// The last cycle within the first 1/`part` of the time that the kernel can count.
  Cycle last_cycle(unsigned part = 1) const;

 private:
  sc_dt::uint64 period_;
  sc_dt::uint64 begin_;
};

}  // namespace isobar
