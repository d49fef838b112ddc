// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace isobar {

/// Points whose objectives a Gaussian process knows or predicts.
struct SurrogateData {
  using Rows = std::vector<std::vector<double>>;

  std::vector<bool> is_number;  ///< by axis; else a category
  Rows points;                  ///< by axis: a category's code, or a number from 0 to 1
  Rows values;                  ///< by objective, for each of `points`
};

/// The least that may be hoped for at `points`, by objective: mean less 3 standard deviations of
/// a Gaussian process for each objective (Rasmussen and Williams, 2006, eq. 2.25 and 2.26). Points
/// are alike by the product over the axes of s where categories differ, s^(3·distance) of numbers;
/// each axis's s is the likeliest, for all objectives together.
SurrogateData::Rows hopes(const SurrogateData& known, const SurrogateData::Rows& points);

}  // namespace isobar
