// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/producer_setting.h"
#include "models/workloads/initial_load.h"

namespace isobar {

/// Pairs of numbers, one a run, of which the ratio of the expected values is wanted.
class RatioOfMeans {
 public:
  void add(double x, double y);

  /// mean(x)/mean(y), beyond E(x)/E(y) by a bias of order 1/runs.
  double ratio() const { return x_ / y_; }

  struct Band {
    double lower;
    double upper;

    bool holds(double ratio) const { return lower <= ratio && ratio <= upper; }
  };
  /// Fieller's confidence interval: all r for which mean(x − r·y) is within z of its own standard
  /// errors of 0, and 1e-12 for rounding, as one that is certain has no error. It holds r as often
  /// as a mean is within z, without the ratio's bias. Throws ValueError where the mean of y cannot
  /// be told from 0, which leaves no interval.
  Band band(double z) const;

 private:
  double runs_ = 0;
  double x_ = 0;  ///< the means
  double y_ = 0;
  double xx_ = 0;  ///< sums of products of deviations from them
  double xy_ = 0;
  double yy_ = 0;
};

/// How far a mean of many runs is from what it estimates, in standard errors, with this confidence
/// in `statements` of them at once (Bonferroni; both sides): 2.576 for 0.99 and one.
double simultaneous_z(double confidence, double statements);

/// E(l1)/E(li) after 1 … `operations` balancing operations, from so many runs; li is the mean of
/// all others.
std::vector<RatioOfMeans> real_ratios(const ProducerSetting& setting, std::int64_t operations,
                                      std::int64_t runs, std::uint64_t seed);
/// The same with packets, from `start` ≥ 0 on every processor.
std::vector<RatioOfMeans> packet_ratios(const ProducerSetting& setting, Load start,
                                        std::int64_t operations, std::int64_t runs,
                                        std::uint64_t seed);

}  // namespace isobar
