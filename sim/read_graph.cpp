// SPDX-License-Identifier: Apache-2.0
#include "sim/read_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

using Edge = std::pair<Node, Node>;

constexpr std::string_view blanks = " \t\r\v\f";

/// What stands between blanks, which may hold one comma each.
std::vector<std::string_view> fields(std::string_view line) {
  std::vector<std::string_view> list;
  for (auto part : split(line, ',')) {
    const auto before = list.size();
    while (true) {
      const auto first = part.find_first_not_of(blanks);
      if (first == std::string_view::npos) break;
      part.remove_prefix(first);
      list.push_back(part.substr(0, part.find_first_of(blanks)));
      part.remove_prefix(list.back().size());
    }
    if (list.size() == before) list.emplace_back();
  }
  return list;
}

Node parse_node(std::string_view text) {
  return static_cast<Node>(parse_integer(text, "a PE", 0, max_nodes - 1));
}

Edge parse_edge(std::string_view line) {
  const auto found = fields(line);
  if (std::find(found.begin(), found.end(), "switch") != found.end()) {
    throw ValueError("nodes marked 'switch' cannot be modelled; every node is a PE");
  }
  if (found.size() != 2) {
    constexpr std::size_t longest = 40;
    throw ValueError(fmt::format("an edge is the numbers of two PEs, for example 0 1, not {:?}{}",
                                 line.substr(0, longest), line.size() > longest ? "..." : ""));
  }
  const Edge edge{parse_node(found[0]), parse_node(found[1])};
  if (edge.first == edge.second) {
    throw ValueError(fmt::format("the edge leads from PE {} to itself", edge.first));
  }
  return edge;
}

}  // namespace

std::vector<Edge> read_graph(std::istream& in) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::vector<Edge> edges;
  std::map<Edge, std::int64_t> lines;
  std::string text;
  for (std::int64_t number = 1; std::getline(in, text); ++number) {
    std::string_view line = text;
    if (number == 1 && line.substr(0, byte_order_mark.size()) == byte_order_mark) {
      line.remove_prefix(byte_order_mark.size());
    }
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    try {
      const auto edge = parse_edge(line);
      const auto [known, is_new] = lines.emplace(std::minmax(edge.first, edge.second), number);
      if (!is_new) {
        throw ValueError(fmt::format("edge {}-{} is in line {} already", edge.first, edge.second,
                                     known->second));
      }
      edges.push_back(edge);
    } catch (const ValueError& error) {
      throw ValueError(fmt::format("line {}: {}", number, error.what()));
    }
  }
  if (in.bad()) throw ValueError("reading failed");
  return edges;
}

}  // namespace isobar
