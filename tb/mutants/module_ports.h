// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace isobar {

/// Gives a module of Yosys' JSON a port of these bits.
inline void add_port(nlohmann::json& module, const std::string& name, const char* direction,
                     const nlohmann::json& bits) {
  module["ports"][name] = {{"direction", direction}, {"bits", bits}};
  module["netnames"][name] = {
      {"hide_name", 0}, {"bits", bits}, {"attributes", nlohmann::json::object()}};
}

}  // namespace isobar
