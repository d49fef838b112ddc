// SPDX-License-Identifier: Apache-2.0
#include "sim/config/resolver.h"

namespace isobar {

std::string value_message(const std::string& place, const std::string& key,
                          const std::string& value, const std::string& why) {
  const bool option = place.rfind("--", 0) == 0 && place != "--set";
  if (option) return fmt::format("{} {}: {}", place, value, why);
  return fmt::format("{}: {} = {}: {}", place, key, value, why);
}

bool parse_bool(const std::string& text) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw ValueError(fmt::format("true or false is needed, not '{}'", text));
}

}  // namespace isobar
