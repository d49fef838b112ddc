// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config.h"

namespace isobar {

/// The configuration as TOML that gives the same run, each key with where its value came from.
std::string to_toml(const Config& config);

}  // namespace isobar
