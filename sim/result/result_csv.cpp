// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_csv.h"

#include <csv.h>
#include <fmt/format.h>

#include <string>

#include "models/statistics/statistics.h"
#include "sim/config/config_json.h"
#include "sim/result/statistics_json.h"

namespace isobar {
namespace {

/// In quotes where it needs them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out(2 * text.size() + 2, '\0');
  out.resize(csv_write(out.data(), out.size(), text.data(), text.size()));
  return out;
}

std::string value_text(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : json_text(value);
}

const char* scope_name(Scope scope) {
  switch (scope) {
    case Scope::run:
      return "run";
    case Scope::pe:
      return "pe";
    case Scope::link:
      return "link";
    case Scope::iteration:
      return "iteration";
    case Scope::word_kind:
      return "word_kind";
  }
  return "";
}

void write_line(std::ostream& out, const char* scope, const std::string& row,
                const std::string& statistic, const Json& value, const std::string& unit) {
  out << scope << ',' << field(row) << ',' << field(statistic) << ',' << field(value_text(value))
      << ',' << field(unit) << '\n';
}

/// Links are counted as they are in the JSON: a slot without a link has no number.
void write_group(const StatisticGroup& group, const MeasuredRun& run, std::ostream& out) {
  std::size_t number = 0;
  for (std::size_t row = 0; row < run.rows(group.scope); ++row) {
    if (!run.has_row(group.scope, row)) continue;
    const auto name = group.scope == Scope::run         ? std::string()
                      : group.scope == Scope::word_kind ? row_key(run.row_name(group.scope, row))
                                                        : std::to_string(number);
    ++number;
    for (const auto& statistic : group.statistics) {
      const auto value = statistic.read(run, row);
      if (std::holds_alternative<NotInThisRun>(value)) continue;
      write_line(out, scope_name(group.scope), name, statistic.path, to_json(value),
                 statistic.unit);
    }
  }
}

}  // namespace

void write_csv(const Config& config, const MeasuredRun& run, bool summary, std::ostream& out) {
  out << "scope,row,statistic,value,unit\n";
  for (const auto& key : config.keys) {
    if (key.output) continue;
    const auto value = std::visit([](const auto& plain) -> Json { return plain; }, key.value);
    write_line(out, "config", "", key.name, value, "");
  }
  for (const auto& group : statistics()) {
    const bool many = group.scope != Scope::run && group.scope != Scope::word_kind;
    if (summary && many) continue;
    if (group.applies_to(run) || group.otherwise == StatisticGroup::Otherwise::as_counted) {
      write_group(group, run, out);
    }
  }
}

}  // namespace isobar
