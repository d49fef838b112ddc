// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/analysis/ramps.h"

namespace isobar {

/// Loads that show what a figure of Henrich's paper shows. The paper's text does not give the loads
/// of any figure: these are the smallest ones that do what the text says.

/// Figure 2: one step of lm-c5 in a ring. On the left a task goes along the shift direction over
/// PEs that keep their load; on the right two PEs level each other.
struct StepExample {
  std::string fabric;
  std::vector<Load> before;
  std::vector<Load> after;
  std::vector<Node> shifting;  ///< the PEs that shift a task
};
const StepExample& henrich_figure_2();

/// One picture of Figure 3: a ring with one ramp, and its loads after a phase of lm-c5.
struct RampExample {
  std::string shape;  ///< `steep`, `jump` …
  std::string fabric;
  std::vector<Load> before;
  std::vector<Load> after;
  Ramp ramp;
};
/// The upper row, from left to right, and the lower row.
const std::vector<RampExample>& henrich_figure_3();

/// Figure 4: loads that are balanced (Definition 2).
struct BalancedExample {
  std::string fabric;
  std::vector<Load> loads;
};
/// (a): three dimensions, in which the loads are 3 apart. They stay so for ever under lm-c5, whose
/// steps turn the loads round every ring and never change which values there are.
const BalancedExample& henrich_figure_4a();
/// (b): two dimensions, in which the loads are 2 apart. Both extremes lie in the ring of PEs 0 to
/// 3, which taken alone is therefore unbalanced.
const BalancedExample& henrich_figure_4b();

/// What Figure 4a shows, for any closed fabric: loads that stay D apart for ever under lm-c5, so
/// that no smaller tolerance than Definition 2's can always be met.
std::vector<Load> loads_apart_for_ever(const Fabric& fabric);

}  // namespace isobar
