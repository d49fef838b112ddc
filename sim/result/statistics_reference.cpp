// SPDX-License-Identifier: Apache-2.0
#include "sim/result/statistics_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/algorithm/string/replace.hpp>

#include "models/statistics/statistics.h"

namespace isobar {
namespace {

const char* type_name(StatisticType type) {
  switch (type) {
    case StatisticType::flag:
      return "flag";
    case StatisticType::whole:
      return "whole";
    case StatisticType::real:
      return "real";
    case StatisticType::word:
      return "word";
    case StatisticType::text:
      return "text";
  }
  return "";
}

/// The line with all that belongs to it: the words that there are, and who counts it.
std::string whole_help(const Statistic& statistic) {
  auto text = statistic.help;
  if (!statistic.words.empty()) text += fmt::format(": {}", fmt::join(statistic.words, ", "));
  if (!statistic.counted_by.empty()) text += fmt::format(" ({})", statistic.counted_by);
  return text;
}

const char* scope_words(Scope scope) {
  switch (scope) {
    case Scope::run:
      return "";
    case Scope::pe:
      return "one value a PE";
    case Scope::link:
      return "one value a link";
    case Scope::iteration:
      return "one value an iteration";
    case Scope::word_kind:
      return "one value a kind of word";
  }
  return "";
}

/// A bar would end a cell of the table.
std::string in_table(const std::string& text) { return boost::replace_all_copy(text, "|", "\\|"); }

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

void add_section(const StatisticGroup& group, std::string& out) {
  if (group.statistics.empty()) return;
  const std::string rows = scope_words(group.scope);
  out += fmt::format("\n## {}\n\n{}{}\n\n", group.title, group.help,
                     rows.empty() ? "" : " There is " + rows + ".");
  out +=
      "| path | metric | unit | type | better | meaning |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const auto& one : group.statistics) {
    out +=
        fmt::format("| {} | {} | {} | {} | {} | {} |\n", code(one.path), code(one.metric), one.unit,
                    type_name(one.type), better_name(one.better), in_table(whole_help(one)));
  }
}

void add_deprecated(std::string& out) {
  out +=
      "\n## Deprecated names\n\nCarried for a release beside the names of now.\n\n"
      "| was | is |\n| --- | --- |\n";
  for (const auto& group : statistics()) {
    for (const auto& one : group.statistics) {
      if (!one.old_path.empty()) {
        out += fmt::format("| path {} | {} |\n", code(one.old_path), code(one.path));
      }
      if (!one.old_metric.empty()) {
        out += fmt::format("| metric {} | {} |\n", code(one.old_metric), code(one.metric));
      }
    }
  }
}

}  // namespace

std::string statistics_text() {
  std::string text =
      "Statistics of a run (docs/statistics.md; JSON Schema: isobar list statistics --as schema, "
      "installed as share/isobar/schema/isobar.run-1.json): where in a result, what, [unit]\n";
  for (const auto& group : statistics()) {
    for (const auto& one : group.statistics) {
      text += fmt::format("  {:<36} {}{}\n", one.path, whole_help(one),
                          one.unit.empty() ? "" : fmt::format(" [{}]", one.unit));
    }
  }
  return text;
}

std::string statistics_markdown() {
  std::string out =
      "# Statistics of a run\n\n"
      "Written by `isobar list statistics --as markdown`; a test holds this page to it. Every "
      "quantity is declared once\n"
      "in the program, and results ([result.md](result.md)), campaigns ([explore.md](explore.md)), "
      "pages, the\n"
      "[JSON Schema](schema/isobar.run-1.json) of results and this page follow from it.\n\n"
      "`path` is the place in a result: `[]` stands for a list with an entry a row, `*` for the "
      "name of the row.\n"
      "`metric` is the name in campaigns, where a flag is 1 or 0 and a word its place among those "
      "listed, from 0.\n"
      "Whole numbers are counted and the same at every level to the last digit. What was never "
      "reached is null.\n";
  for (const auto& group : statistics()) add_section(group, out);
  add_deprecated(out);
  return out;
}

Json statistics_description() {
  Json all = Json::array();
  for (const auto& group : statistics()) {
    for (const auto& one : group.statistics) {
      Json json = {{"path", one.path},
                   {"unit", one.unit},
                   {"help", whole_help(one)},
                   {"type", type_name(one.type)},
                   {"better", better_name(one.better)},
                   {"group", group.title}};
      if (!one.old_path.empty()) json["was"] = one.old_path;
      all.push_back(std::move(json));
    }
  }
  return all;
}

}  // namespace isobar
