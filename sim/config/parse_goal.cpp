// SPDX-License-Identifier: Apache-2.0
#include "sim/config/parse_goal.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/measure/goals.h"
#include "models/text.h"
#include "models/unknown_name.h"
#include "sim/config/parsers.h"

namespace isobar {

Goal parse_goal(const std::string& text) {
  const auto colon = text.find(':');
  const auto* entry = find_goal(std::string_view(text).substr(0, colon));
  const bool argument = entry != nullptr && entry->argument.kind != GoalArgument::Kind::none;
  if (entry == nullptr || (!argument && colon != std::string::npos)) {
    throw ValueError(unknown_name("goal", text, goal_forms()));
  }
  if (!argument) return {entry->kind, 0};
  const auto& [kind, symbol, what, example] = entry->argument;
  if (colon == std::string::npos) {
    throw ValueError(
        fmt::format("{} needs a number, for example {}:{}", entry->name, entry->name, example));
  }
  const auto number = text.substr(colon + 1);
  if (kind == GoalArgument::Kind::count) {
    return {entry->kind, parse_integer(number, what, 0, max_count)};
  }
  return {entry->kind, 0, parse_part(number, what, 1)};
}

}  // namespace isobar
