// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config.h"

namespace isobar {

struct CosimResult;

/// What was compared, in a line.
std::string agreement_text(const Config& config, const CosimResult& result);

/// Where RTL and model first differ, and what happened before.
std::string mismatch_text(const Config& config, const CosimResult& result);

}  // namespace isobar
