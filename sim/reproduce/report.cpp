// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/report.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "models/errors.h"
#include "sim/config/config_json.h"
#include "sim/reproduce/markdown.h"
#include "sim/reproduce/papers.h"
#include "sim/result/provenance.h"

namespace isobar {
namespace {

constexpr std::size_t longest_table = 40;  ///< rows that are shown

struct CellText {
  const char* number;  ///< a format

  std::string operator()(std::monostate /*nothing*/) const { return ""; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format(fmt::runtime(number), value); }
  std::string operator()(const std::string& value) const { return value; }
};

std::string shown(const Cell& cell) { return std::visit(CellText{"{:.4g}"}, cell); }

struct CellJson {
  Json operator()(std::monostate /*nothing*/) const { return nullptr; }
  template <class Value>
  Json operator()(const Value& value) const {
    return value;
  }
};

template <class Range, class Change>
std::vector<std::string> each(const Range& range, Change change) {
  std::vector<std::string> out;
  std::transform(range.begin(), range.end(), std::back_inserter(out), change);
  return out;
}

std::string comparison_text(const std::vector<Comparison>& comparisons) {
  std::string text =
      markdown_line({"what", "published", "agrees if", "measured", ""}) + markdown_rule(5);
  for (const auto& c : comparisons) {
    auto verdict = std::string(verdict_name(c.verdict));
    if (!c.why.empty() && !c.band.empty()) verdict += " (" + c.band + ")";
    if (!c.why.empty()) verdict += ": " + c.why;
    text += markdown_line(
        {c.what, c.published.empty() ? "–" : c.published, c.tolerance, c.measured.text, verdict});
  }
  return text + "\n";
}

/// The verdict as JSON has it.
const char* verdict_key(Comparison::Verdict verdict) {
  return verdict == Comparison::Verdict::failed ? "failed" : verdict_name(verdict);
}

std::string table_text(const DataTable& table) {
  auto text = markdown_line(table.columns) + markdown_rule(table.columns.size());
  for (const auto& row : table.rows) text += markdown_line(each(row, shown));
  return text + "\n";
}

std::string csv_text(const std::string& text) {
  std::string out(2 * text.size() + 2, '\0');
  out.resize(csv_write(out.data(), out.size(), text.data(), text.size()));
  return out;
}

std::string csv_cell(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr ? csv_text(*text) : std::visit(CellText{"{}"}, cell);
}

std::string csv_line(const std::vector<std::string>& fields) {
  return fmt::format("{}\r\n", fmt::join(fields, ","));
}

}  // namespace

std::string headline_text(const std::string& paper) {
  const auto sentence = paper_headline(paper);
  return sentence.empty() ? "" : fmt::format("**{}.** {}\n\n", paper, sentence);
}

std::string reproduction_text(const ReproductionEntry& entry, const Reproduction& reproduction,
                              const std::string& folder) {
  auto text =
      fmt::format("## {}\n\n{}. {}, {}.\n\n", entry.id, entry.title, entry.paper, entry.place);
  if (!reproduction.comparisons.empty()) text += comparison_text(reproduction.comparisons);
  for (const auto& remark : reproduction.remarks) text += "- " + remark + "\n";
  if (!reproduction.remarks.empty()) text += "\n";
  const auto& table = reproduction.table;
  const auto file = folder + "/" + entry.id;
  if (table.rows.size() <= longest_table) {
    text += table_text(table);
  } else {
    text += fmt::format("{} rows: {}.csv\n\n", table.rows.size(), file);
  }
  if (!reproduction.plot.empty()) {
    text += fmt::format("![{}](<{}.svg>)\n\n", reproduction.plot.title, file);
  }
  return text;
}

Comparison::Verdict verdict_of(const std::string& key) {
  using Verdict = Comparison::Verdict;
  for (const auto verdict : {Verdict::agrees, Verdict::as_explained, Verdict::missed,
                             Verdict::not_comparable, Verdict::failed}) {
    if (key == verdict_key(verdict)) return verdict;
  }
  throw ValueError(fmt::format("{}: no verdict of isobar reproduce", key));
}

void write_csv(const DataTable& table, std::ostream& out) {
  out << csv_line(each(table.columns, csv_text));
  for (const auto& row : table.rows) out << csv_line(each(row, csv_cell));
}

void write_json(const ReproductionEntry& entry, const Reproduction& reproduction,
                std::ostream& out) {
  Json json;
  json["schema"] = reproduction_schema_name;
  json["program"] = provenance_json();
  json["id"] = entry.id;
  json["title"] = entry.title;
  json["paper"] = entry.paper;
  json["place"] = entry.place;
  json["comparisons"] = Json::array();
  for (const auto& c : reproduction.comparisons) {
    const auto text = [](const std::string& given) { return given.empty() ? Json() : Json(given); };
    const auto number = c.measured.number;
    json["comparisons"].push_back({{"what", c.what},
                                   {"published", text(c.published)},
                                   {"tolerance", text(c.tolerance)},
                                   {"measured", c.measured.text},
                                   {"number", std::isfinite(number) ? Json(number) : Json()},
                                   {"verdict", verdict_key(c.verdict)},
                                   {"band", text(c.band)},
                                   {"why", text(c.why)}});
  }
  json["remarks"] = reproduction.remarks;
  json["table"]["columns"] = reproduction.table.columns;
  json["table"]["rows"] = Json::array();
  for (const auto& row : reproduction.table.rows) {
    Json cells = Json::array();
    for (const auto& cell : row) cells.push_back(std::visit(CellJson(), cell));
    json["table"]["rows"].push_back(cells);
  }
  out << json.dump(1) << '\n';
}

}  // namespace isobar
