// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config.h"

#include <fmt/format.h>

namespace isobar {

const char* level_name(Level level) {
  switch (level) {
    case Level::steps:
      return "steps";
    case Level::cycles:
      return "cycles";
    case Level::rtl:
      return "rtl";
  }
  return "";
}

std::string value_message(const std::string& place, const std::string& key,
                          const std::string& value, const std::string& why) {
  const bool option = place.rfind("--", 0) == 0 && place != "--set";
  if (option) return fmt::format("{} {}: {}", place, value, why);
  return fmt::format("{}: {} = {}: {}", place, key, value, why);
}

InputError bad_value(const Config& config, const std::string& key, const std::string& why) {
  for (const auto& k : config.keys) {
    const auto* value = std::get_if<std::string>(&k.value);
    if (k.name == key && value != nullptr)
      return InputError(value_message(k.origin, key, *value, why));
  }
  return InputError(fmt::format("{}: {}", key, why));
}

}  // namespace isobar
