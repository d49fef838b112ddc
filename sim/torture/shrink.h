// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "sim/torture/judge.h"

namespace isobar {

/// The shortest trial, by options left out, files left out and values made simpler, that still
/// breaks the same law as far as `patience` lets it be found. `finding` becomes that of the trial.
Trial shrink(const Judge& judge, Trial trial, BrokenLaw& finding, std::chrono::seconds patience);

/// Simpler texts to try in the place of a value: without its parameters, one by one, and with
/// smaller numbers. Those before others go further.
std::vector<std::string> simpler_values(const std::string& key, const std::string& value);

}  // namespace isobar
