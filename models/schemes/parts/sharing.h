// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/parameter.h"
#include "models/schemes/parts/apportion.h"

namespace isobar {

struct SchemeSetting;

/// How a diffusion scheme's surplus or lack becomes shares in whole tasks (Willebeek-LeMair and
/// Reeves, equations 8 to 12 and 17 to 18), where the paper leaves room.
struct Sharing {
  Load delta_min = 1;  ///< δ_MIN: smaller shares are none, but Rounding::raised gives as much
  Rounding rounding = Rounding::sums;  ///< of shares to whole tasks
  bool exact_mean = false;  ///< the mean of eq. 8 as it is; else rounded down to whole tasks

  /// The shares of `amount`/`parts` tasks in proportion to `weights`.
  std::vector<Load> shares(Load amount, Load parts, const std::vector<Load>& weights) const;
};

/// The parameters `round` and `mean`; `delta_min` has its own (profitability.h).
std::vector<Parameter> sharing_parameters();
/// Throws ValueError if an exact mean is asked for and the scheme is weighted.
Sharing sharing(const SchemeSetting& setting);

}  // namespace isobar
