// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_links_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "sim/input/node_pattern.h"
#include "sim/input/table_header.h"
#include "sim/input/table_rows.h"

namespace isobar {

const std::vector<std::string>& link_figures() {
  static const std::vector<std::string> names = {"technology", "bandwidth", "latency",
                                                 "setup",      "energy",    "static_power"};
  return names;
}

namespace {

class LinkReader {
 public:
  explicit LinkReader(const Fabric& fabric) : fabric_(fabric) {}

  void line(TableRow& row) {
    if (columns_.empty()) {
      head(row.fields);
    } else {
      drop_trailing(row, columns_.size());
      take(row.fields, row.line);
    }
  }

  std::vector<LinkRow> finish() {
    if (columns_.empty()) throw ValueError("the table has no row with the names of its columns");
    return std::move(rows_);
  }

 private:
  bool has(const std::string& name) const {
    return std::count(columns_.begin(), columns_.end(), name) > 0;
  }

  void head(const std::vector<std::string_view>& names) {
    const auto& figures = link_figures();
    for (const auto& field : names) {
      const std::string name(trim(field));
      const bool known =
          name == "from" || name == "to" || std::count(figures.begin(), figures.end(), name) > 0;
      if (!known) {
        throw ValueError(fmt::format("unknown column {:?}; allowed: from, to, {}",
                                     field.substr(0, 40), fmt::join(figures, ", ")));
      }
      if (has(name)) throw ValueError(fmt::format("two columns are named {}", name));
      columns_.push_back(name);
    }
    if (!has("from") || !has("to") || columns_.size() < 3) {
      throw ValueError(
          fmt::format("a table of links has the columns from and to, and one or more of {}",
                      fmt::join(figures, ", ")));
    }
  }

  void take(const std::vector<std::string_view>& fields, std::int64_t number) {
    if (fields.size() != columns_.size()) {
      throw ValueError(
          fmt::format("{} fields, where the table has {} columns", fields.size(), columns_.size()));
    }
    LinkRow row{fmt::format("line {}", number), {}, {}};
    std::string from;
    std::string to;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::string field(trim(fields[i]));
      if (columns_[i] == "from") {
        from = std::move(field);
      } else if (columns_[i] == "to") {
        to = std::move(field);
      } else if (!field.empty()) {
        row.figures.emplace_back(columns_[i], std::move(field));
      }
    }
    const auto [before, is_new] = given_.emplace(std::make_pair(from, to), number);
    if (!is_new) {
      throw ValueError(
          fmt::format("the links from {} to {} are in line {} already", from, to, before->second));
    }
    row.links = links(from, to);
    rows_.push_back(std::move(row));
  }

  std::vector<std::uint64_t> links(const std::string& from_text, const std::string& to_text) const {
    const NodePattern from(from_text, fabric_);
    const NodePattern to(to_text, fabric_);
    std::vector<std::uint64_t> found;
    const auto add = [&](Node node) {
      for (unsigned port = 0; port < fabric_.degree(); ++port) {
        const auto there = fabric_.neighbour(node, port);
        if (there && to.has(*there)) found.push_back(slot(node, port));
      }
    };
    if (const auto one = from.single()) {
      add(*one);
    } else {
      for (Node node = 0; node < fabric_.nodes(); ++node) {
        if (from.has(node)) add(node);
      }
    }
    if (found.empty()) {
      throw ValueError(fmt::format("no link leads from {} to {}{}", from_text, to_text,
                                   neighbours(from.single())));
    }
    return found;
  }

  /// Where the links of a node lead, for a message.
  std::string neighbours(const std::optional<Node>& node) const {
    if (!node) return "";
    constexpr std::size_t most = 16;
    std::vector<Node> there;
    for (unsigned port = 0; port < fabric_.degree() && there.size() < most; ++port) {
      if (const auto next = fabric_.neighbour(*node, port)) there.push_back(*next);
    }
    if (there.empty()) return "";
    return fmt::format("; allowed: to {}", fmt::join(there, ", "));
  }

  std::uint64_t slot(Node node, unsigned port) const {
    return std::uint64_t{node} * fabric_.degree() + port;
  }

  const Fabric& fabric_;
  std::vector<std::string> columns_;
  std::vector<LinkRow> rows_;
  std::map<std::pair<std::string, std::string>, std::int64_t> given_;
};

}  // namespace

std::vector<LinkRow> read_links_csv(std::istream& in, const Fabric& fabric) {
  LinkReader reader(fabric);
  TableRows rows(in);
  while (auto* row = rows.next()) {
    try {
      reader.line(*row);
    } catch (const ValueError& error) {
      throw ValueError(fmt::format("line {}: {}", row->line, error.what()));
    }
  }
  return reader.finish();
}

}  // namespace isobar
