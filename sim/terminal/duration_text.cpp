// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/duration_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace isobar {

std::string duration_text(double seconds) {
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 3600;
  constexpr double longest = 3.6e9;
  if (seconds < 1) return fmt::format("{:.2g} s", seconds);
  if (!(seconds < longest)) return "a million hours or more";
  const auto whole = std::llround(seconds);
  if (whole < minute) return fmt::format("{} s", whole);
  if (whole < hour) return fmt::format("{} min {} s", whole / minute, whole % minute);
  return fmt::format("{} h {} min", whole / hour, whole % hour / minute);
}

}  // namespace isobar
