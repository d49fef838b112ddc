// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "tb/synth.h"

namespace isobar {

/// What PEs of work stealing are called by whom they ask, not at random.
std::string stealing_name(VictimChoice victims);

/// Achieved frequencies over the seeds that could be placed, in MHz.
struct Spread {
  double min = 0;
  double median = 0;  ///< of an even number, the mean of the middle two
  double max = 0;
};

/// Nothing if no seed could be placed.
std::optional<Spread> spread(const SynthRow& row);

/// Two tables in Markdown: every PE, and what its parts take.
std::string synth_text(const SynthPlan& plan, const SynthResult& result);

/// Schema isobar.synth/1 (docs/synthesis.md).
void write_synth_json(const SynthPlan& plan, const SynthResult& result, std::ostream& out);

}  // namespace isobar
