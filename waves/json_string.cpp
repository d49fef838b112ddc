// SPDX-License-Identifier: Apache-2.0
#include "waves/json_string.h"

#include <nlohmann/json.hpp>

namespace isobar {

JsonString::JsonString(const std::string& text)
    : json_(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {}

}  // namespace isobar
