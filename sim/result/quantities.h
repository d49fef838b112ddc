// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/types.h"

namespace isobar {

/// Four digits in the largest unit of which it is at least one, from ns to s.
std::string time_text(double seconds);
/// The same from pJ to J.
std::string energy_text(double picojoules);
/// `12.5 %`; of nothing it is 0.
std::string percent(Cycle part, Cycle whole);

}  // namespace isobar
