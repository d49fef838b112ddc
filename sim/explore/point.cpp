// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/point.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"

namespace isobar {
namespace {

bool is_message_driven(const Assignment& point) {
  const auto scheme = point.find("scheme");
  if (scheme == point.end()) return false;
  try {
    return SchemeChoice::parse(scheme->second).is_message_driven();
  } catch (const ValueError&) {
    return false;  // the point will say so itself
  }
}

}  // namespace

std::string level_of(const Assignment& point) {
  const auto level = point.find("level");
  if (level != point.end() && level->second != "auto") return level->second;
  return is_message_driven(point) ? "cycles" : "steps";
}

Assignment with_level(Assignment point) {
  point["level"] = level_of(point);
  return point;
}

ConfigText config_text(const Assignment& point) {
  ConfigText text;
  for (const auto& [key, value] : point) {
    if (key == "level" && value == "auto") continue;
    text.set(key, value, "point");
  }
  return text;
}

std::string command_of(const Assignment& point) {
  std::string command = "isobar run";
  for (const auto& [key, value] : with_level(point)) {
    const bool plain = value.find_first_of(" '\"$`\\*?()[]{}<>|&;#~!") == std::string::npos;
    command +=
        plain ? fmt::format(" --set {}={}", key, value) : fmt::format(" --set '{}={}'", key, value);
  }
  return command;
}

}  // namespace isobar
