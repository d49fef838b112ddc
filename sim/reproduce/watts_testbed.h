// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/types.h"
#include "sim/reproduce/lab.h"

namespace isobar {

/// Seconds of a step, and tasks that moved in the balancing before it: means over runs, by step.
struct WattsSteps {
  std::vector<double> seconds;
  std::vector<double> moved;

  double unbalanced() const { return seconds.front(); }
  /// The mean over steps `from` to `to`; number 1 is the first, which nothing was balanced before.
  double mean_of(std::size_t from, std::size_t to) const;
  /// The mean over all steps after the second balancing, for single ones alternate.
  double later() const { return mean_of(3, seconds.size()); }
  /// Tasks moved in a balancing, the mean over balancings `from` to `to`; number 1 is the first.
  double moved_in(std::size_t from, std::size_t to) const;
  std::size_t balancings() const { return seconds.size() - 1; }
  /// Tasks moved in one of the balancings after the second, over those in one of the first two.
  double left_to_move() const { return moved_in(3, balancings()) / moved_in(1, 2); }
  /// The number of the last balancing that moved tasks; 0: none did.
  std::size_t last_move() const;
};

/// The particle simulation of Watts, Rieffel and Taylor on machines in a star around a switch. A
/// step takes `fixed` on every machine, and `all_work` · share/speed.
struct WattsTestbed {
  bool with_slowest = true;        ///< the SparcServer is one of them
  Cycle fixed = 980'000;           ///< microseconds
  double all_work = 131'200'000;   ///< microseconds at speed 1
  std::int64_t least_cells = 500;  ///< of a partition that another was divided into
  std::int64_t steps = 31;

  /// Figure 2: relative speeds.
  std::vector<Rational> speeds() const;
  /// Seconds of a step whose shares are in proportion to the speeds.
  double at_best() const;
  /// The scheme with these capacities: `equal`, `rated,error=0.25`, `measured`; none for no
  /// balancing.
  std::string scheme(const std::string& capacities) const;
};

/// What is assumed of static capacities: they are off by up to a quarter.
constexpr double watts_error = 0.25;
std::string watts_static(double error = watts_error);
constexpr int watts_seeds = 20;  ///< of static capacities

/// One curve: capacities as WattsTestbed::scheme() takes them, means over `seeds` runs.
struct WattsCurve {
  WattsTestbed testbed;
  std::string capacities;
  int seeds = 1;
};
std::vector<WattsSteps> watts_steps(const Lab& lab, const std::vector<WattsCurve>& curves);

}  // namespace isobar
