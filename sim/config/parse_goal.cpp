// SPDX-License-Identifier: Apache-2.0
#include "sim/config/parse_goal.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/text.h"
#include "sim/config/parsers.h"

namespace isobar {

Goal parse_goal(const std::string& text) {
  const auto colon = text.find(':');
  const auto kind = text.substr(0, colon);
  const auto number = [&](const char* example) {
    if (colon == std::string::npos) {
      throw ValueError(fmt::format("{} needs a number, for example {}:{}", kind, kind, example));
    }
    return text.substr(colon + 1);
  };
  const auto count = [&] {
    return parse_integer(number("1000"), "a number of " + kind, 0, max_count);
  };
  if (kind == "steps") return {Goal::Kind::steps, count()};
  if (kind == "cycles") return {Goal::Kind::cycles, count()};
  if (text == "balanced") return {Goal::Kind::balanced, 0};
  if (text == "shared") return {Goal::Kind::shared, 0};
  if (text == "finished") return {Goal::Kind::finished, 0};
  if (kind == "efficiency") {
    return {Goal::Kind::efficiency, 0, parse_part(number("0.9"), "an efficiency", 1)};
  }
  throw ValueError(
      fmt::format("unknown goal '{}'; allowed: balanced, shared, efficiency:E, "
                  "finished, steps:N, cycles:N",
                  text));
}

}  // namespace isobar
