// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "models/types.h"

namespace isobar {

/// Work that is known as a time, in cycles of a clock: exact, rounded up once, at least 1.
class WorkTime {
 public:
  /// Units that take `nanoseconds`·over/under each; the nanoseconds to the nearest picosecond.
  WorkTime(double nanoseconds, const Rational& clock, std::int64_t over = 1,
           std::int64_t under = 1);

  /// Cycles of so many units ≥ 0. Throws ValueError if that is more than 2^60.
  Cycle cycles(std::int64_t units) const;

 private:
  boost::multiprecision::cpp_int over_;
  boost::multiprecision::cpp_int under_;
};

}  // namespace isobar
