// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "models/measure/measured_run.h"

namespace isobar {

/// The value as text: `never` if it was not reached, and nothing if it is not in this run.
std::string text_of(const StatisticValue& value);

/// Prints every statistic that a run has one value of, a line each: its path behind `prefix`, its
/// value, and as a comment its unit and what it is. What was never reached is `never`.
void print_statistics(std::ostream& out, const MeasuredRun& run, const std::string& prefix);

}  // namespace isobar
