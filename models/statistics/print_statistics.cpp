// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/print_statistics.h"

#include <fmt/format.h>

#include <type_traits>

#include "models/statistics/statistics.h"

namespace isobar {

std::string text_of(const StatisticValue& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, NotInThisRun>) {
          return {};
        } else if constexpr (std::is_same_v<Held, std::monostate>) {
          return "never";
        } else {
          return fmt::format("{}", held);
        }
      },
      value);
}

void print_statistics(std::ostream& out, const MeasuredRun& run, const std::string& prefix) {
  for (const auto& group : statistics()) {
    if (group.scope != Scope::run || !group.applies_to(run)) continue;
    for (const auto& statistic : group.statistics) {
      const auto value = text_of(statistic.read(run, 0));
      if (value.empty()) continue;
      const auto unit = statistic.unit.empty() ? "" : statistic.unit + ": ";
      out << fmt::format("{:<44} {:>16}  # {}{}\n", prefix + statistic.path, value, unit,
                         statistic.help);
    }
  }
}

}  // namespace isobar
