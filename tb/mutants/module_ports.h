// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace isobar {

/// The highest number of a bit in a module of Yosys' JSON; those above are free.
inline std::int64_t highest_bit(const nlohmann::json& module) {
  std::int64_t highest = 1;
  for (const auto& net : module.at("netnames")) {
    for (const auto& bit : net.at("bits")) {
      if (bit.is_number()) highest = std::max(highest, bit.get<std::int64_t>());
    }
  }
  return highest;
}

/// Gives a module a port of these bits.
inline void add_port(nlohmann::json& module, const std::string& name, const char* direction,
                     const nlohmann::json& bits) {
  module["ports"][name] = {{"direction", direction}, {"bits", bits}};
  module["netnames"][name] = {
      {"hide_name", 0}, {"bits", bits}, {"attributes", nlohmann::json::object()}};
}

}  // namespace isobar
