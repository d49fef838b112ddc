// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>

#include "host/interrupt.h"
#include "sim/config/input_error.h"
#include "sim/explore/run_point.h"

namespace isobar {
namespace {

/// Messages name the place `point`, which gets its number.
std::string numbered(const std::string& message, std::size_t number) {
  const std::string place = "point: ";
  const bool named = message.rfind(place, 0) == 0;
  return fmt::format("point {}: {}", number, named ? message.substr(place.size()) : message);
}

}  // namespace

std::vector<RefusedPoint> refused_points(const std::vector<Assignment>& points) {
  std::vector<RefusedPoint> refused;
  for (std::size_t i = 0; i < points.size() && !InterruptGuard::interrupted(); ++i) {
    try {
      point_config(points[i]);
    } catch (const std::exception& error) {
      refused.push_back({i + 1, numbered(error.what(), i + 1)});
    }
  }
  return refused;
}

void tell_refused_points(const Plan& plan, const std::vector<Assignment>& points) {
  constexpr std::size_t most = 5;
  const auto refused = refused_points(points);
  if (refused.empty()) return;
  if (refused.size() == points.size()) {
    throw InputError(fmt::format("{}: not one of its {} points can be run; {}", plan.file.string(),
                                 points.size(), refused.front().why));
  }
  for (std::size_t i = 0; i < std::min(most, refused.size()); ++i) {
    std::cerr << "isobar: " << refused[i].why << '\n';
  }
  std::cerr << fmt::format(
      "isobar: {}: {} of {} points cannot be run, and will have failed; `when` and `where` leave "
      "out what does not fit\n",
      plan.file.string(), refused.size(), points.size());
}

}  // namespace isobar
