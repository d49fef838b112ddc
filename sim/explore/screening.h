// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/explore/places.h"
#include "sim/explore/plan.h"
#include "sim/explore/surrogate.h"

namespace isobar {

/// What the points of a search say of points that have not been run.
class Screening {
 public:
  using Rows = SurrogateData::Rows;

  explicit Screening(const std::vector<Axis>& axes);

  /// A point by what it is, and not by the places that led there.
  std::vector<double> coordinates(const Assignment& point, const Places& places);
  /// `objectives` is empty for a point that failed. The latest 500 are remembered.
  void learn(const std::vector<double>& coordinates, const std::vector<double>& objectives);
  /// The numbers in `points`, by their coordinates, of the `count` best by what may be hoped of
  /// them, as NSGA-II would choose. One point at least is known not to have failed.
  std::vector<std::size_t> best(const Rows& points, std::size_t count) const;

 private:
  double code(std::size_t axis, const Assignment& point);

  const std::vector<Axis>& axes_;
  std::vector<std::map<std::vector<std::string>, double>> codes_;  ///< by axis
  Rows points_;
  Rows objectives_;
  std::size_t count_ = 0;  ///< of objectives
};

}  // namespace isobar
