// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/workloads/random.h"

namespace isobar {

/// Draws at random, the same on every machine.
class Dice {
 public:
  explicit Dice(Random random) : random_(std::move(random)) {}

  /// A whole number from `lo` to `hi`.
  std::int64_t whole(std::int64_t lo, std::int64_t hi) {
    return boost::random::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  }
  bool chance(double probability) {
    return boost::random::uniform_01<double>()(random_) < probability;
  }
  /// A number from `lo` > 0 to `hi`, evenly by the logarithm.
  double logarithmic(double lo, double hi) {
    return lo * std::exp(boost::random::uniform_01<double>()(random_) * std::log(hi / lo));
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(list.size()) - 1))];
  }
  std::string word(const std::vector<std::string>& list) { return one_of(list); }

 private:
  Random random_;
};

}  // namespace isobar
