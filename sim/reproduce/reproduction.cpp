// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/reproduction.h"

#include <fmt/format.h>

namespace isobar {

Cell cell(const std::optional<std::int64_t>& number) {
  Cell made;
  if (number) made = *number;
  return made;
}

Cell cell(const std::optional<double>& number) {
  Cell made;
  if (number) made = *number;
  return made;
}

Cell cell(const std::optional<Instant>& instant, std::int64_t Instant::*scale) {
  Cell made;
  if (instant) made = (*instant).*scale;
  return made;
}

std::string loads_text(const std::vector<Load>& loads) {
  return fmt::format("{}", fmt::join(loads, " "));
}

}  // namespace isobar
