// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar::test {

/// An experiment with all defaults: electrical links, until balanced. The result lists each PE's
/// deepest queue.
Experiment experiment(const std::string& fabric, const std::string& scheme, const std::string& load,
                      std::uint64_t seed = 1);
Experiment experiment(const std::string& fabric, const std::string& scheme,
                      std::vector<Load> loads);

/// The same, but the ends of its phases are free, as the papers' measures have it.
Experiment free_ends(Experiment experiment);

}  // namespace isobar::test
