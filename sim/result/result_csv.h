// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "models/measure/measured_run.h"
#include "sim/config/config.h"

namespace isobar {

/// Writes a result as a tidy table (docs/result.md): a line for each value, with the columns scope,
/// row, statistic, value and unit; the configuration's keys have the scope `config`. The values
/// are those of the JSON. A quantity never reached has an empty value. What has one value a PE,
/// link or iteration is left out of a summary.
void write_csv(const Config& config, const MeasuredRun& run, bool summary, std::ostream& out);

}  // namespace isobar
