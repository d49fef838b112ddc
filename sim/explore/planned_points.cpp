// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/planned_points.h"

#include <algorithm>
#include <set>
#include <string>

#include "sim/explore/design.h"
#include "sim/explore/space.h"

namespace isobar {
namespace {

/// The points where one axis takes each of its values and the others their first.
std::vector<Assignment> points_along_axes(const Space& space) {
  std::set<Assignment> points;
  const auto count = space.axes().size();
  for (std::size_t axis = 0; axis < count; ++axis) {
    const auto values = std::max<std::size_t>(space.axes()[axis].values.size(), 2);
    for (std::size_t value = 0; value < values; ++value) {
      std::vector<double> places(count, 0);
      places[axis] = (static_cast<double>(value) + 0.5) / static_cast<double>(values);
      if (const auto point = space.at(places)) points.insert(*point);
    }
  }
  if (points.empty()) throw no_point_left(space);
  return {points.begin(), points.end()};
}

}  // namespace

std::vector<Assignment> repeated_points(const std::vector<Assignment>& points,
                                        std::int64_t repeats) {
  if (repeats == 1) return points;
  std::vector<Assignment> all;
  for (const auto& point : points) {
    for (std::int64_t seed = 1; seed <= repeats; ++seed) {
      all.push_back(point);
      if (seed > 1) all.back()["seed"] = std::to_string(seed);  // 1 is the default
    }
  }
  return all;
}

std::vector<Assignment> planned_points(const Plan& plan) {
  const Space space(plan);
  if (plan.design.kind == DesignPlan::Kind::search) return points_along_axes(space);
  return repeated_points(design_points(space), plan.repeats);
}

}  // namespace isobar
