// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/plan.h"

namespace isobar {

/// A text that identifies a point by its keys: `fabric=torus:8x8;load=spike:5;scheme=lm-c5`.
std::string identity(const Assignment& point);

/// The value of a key that a point does not name; for `level`, which is then chosen for each point,
/// `auto`.
std::string default_value(const std::string& key);

/// All points that a plan allows.
class Space {
 public:
  /// The plan must outlive the space. Throws InputError for a constraint that is no SQL.
  explicit Space(const Plan& plan);
  ~Space();
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  const Plan& plan() const { return plan_; }
  const std::vector<Axis>& axes() const { return plan_.axes; }

  /// The point where each axis, in the plan's order, takes the value at `places[axis]` in [0, 1):
  /// of m listed values that its conditions allow there the ⌊place·m⌋th, of a range the number so
  /// far along. Nothing if no value is allowed or the point is constrained away. A point that
  /// cannot be run (a scheme that needs another fabric) is one all the same, and fails.
  std::optional<Assignment> at(const std::vector<double>& places) const;

  /// Calls `take` with every point of the grid, the last axis varying fastest.
  /// Throws InputError if an axis is a range without a number of values.
  void each(const std::function<void(const Assignment&)>& take) const;

 private:
  class Constraint;
  std::optional<Assignment> completed(Assignment point) const;
  void each_from(std::size_t first, const Assignment& so_far,
                 const std::function<void(const Assignment&)>& take) const;

  const Plan& plan_;
  std::unique_ptr<Constraint> constraint_;
};

}  // namespace isobar
