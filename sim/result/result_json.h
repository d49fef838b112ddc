// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "models/measure/result.h"
#include "sim/config/config.h"

namespace isobar {

struct CosimResult;

/// Writes a result as JSON, schema isobar.run/1 (docs/result.md), on one line. A quantity never
/// reached is null. Final loads and links are left out of a summary. `rtl`, of level rtl, may be
/// null.
void write_json(const Config& config, const RunResult& result, const CosimResult* rtl, bool summary,
                std::ostream& out);

/// Seconds that `cycles` of the PE clock take.
double seconds(const Rational& clock, Cycle cycles);

}  // namespace isobar
