// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/config/config.h"

namespace isobar {

/// Members stay in the order in which they were added.
using Json = nlohmann::ordered_json;

/// Every key of the experiment with the value that holds; where outputs go is no part of it.
Json config_json(const Config& config);

/// On one line. File names need not be UTF-8; JSON must be.
std::string json_text(const Json& json);

}  // namespace isobar
