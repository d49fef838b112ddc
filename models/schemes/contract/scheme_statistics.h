// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace isobar {

/// What a scheme counts of its own work: `borrowed`, `balancings`.
using SchemeStatistics = std::vector<std::pair<std::string, std::int64_t>>;

}  // namespace isobar
