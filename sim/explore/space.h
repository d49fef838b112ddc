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

/// What a point is given: keys of `isobar run` with their values, those of the plan's base
/// included; what equals a key's standard is left out, so that one experiment is one point.
using Assignment = std::map<std::string, std::string>;

/// A point's name for what it is: `fabric=torus:8x8;load=spike:5;scheme=lm-c5`.
std::string identity(const Assignment& point);

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
  /// far along. Nothing if no value is allowed, the point is constrained away, or the fabric or
  /// scheme cannot be.
  std::optional<Assignment> at(const std::vector<double>& places) const;

  /// Calls `take` with every point of the grid, the last axis varying fastest.
  /// Throws InputError if an axis is a range without a number of values.
  void each(const std::function<void(const Assignment&)>& take) const;

 private:
  class Constraint;
  const Plan& plan_;
  std::unique_ptr<Constraint> constraint_;
};

}  // namespace isobar
