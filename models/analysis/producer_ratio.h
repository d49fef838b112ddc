// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/producer_setting.h"
#include "models/workloads/initial_load.h"

namespace isobar {

/// Estimates the ratio of two expected values from pairs of numbers, one pair a run.
class RatioOfMeans {
 public:
  void add(double x, double y);

  /// mean(x)/mean(y), which estimates E(x)/E(y) with a bias of order 1/runs.
  double ratio() const { return x_ / y_; }

  struct Band {
    double lower;
    double upper;

    bool holds(double ratio) const { return lower <= ratio && ratio <= upper; }
  };
  /// Fieller's confidence interval: all r for which mean(x − r·y) is within z of its own standard
  /// errors of 0. It is widened by 1e-12 for rounding, because numbers without variance have no
  /// error. It contains the true ratio as often as a mean is within z standard errors, without the
  /// bias of the ratio. Throws ValueError if the mean of y is within z standard errors of 0, where
  /// there is no interval.
  Band band(double z) const;

 private:
  double runs_ = 0;
  double x_ = 0;  ///< the means
  double y_ = 0;
  double xx_ = 0;  ///< sums of products of deviations from them
  double xy_ = 0;
  double yy_ = 0;
};

/// The number of standard errors within which `statements` means of many runs all lie with this
/// confidence (Bonferroni, two-sided): 2.576 for a confidence of 0.99 and one statement.
double simultaneous_z(double confidence, double statements);

/// E(l1)/E(li) after 1 … `operations` balancing operations, estimated from `runs` runs; li is the
/// mean of all other processors.
std::vector<RatioOfMeans> real_ratios(const ProducerSetting& setting, std::int64_t operations,
                                      std::int64_t runs, std::uint64_t seed);
/// E(l1)/E(li) of the model with packets, where every processor starts with `start` ≥ 0.
std::vector<RatioOfMeans> packet_ratios(const ProducerSetting& setting, Load start,
                                        std::int64_t operations, std::int64_t runs,
                                        std::uint64_t seed);

}  // namespace isobar
