// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "models/measure/measured_run.h"
#include "sim/config/config.h"

namespace isobar {

struct CosimResult;

inline constexpr auto result_schema_name = "isobar.run/1";

/// A run of a configuration as its statistics see it. `rtl`, of level rtl, may be null. Both
/// others must outlive it.
MeasuredRun measured_run(const Config& config, const RunResult& result, const CosimResult* rtl);

/// Writes a result as JSON, schema isobar.run/1 (docs/result.md), on one line. A quantity never
/// reached is null. What has one value a PE, link or iteration is left out of a summary. `rtl`, of
/// level rtl, may be null.
void write_json(const Config& config, const RunResult& result, const CosimResult* rtl, bool summary,
                std::ostream& out);

}  // namespace isobar
