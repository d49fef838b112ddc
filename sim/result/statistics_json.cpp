// SPDX-License-Identifier: Apache-2.0
#include "sim/result/statistics_json.h"

#include <algorithm>

#include "models/statistics/statistics.h"

namespace isobar {
namespace {

bool is_there(const StatisticValue& value) { return !std::holds_alternative<NotInThisRun>(value); }

/// The member at a path with dots, made if it is not there.
Json& member(Json& json, const std::string& path) {
  Json* at = &json;
  std::size_t start = 0;
  for (;;) {
    const auto dot = path.find('.', start);
    at = &(*at)[path.substr(start, dot - start)];
    if (dot == std::string::npos) return *at;
    start = dot + 1;
  }
}

/// A path without rows.
void put(Json& json, const std::string& path, const StatisticValue& value) {
  member(json, path) = to_json(value);
}

/// `links[].words` in its two parts; the second is empty where the entries are plain values.
struct ListPath {
  std::string list;
  std::string field;

  explicit ListPath(const std::string& path) {
    const auto mark = path.find(list_mark);
    list = path.substr(0, mark);
    const auto rest = mark + list_mark.size();
    if (rest < path.size()) field = path.substr(rest + 1);
  }
};

void put_list(Json& json, const Statistic& statistic, const StatisticGroup& group,
              const MeasuredRun& run) {
  const ListPath path(statistic.path);
  for (std::size_t row = 0; row < run.rows(group.scope); ++row) {
    const auto value = statistic.read(run, row);
    if (!is_there(value)) return;
    auto& list = member(json, path.list);
    if (list.is_null()) list = Json::array();
    if (path.field.empty()) {
      list.push_back(to_json(value));
    } else {
      if (list.size() == row) list.push_back(Json::object());
      list[row][path.field] = to_json(value);
    }
  }
}

/// The rows of a `*`, under their names; the deprecated path has the names as they were.
void put_named(Json& json, const Statistic& statistic, const StatisticGroup& group,
               const MeasuredRun& run) {
  const auto parent = [](const std::string& path) { return path.substr(0, path.size() - 2); };
  Json all = Json::object();
  Json as_they_were = Json::object();
  for (std::size_t row = 0; row < run.rows(group.scope); ++row) {
    const auto name = run.row_name(group.scope, row);
    as_they_were[name] = all[row_key(name)] = to_json(statistic.read(run, row));
  }
  member(json, parent(statistic.path)) = std::move(all);
  if (statistic.old_path.empty()) return;
  member(json, parent(statistic.old_path)) = std::move(as_they_were);
}

void put_group(Json& json, const StatisticGroup& group, const MeasuredRun& run, bool summary) {
  const bool left_out = summary && group.scope != Scope::run;
  for (const auto& path : group.objects) {
    if (left_out) break;
    auto& object = member(json, path);
    if (object.is_null()) object = Json::object();
  }
  for (const auto& statistic : group.statistics) {
    if (statistic.path.find(list_mark) != std::string::npos) {
      if (!summary) put_list(json, statistic, group, run);
    } else if (statistic.path.back() == '*') {
      put_named(json, statistic, group, run);
    } else if (const auto value = statistic.read(run, 0); is_there(value)) {
      put(json, statistic.path, value);
      if (!statistic.old_path.empty()) put(json, statistic.old_path, value);
    }
  }
}

}  // namespace

std::string row_key(const std::string& name) {
  auto key = name;
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

Json to_json(const StatisticValue& value) {
  return std::visit(
      [](const auto& plain) -> Json {
        using Plain = std::decay_t<decltype(plain)>;
        if constexpr (std::is_same_v<Plain, NotInThisRun> ||
                      std::is_same_v<Plain, std::monostate>) {
          return nullptr;
        } else {
          return plain;
        }
      },
      value);
}

Json statistics_json(const MeasuredRun& run, bool summary) {
#ifndef NDEBUG
  require_declared(run.result());
#endif
  using Otherwise = StatisticGroup::Otherwise;
  Json json = Json::object();
  for (const auto& group : statistics()) {
    if (group.scope == Scope::link) continue;
    if (group.applies_to(run) || group.otherwise == Otherwise::as_counted) {
      put_group(json, group, run, summary);
    } else if (group.otherwise == Otherwise::null) {
      json[group.root] = nullptr;
    }
  }
  return json;
}

void write_links(const MeasuredRun& run, std::ostream& out) {
  // As text: a large fabric's links as a document would need many times their memory, and a
  // document of each link many times their time.
  std::vector<std::pair<std::string, const StatisticReader*>> fields;
  for (const auto& group : statistics()) {
    if (group.scope != Scope::link || !group.applies_to(run)) continue;
    for (const auto& statistic : group.statistics) {
      const auto* mark = fields.empty() ? "{" : ",";
      fields.emplace_back(mark + json_text(Json(ListPath(statistic.path).field)) + ":",
                          &statistic.read);
    }
  }
  const char* separator = "";
  out << '[';
  for (std::size_t row = 0; row < run.rows(Scope::link); ++row) {
    if (!run.has_row(Scope::link, row)) continue;
    out << separator;
    for (const auto& [name, read] : fields) {
      const auto value = (*read)(run, row);
      out << name;
      if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        out << *whole;
      } else {
        out << json_text(to_json(value));
      }
    }
    out << '}';
    separator = ",";
  }
  out << ']';
}

}  // namespace isobar
