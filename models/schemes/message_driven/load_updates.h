// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/parameter.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

namespace isobar {

/// How often a PE tells its load (Willebeek-LeMair and Reeves, Section III.F); exactly one of the
/// three is in force.
struct UpdateRule {
  Rational u = 0;  ///< factor: when the load is u times what was said last, or 1/u times
  Load dl = 0;     ///< ΔL: when it is ΔL off what was said last
  Cycle period =
      0;  ///< fixed time: at multiples of the period, if it is another than was said last
  bool drops_only = false;  ///< says only what is lower than what was said last
};

/// The parameters `u`, `dl` and `period`; `default_value` is in force where none is given.
std::vector<Parameter> update_parameters(const UpdateRule& default_value);
/// The parameter `tells` of the schemes that have it: UpdateRule::drops_only.
ParameterOf<bool> tells_parameter();
/// Throws ValueError: more than one given, or a factor that is not between 0 and 1.
UpdateRule update_rule(const ParameterValues& values, const UpdateRule& default_value);

/// What a PE has last said of one load.
class LoadNews {
 public:
  explicit LoadNews(const UpdateRule& rule) : rule_(rule) {}

  /// Whether `load` is to be said now, as the first is; then it counts as said. By fixed time it
  /// sets the PE's timer and waits for `tick`.
  bool due(AgentPe& pe, Load load);
  /// Whether `load` is to be said at the timer; then it counts as said.
  bool tick(Load load);

 private:
  bool is_news(Load load) const;
  bool is_due(Load load) const;

  UpdateRule rule_;
  std::optional<Load> told_;
  bool armed_ = false;
};

}  // namespace isobar
