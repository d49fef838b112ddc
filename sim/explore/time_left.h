// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace isobar {

/// How long points will still take, from how long those before them took: the estimates of the
/// points' costs say how much of the work is left, the clock how fast it goes.
class TimeLeft {
 public:
  using Clock = std::chrono::steady_clock;

  /// `costs` > 0, by point, in any unit.
  explicit TimeLeft(std::vector<double> costs, Clock::time_point start = Clock::now());

  /// A point has its result.
  void done(std::size_t point);
  /// `, 3 min 20 s left`; empty as long as no point is done, and once all are.
  std::string text(Clock::time_point now = Clock::now()) const;

 private:
  std::vector<double> costs_;
  Clock::time_point start_;
  double left_;
  double done_ = 0;
  std::size_t points_left_;
};

}  // namespace isobar
