// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config.h"

namespace isobar {

/// What to say before a run whose application needs so many cycles that its simulation takes long,
/// and what makes it shorter; empty for other runs, and where a limit ends the run sooner.
std::string length_note(const Config& config);

}  // namespace isobar
