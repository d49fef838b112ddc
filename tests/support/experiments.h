// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"

namespace isobar::test {

/// An experiment with all defaults: electrical links, until balanced.
Experiment experiment(const std::string& fabric, const std::string& scheme, const std::string& load,
                      std::uint64_t seed = 1);
Experiment experiment(const std::string& fabric, const std::string& scheme,
                      std::vector<Load> loads);

}  // namespace isobar::test
