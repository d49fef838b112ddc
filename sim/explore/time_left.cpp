// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/time_left.h"

#include <numeric>
#include <utility>

#include "sim/terminal/duration_text.h"

namespace isobar {

TimeLeft::TimeLeft(std::vector<double> costs, Clock::time_point start)
    : costs_(std::move(costs)),
      start_(start),
      left_(std::accumulate(costs_.begin(), costs_.end(), 0.0)),
      points_left_(costs_.size()) {}

void TimeLeft::done(std::size_t point) {
  left_ -= costs_[point];
  done_ += costs_[point];
  --points_left_;
}

std::string TimeLeft::text(Clock::time_point now) const {
  if (done_ <= 0 || points_left_ == 0) return {};
  const auto passed = std::chrono::duration<double>(now - start_).count();
  return ", " + duration_text(passed * left_ / done_) + " left";
}

}  // namespace isobar
