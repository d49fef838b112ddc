// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/tardiness_bound.h"

#include <cmath>
#include <utility>

namespace isobar {
namespace {

/// Far more than what rounding adds up to, far less than 1.
constexpr double slack = 1e-6;

}  // namespace

TardinessBound::TardinessBound(std::vector<Job> jobs, Schedule order)
    : jobs_(std::move(jobs)), order_(std::move(order)) {
  for (const auto& job : jobs_) {
    limit_.push_back(static_cast<double>(job.weight) / static_cast<double>(job.time));
  }
}

std::int64_t TardinessBound::of(std::uint64_t set, std::int64_t total) {
  // With r = λ/p the bound is the largest Σ r_j·a_j, a_j = p_j·(C_j − d_j), where r falls along the
  // order and r_j ≤ w_j/p_j. From the last job to the first: f(c) = the largest sum from here on if
  // no r is above c. It rises and is concave and piecewise linear; its slope falls at the drops,
  // the last of which is the end of the list.
  drops_.clear();
  auto end = total;
  for (auto next = order_.rbegin(); next != order_.rend(); ++next) {
    const auto number = *next;
    if ((set >> number & 1) == 0) continue;
    const auto& job = jobs_[number];
    const auto gain = job.time * (end - job.due);
    end -= job.time;
    // Beyond w/p the value stays what it is there.
    std::int64_t slope = 0;
    while (!drops_.empty() && drops_.back().at >= limit_[number]) {
      slope += drops_.back().by;
      drops_.pop_back();
    }
    if (slope + gain > 0) {
      drops_.push_back({limit_[number], slope + gain});
      continue;
    }
    // A job that is early takes from the slope everywhere; where that is no more, r rises no more.
    auto loss = -(slope + gain);
    while (loss > 0 && !drops_.empty()) {
      const auto taken = std::min(loss, drops_.back().by);
      loss -= taken;
      drops_.back().by -= taken;
      if (drops_.back().by == 0) drops_.pop_back();
    }
  }
  double bound = 0;
  for (const auto& drop : drops_) bound += drop.at * static_cast<double>(drop.by);
  return static_cast<std::int64_t>(std::ceil(bound - slack));
}

}  // namespace isobar
