// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isobar {

/// One value, under one treatment, in one block: in a block all but the treatment is equal.
struct Observation {
  double value = 0;
  std::size_t treatment = 0;
  std::size_t block = 0;
};

/// What the treatments of an incomplete block design do: value = mean + block + treatment, by least
/// squares (Montgomery, Design and Analysis of Experiments, Section 4.4). In a complete design it
/// is each treatment's mean; with two treatments the intervals are those of the paired t test.
struct AdjustedMeans {
  struct Treatment {
    double mean = 0;   ///< its mean in the mean block; NaN if it is compared with nothing
    double reach = 0;  ///< from the mean to the ends of the 95 % interval of the effect; or NaN
    std::size_t observations = 0;  ///< in blocks where it is compared
    /// Only treatments of one group are compared with each other, directly or through others;
    /// effects of a group's treatments sum to 0.
    std::size_t group = 0;
  };
  std::vector<Treatment> treatments;
  std::vector<double> effects;      ///< by treatment
  std::vector<double> information;  ///< the matrix of the effects' normal equations, row by row
  std::size_t blocks = 0;           ///< the number of those that compare at least two treatments
  std::size_t observations = 0;     ///< the number of those in these blocks
  std::int64_t degrees = 0;         ///< the degrees of freedom that are left for the error
  double variance = 0;              ///< the error's
  double within_blocks = 0;         ///< the sum of squares about the blocks' means
  double residual = 0;              ///< the part of it that the treatments do not explain
};

AdjustedMeans adjusted_means(const std::vector<Observation>& observations, std::size_t treatments);

/// Which part of the sum of squares within blocks is due to treatments (a, b), of number
/// a·`columns` + b, being more than the sum of what a and b do: their interaction.
double interaction_share(const AdjustedMeans& cells, std::size_t columns);

}  // namespace isobar
