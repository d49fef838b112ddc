// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/measure/measured_run.h"

namespace isobar {

/// What limited a run, in a sentence: of an application what its executors did most beside working,
/// else what took most of the time of a phase, or how busy the busiest link was. Empty where the
/// run lasted no cycle, and on an ideal network without an application.
std::string limit_text(const MeasuredRun& run);

/// What the phases of a synchronous run spent its cycles on, and what of the hardware would shorten
/// them; nothing would where nothing crossed a link. Empty if it lasted no cycle.
std::string phases_text(const MeasuredRun& run);

/// The link that was busy for the most cycles.
std::string busiest_link_text(const MeasuredRun& run);

}  // namespace isobar
