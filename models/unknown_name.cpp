// SPDX-License-Identifier: Apache-2.0
#include "models/unknown_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace isobar {
namespace {

/// Without the dashes of an option.
std::string_view letters(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

/// The optimal string alignment distance: how many letters are left out, put in, replaced, or
/// exchanged with the next.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view written, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 64;
  constexpr std::size_t most = 3;
  const auto meant = letters(written);
  if (meant.size() > longest) return {};
  std::size_t least = (meant.size() + 2) / 3 + 1;  // nearer, or it is another word
  std::vector<std::string> nearest;
  for (const auto& name : names) {
    const auto other = letters(name);
    const bool begins = meant.size() > 1 && other.substr(0, meant.size()) == meant;
    const auto far = begins ? 1 : distance(meant, other);
    if (far > least || (far == least && nearest.empty()) || far >= other.size()) continue;
    if (far < least) nearest.clear();
    least = far;
    const bool is_new = std::find(nearest.begin(), nearest.end(), name) == nearest.end();
    if (is_new && nearest.size() < most) nearest.push_back(name);
  }
  return nearest.empty() ? "" : fmt::format(" did you mean {}?", fmt::join(nearest, " or "));
}

std::string unknown_name(std::string_view what, std::string_view written,
                         const std::vector<std::string>& allowed) {
  std::vector<std::string> names;
  for (const auto& form : allowed) names.push_back(form.substr(0, form.find(':')));
  return fmt::format("unknown {} '{}';{} allowed: {}", what, written,
                     did_you_mean(written.substr(0, written.find(':')), names),
                     fmt::join(allowed, ", "));
}

}  // namespace isobar
