// SPDX-License-Identifier: Apache-2.0
#include "tests/support/equal.h"

#include <iostream>

#include "models/statistics/print_statistics.h"
#include "models/statistics/statistics.h"

namespace isobar::test {
namespace {

std::string difference(const StatisticGroup& group, const MeasuredRun& a, const MeasuredRun& b) {
  if (group.applies_to(a) != group.applies_to(b)) return group.title + ": only one run has it";
  if (!group.applies_to(a)) return {};
  const auto rows = a.rows(group.scope);
  if (rows != b.rows(group.scope)) return group.title + ": another number of rows";
  for (std::size_t row = 0; row < rows; ++row) {
    if (!a.has_row(group.scope, row)) continue;
    for (const auto& statistic : group.statistics) {
      const auto one = statistic.read(a, row);
      const auto other = statistic.read(b, row);
      if (one == other) continue;
      return statistic.path + ", row " + std::to_string(row) + ": " + text_of(one) + " and " +
             text_of(other);
    }
  }
  return {};
}

}  // namespace

std::string first_difference(const Experiment& experiment, const RunResult& a, const RunResult& b) {
  require_declared(a);
  require_declared(b);
  const MeasuredRun one(experiment, a);
  const MeasuredRun other(experiment, b);
  for (const auto& group : statistics()) {
    if (group.depends_on_level || group.before_run) continue;
    if (auto text = difference(group, one, other); !text.empty()) return text;
  }
  return {};
}

bool same(const Experiment& experiment, const RunResult& a, const RunResult& b) {
  const auto text = first_difference(experiment, a, b);
  if (!text.empty()) std::cerr << text << '\n';
  return text.empty();
}

}  // namespace isobar::test
