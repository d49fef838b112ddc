// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/config/config.h"

namespace isobar {

/// The configuration as TOML that gives the same run, each key with where its value came from.
std::string to_toml(const Config& config);

/// The keys with the values that hold in the run, written as in TOML.
std::vector<std::pair<std::string, std::string>> key_texts(const Config& config);

}  // namespace isobar
