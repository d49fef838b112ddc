// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/scenario_keys.h"

#include <algorithm>
#include <array>

namespace isobar {

bool is_scenario_key(const std::string& key) {
  constexpr std::array given = {"fabric",    "machines", "speed",     "memory",     "external",
                                "app",       "load",     "task_bits", "until",      "tolerance",
                                "max_steps", "traffic",  "stalls",    "max_cycles", "level"};
  return std::find(given.begin(), given.end(), key) != given.end();
}

}  // namespace isobar
