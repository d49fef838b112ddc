// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar::test {

/// A random experiment of a property: one of the schemes on one of the fabrics, with links of all
/// kinds.
Experiment random_experiment(const std::vector<std::string>& schemes,
                             const std::vector<std::string>& fabrics);

/// Asserts, in a property: both levels agree on every number, twice the same; no task is lost.
void require_same_at_both_levels(const Experiment& experiment);

}  // namespace isobar::test
