// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/screening.h"

#include <algorithm>
#include <cmath>
#include <pagmo/utils/multi_objective.hpp>
#include <utility>

namespace isobar {
namespace {

using Rows = SurrogateData::Rows;

constexpr std::size_t most_remembered = 500;  // the cost grows with their cube

/// Ranks from 0, the best, to 1, a failed point. They are the same for seconds and their
/// logarithms.
Rows ranks(const Rows& objectives, std::size_t count) {
  std::vector<std::vector<double>> sorted(count);  // by objective
  for (const auto& row : objectives) {
    for (std::size_t k = 0; k < row.size(); ++k) sorted[k].push_back(row[k]);
  }
  for (auto& values : sorted) std::sort(values.begin(), values.end());
  Rows ranked(objectives.size(), std::vector<double>(count, 1));
  for (std::size_t i = 0; i < objectives.size(); ++i) {
    for (std::size_t k = 0; k < objectives[i].size(); ++k) {
      const auto& all = sorted[k];
      const auto better = std::lower_bound(all.begin(), all.end(), objectives[i][k]) - all.begin();
      ranked[i][k] = static_cast<double>(better) / static_cast<double>(all.size());
    }
  }
  return ranked;
}

}  // namespace

Screening::Screening(const std::vector<Axis>& axes) : axes_(axes), codes_(axes.size()) {}

double Screening::code(std::size_t axis, const Assignment& point) {
  std::vector<std::string> texts;
  for (const auto& key : axes_[axis].keys) {
    const auto found = point.find(key);
    texts.push_back(found == point.end() ? "" : found->second);
  }
  auto& codes = codes_[axis];
  const auto next = static_cast<double>(codes.size());
  return codes.emplace(std::move(texts), next).first->second;
}

std::vector<double> Screening::coordinates(const Assignment& point, const Places& places) {
  std::vector<double> all;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    all.push_back(axes_[axis].range ? places[axis] : code(axis, point));
  }
  return all;
}

void Screening::learn(const std::vector<double>& coordinates,
                      const std::vector<double>& objectives) {
  if (points_.size() == most_remembered) {
    points_.erase(points_.begin());
    objectives_.erase(objectives_.begin());
  }
  count_ = std::max(count_, objectives.size());
  points_.push_back(coordinates);
  objectives_.push_back(objectives);
}

std::vector<std::size_t> Screening::best(const Rows& points, std::size_t count) const {
  SurrogateData known;
  for (const auto& axis : axes_) known.is_number.push_back(axis.range.has_value());
  known.points = points_;
  known.values = ranks(objectives_, count_);
  auto hoped = hopes(known, points);
  for (auto& row : hoped) {
    for (auto& value : row) value = std::round(value * 1e6) / 1e6;  // the rest is rounding
  }
  const auto best = pagmo::select_best_N_mo(hoped, count);
  return {best.begin(), best.end()};
}

}  // namespace isobar
