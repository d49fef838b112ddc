// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/experiment/experiment.h"
#include "models/measure/result.h"
#include "tests/catch.h"

namespace isobar::test {

/// The first statistic in which two results of an experiment differ, in whatever row, with both
/// values; empty if there is none. All statistics are compared to the last digit, but for those
/// that say at what level the run was. Throws ModelError for a statistic that is not declared.
std::string first_difference(const Experiment& experiment, const RunResult& a, const RunResult& b);

/// Whether there is no such difference. Says on standard error where there is one.
bool same(const Experiment& experiment, const RunResult& a, const RunResult& b);

}  // namespace isobar::test
