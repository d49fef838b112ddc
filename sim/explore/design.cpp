// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/design.h"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "sim/config/input_error.h"
#include "sim/explore/places.h"

namespace isobar {
namespace {

constexpr std::size_t tries_per_point = 100;

/// Points in the order in which they come, each once.
class DistinctPoints {
 public:
  void add(const std::optional<Assignment>& point) {
    if (point && identities_.insert(identity(*point)).second) points_.push_back(*point);
  }
  std::size_t size() const { return points_.size(); }
  std::vector<Assignment> take() { return std::move(points_); }

 private:
  std::unordered_set<std::string> identities_;
  std::vector<Assignment> points_;
};

/// Draws until there are as many points as the plan asks for, or it was tried often enough.
template <class Draw>
void draw_on(const Space& space, DistinctPoints& points, Draw draw) {
  const auto wanted = static_cast<std::size_t>(space.plan().design.points);
  for (std::size_t i = 0; i < tries_per_point * wanted && points.size() < wanted; ++i) {
    points.add(space.at(draw()));
  }
}

void draw_sobol(const Space& space, DistinctPoints& points, Random& random) {
  const auto axes = space.axes().size();
  if (axes > SobolPlaces::most_axes()) {
    throw InputError(fmt::format(
        "{}: design.kind = sobol: it is for at most {} axes, not {}; random and latin-hypercube "
        "take any number",
        space.plan().file.string(), SobolPlaces::most_axes(), axes));
  }
  SobolPlaces places(axes, random);
  draw_on(space, points, [&] { return places.next(); });
}

}  // namespace

InputError no_point_left(const Space& space) {
  const auto& plan = space.plan();
  const auto where =
      plan.where.empty() ? "" : fmt::format("constraints.where = {} and ", plan.where);
  return InputError(
      fmt::format("{}: no point is left: {}the conditions of the axes (when) allow "
                  "none of those that were tried",
                  plan.file.string(), where));
}

std::vector<Assignment> design_points(const Space& space) {
  const auto& design = space.plan().design;
  const auto axes = space.axes().size();
  auto random = random_stream(design.seed, "design");
  DistinctPoints points;
  switch (design.kind) {
    case DesignPlan::Kind::random:
      draw_on(space, points, [&] { return random_places(axes, random); });
      break;
    case DesignPlan::Kind::latin_hypercube:
      for (const auto& places :
           latin_hypercube(static_cast<std::size_t>(design.points), axes, random)) {
        points.add(space.at(places));
      }
      break;
    case DesignPlan::Kind::sobol:
      draw_sobol(space, points, random);
      break;
    case DesignPlan::Kind::grid:
      space.each([&](const Assignment& point) { points.add(point); });
      break;
    case DesignPlan::Kind::search:
      throw std::logic_error("a search does not know its points beforehand");
  }
  if (points.size() == 0) throw no_point_left(space);
  return points.take();
}

}  // namespace isobar
