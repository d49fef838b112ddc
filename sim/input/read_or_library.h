// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <vector>

#include "models/workloads/applications/tardiness.h"

namespace isobar {

/// Instances of weighted tardiness as the OR-Library has them (wt40, wt50, wt100): for each in turn
/// the processing times of its jobs, then their weights, then their due dates; whole numbers
/// with white space between them, however they are broken into lines.
/// `size`: the jobs of each; none: as the file shows (or_library_size.h).
/// Throws ValueError naming the line, or the instance, the job and the number, that is wrong or
/// missing, or a size that does not fit.
std::vector<std::vector<Job>> read_or_library(std::istream& in, std::optional<std::size_t> size);

}  // namespace isobar
