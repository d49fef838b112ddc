// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/symmetry_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "tests/symmetry/symmetries.h"
#include "tests/symmetry/transformations.h"

namespace isobar::test {
namespace {

std::string names_of(const Symmetries& row) {
  std::string names;
  for (const auto& scheme : row.schemes) {
    names += (names.empty() ? "`" : ", `") + scheme + "`";
  }
  return names;
}

const char* verdict(const Symmetries& row, const std::string& transformation) {
  if (std::count(row.holds.begin(), row.holds.end(), transformation) > 0) return "yes";
  for (const auto& one : row.absent) {
    if (one.transformation == transformation) return "no";
  }
  return "–";
}

/// The counterexamples of a row with the same reason, by the first of them.
std::vector<std::vector<Counterexample>> by_reason(const Symmetries& row) {
  std::vector<std::vector<Counterexample>> groups;
  for (const auto& one : row.absent) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& g) { return g.front().why == one.why; });
    if (group == groups.end()) {
      groups.push_back({one});
    } else {
      group->push_back(one);
    }
  }
  return groups;
}

std::string line_of(const Symmetries& row, const std::vector<Counterexample>& group) {
  std::vector<std::string> names;
  for (const auto& one : group) names.push_back(one.transformation);
  const auto& first = group.front();
  const bool is_graph = first.fabric.find(':') == std::string::npos;
  return fmt::format("| {} | {} | {} | {}`{}`: {} |\n", names_of(row), fmt::join(names, ", "),
                     first.why, is_graph ? "graph " : "", first.fabric,
                     fmt::join(first.loads, " "));
}

}  // namespace

std::string table_of_transformations() {
  std::string table = "| transformation | on | what it does |\n| --- | --- | --- |\n";
  for (const auto& one : transformations()) {
    table += fmt::format("| {} | {} | {} |\n", one.name, one.on, one.what);
  }
  return table;
}

std::string table_of_symmetries() {
  std::string table = "| scheme |";
  std::string rule = "| --- |";
  for (const auto& one : transformations()) {
    table += " " + one.name + " |";
    rule += " --- |";
  }
  table += "\n" + rule + "\n";
  for (const auto& row : symmetries()) {
    if (!row.needs.empty()) continue;
    table += "| " + names_of(row) + " |";
    for (const auto& one : transformations()) table += fmt::format(" {} |", verdict(row, one.name));
    table += "\n";
  }
  return table;
}

std::string table_of_reasons() {
  std::string table =
      "| scheme | not symmetric under | why | the first of these seen on, with loads |\n"
      "| --- | --- | --- | --- |\n";
  for (const auto& row : symmetries()) {
    for (const auto& group : by_reason(row)) table += line_of(row, group);
  }
  return table;
}

}  // namespace isobar::test
