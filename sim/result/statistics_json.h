// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "models/measure/measured_run.h"
#include "sim/config/config_json.h"

namespace isobar {

/// All statistics of a run but those of each link, as a result has them (docs/statistics.md). What
/// has one value a PE or iteration is left out of a summary.
Json statistics_json(const MeasuredRun& run, bool summary);

/// The statistics of each link as a list.
void write_links(const MeasuredRun& run, std::ostream& out);

/// A kind of word as a key: `max ratio` as max_ratio.
std::string row_key(const std::string& name);

/// Null if it was never reached. It must be in this run.
Json to_json(const StatisticValue& value);

}  // namespace isobar
