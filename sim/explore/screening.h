// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/explore/places.h"
#include "sim/explore/plan.h"
#include "sim/explore/surrogate.h"

namespace isobar {

/// Predicts from the points of a search that were run which others are worth running.
class Screening {
 public:
  using Rows = SurrogateData::Rows;

  explicit Screening(const std::vector<Axis>& axes);

  /// Coordinates of a point that depend on its keys, and not on the places that led there.
  std::vector<double> coordinates(const Assignment& point, const Places& places);
  /// `objectives` is empty for a point that failed. The latest 500 are remembered.
  void learn(const std::vector<double>& coordinates, const std::vector<double>& objectives);
  /// The indices of the `count` most promising of `points`, given by their coordinates, as NSGA-II
  /// would choose. At least one point that did not fail must have been learnt.
  std::vector<std::size_t> best(const Rows& points, std::size_t count) const;

 private:
  double code(std::size_t axis, const Assignment& point);

  const std::vector<Axis>& axes_;
  std::vector<std::map<std::vector<std::string>, double>> codes_;  ///< by axis
  Rows points_;
  Rows objectives_;
  std::size_t count_ = 0;  ///< number of objectives
};

}  // namespace isobar
