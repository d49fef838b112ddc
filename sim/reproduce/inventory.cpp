// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/inventory.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <utility>

#include "models/errors.h"
#include "sim/config/config_json.h"
#include "sim/reproduce/inventory_items.h"
#include "sim/reproduce/markdown.h"
#include "sim/reproduce/report.h"

namespace isobar {
namespace {

using Verdict = Comparison::Verdict;

/// From the best to the worst; an item is as good as its worst comparison.
constexpr std::array verdicts = {Verdict::not_comparable, Verdict::agrees, Verdict::as_explained,
                                 Verdict::missed, Verdict::failed};

std::size_t rank(Verdict verdict) {
  return static_cast<std::size_t>(std::find(verdicts.begin(), verdicts.end(), verdict) -
                                  verdicts.begin());
}

std::string text(const Json& entry, const char* name) {
  return entry.at(name).is_null() ? "" : entry.at(name).get<std::string>();
}

/// The comparisons of a result; none if it was not made.
std::optional<Json> comparisons(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return std::nullopt;
  try {
    const auto json = Json::parse(in);
    if (json.at("schema") != reproduction_schema_name) {
      throw ValueError(fmt::format("{}: a result of another schema than {}", file.string(),
                                   reproduction_schema_name));
    }
    return json.at("comparisons");
  } catch (const Json::exception&) {
    throw ValueError(fmt::format("{}: no result of isobar reproduce", file.string()));
  }
}

bool is_named(const std::string& what, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
    return fnmatch(pattern.c_str(), what.c_str(), 0) == 0;
  });
}

void join(const Json& all, InventoryRow& row) {
  for (const auto& entry : all) {
    if (!is_named(text(entry, "what"), row.item.rows)) continue;
    ++row.comparisons;
    const auto verdict = verdict_of(text(entry, "verdict"));
    if (row.verdict && rank(verdict) <= rank(*row.verdict)) continue;
    row.verdict = verdict;
    row.published = text(entry, "published");
    row.measured = text(entry, "measured");
    row.band = text(entry, entry.at("band").is_null() ? "tolerance" : "band");
  }
  if (row.comparisons == 0) row.fault = "nothing is compared under this name";
}

std::string verdict_text(const InventoryRow& row) {
  if (!row.fault.empty()) return "FAILED: " + row.fault;
  if (!row.item.test.empty()) return "test";
  return row.verdict ? verdict_name(*row.verdict) : "not run";
}

std::string shown_text(const InventoryRow& row) {
  const auto& item = row.item;
  if (!item.test.empty()) return "test: " + item.test;
  return row.comparisons > 1 ? fmt::format("{} (worst of {})", item.id, row.comparisons) : item.id;
}

/// How many items of each paper have which verdict.
std::string counts_text(const std::vector<InventoryRow>& rows) {
  const std::vector<std::string> columns = {"agrees",         "test",   "differs as explained",
                                            "not comparable", "missed", "not run"};
  std::vector<std::string> papers;
  std::map<std::pair<std::string, std::string>, int> counts;
  for (const auto& row : rows) {
    const auto& paper = row.item.paper;
    if (papers.empty() || papers.back() != paper) papers.push_back(paper);
    for (const auto& name : {paper, std::string("all")}) {
      ++counts[{name, row.fault.empty() ? verdict_text(row) : "FAILED"}];
      ++counts[{name, "items"}];
    }
  }
  papers.emplace_back("all");
  std::vector<std::string> head = {"paper", "items"};
  head.insert(head.end(), columns.begin(), columns.end());
  head.emplace_back("FAILED");
  auto out = markdown_line(head) + markdown_rule(head.size());
  for (const auto& paper : papers) {
    std::vector<std::string> cells = {paper};
    for (auto column = head.begin() + 1; column != head.end(); ++column) {
      cells.push_back(fmt::format("{}", counts[{paper, *column}]));
    }
    out += markdown_line(cells);
  }
  return out;
}

void add(const std::string& paper, std::vector<InventoryItem> items,
         std::vector<InventoryItem>& all) {
  for (auto& item : items) {
    item.paper = paper;
    all.push_back(std::move(item));
  }
}

}  // namespace

InventoryItem shown_by(const std::string& item, const std::string& what, const std::string& id,
                       std::vector<std::string> rows) {
  return {"", item, what, id, std::move(rows), ""};
}

InventoryItem held_by(const std::string& item, const std::string& what, const std::string& test) {
  return {"", item, what, "", {}, test};
}

const std::vector<InventoryItem>& inventory() {
  static const auto all = [] {
    std::vector<InventoryItem> items;
    add("Henrich", henrich_items(), items);
    add("Willebeek-LeMair and Reeves", willebeek_items(), items);
    add("Al-Nsour, Asmaran and Fasha", hhc_items(), items);
    add("Lüling and Monien", lueling_monien_items(), items);
    add("Watts, Rieffel and Taylor", watts_items(), items);
    return items;
  }();
  return all;
}

std::vector<InventoryRow> inventory_of(const std::vector<InventoryItem>& items,
                                       const std::filesystem::path& folder) {
  std::vector<InventoryRow> rows;
  std::map<std::string, std::optional<Json>> results;
  for (const auto& item : items) {
    rows.push_back({item, 0, std::nullopt, "", "", "", ""});
    auto& row = rows.back();
    if (!item.test.empty()) continue;
    if (item.id.empty()) {
      row.fault = "neither a reproduction nor a test shows it";
      continue;
    }
    if (results.count(item.id) == 0) {
      results[item.id] = comparisons(folder / (item.id + ".json"));
    }
    if (results[item.id]) join(*results[item.id], row);
  }
  return rows;
}

std::string inventory_text(const std::vector<InventoryRow>& rows) {
  auto out = "## Items of the papers\n\n" + counts_text(rows);
  std::string paper;
  for (const auto& row : rows) {
    if (row.item.paper != paper) {
      paper = row.item.paper;
      const std::vector<std::string> head = {"item",     "what", "verdict", "published",
                                             "measured", "band", "shown by"};
      out += fmt::format("\n### {}\n\n", paper) + markdown_line(head) + markdown_rule(head.size());
    }
    out += markdown_line({row.item.item, row.item.what, verdict_text(row), row.published,
                          row.measured, row.band, shown_text(row)});
  }
  return out;
}

std::size_t failed(const std::vector<InventoryRow>& rows) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const auto& row) {
    return !row.fault.empty() || row.verdict == Verdict::failed;
  }));
}

}  // namespace isobar
