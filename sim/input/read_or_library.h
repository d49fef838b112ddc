// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <istream>
#include <vector>

#include "models/workloads/applications/tardiness.h"

namespace isobar {

/// Instances of weighted tardiness as the OR-Library has them (wt40, wt50, wt100): for each in turn
/// the processing times of its `jobs` jobs, then their weights, then their due dates; whole numbers
/// with white space between them, however they are broken into lines.
/// Throws ValueError naming the line, or the instance, the job and the number, that is wrong or
/// missing.
std::vector<std::vector<Job>> read_or_library(std::istream& in, std::size_t jobs);

}  // namespace isobar
