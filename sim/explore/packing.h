// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace isobar {

/// Shares jobs out among tasks: the longest first, each to the task that has least to do. There
/// are as many tasks as `seconds` fit into all costs together, at least one and at most
/// `most_tasks`. Each task is a list of positions in `costs` (seconds, > 0), ascending; none is
/// empty. The same costs give the same tasks.
std::vector<std::vector<std::size_t>> pack(const std::vector<double>& costs, double seconds,
                                           std::size_t most_tasks);

}  // namespace isobar
