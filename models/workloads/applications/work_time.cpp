// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/work_time.h"

#include <cmath>

#include "models/errors.h"

namespace isobar {
namespace {

using boost::multiprecision::cpp_int;

constexpr std::int64_t nanosecond = 1000;                    // in picoseconds
constexpr std::int64_t second = 1'000'000'000 * nanosecond;  // in picoseconds
constexpr Cycle longest = Cycle{1} << 60;

}  // namespace

WorkTime::WorkTime(double nanoseconds, const Rational& clock, std::int64_t over, std::int64_t under)
    : over_(cpp_int(std::llround(nanoseconds * nanosecond)) * clock.numerator() * over),
      under_(cpp_int(second) * clock.denominator() * under) {
  const cpp_int common = gcd(over_, under_);
  over_ /= common;
  under_ /= common;
}

Cycle WorkTime::cycles(std::int64_t units) const {
  const cpp_int cycles = (over_ * units + under_ - 1) / under_;
  if (cycles > longest) {
    throw ValueError("a task's work is more than 2^60 cycles of the clock");
  }
  return cycles < 1 ? 1 : static_cast<Cycle>(cycles);
}

}  // namespace isobar
