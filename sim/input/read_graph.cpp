// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "models/text.h"
#include "sim/input/input_lines.h"

namespace isobar {
namespace {

using Edge = std::pair<Node, Node>;

constexpr std::string_view blanks = " \t\r\v\f";

/// What stands between blanks, which may hold one comma each.
std::vector<std::string_view> graph_fields(std::string_view line) {
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
  return static_cast<Node>(parse_integer(text, "a node", 0, max_nodes - 1));
}

Edge parse_edge(std::string_view line, const std::vector<std::string_view>& found) {
  if (found.size() != 2) {
    constexpr std::size_t longest = 40;
    throw ValueError(
        fmt::format("an edge is the numbers of two nodes, for example 0 1, and a "
                    "switch is marked as in: switch 10; not {:?}{}",
                    line.substr(0, longest), line.size() > longest ? "..." : ""));
  }
  const Edge edge{parse_node(found[0]), parse_node(found[1])};
  if (edge.first == edge.second) {
    throw ValueError(fmt::format("the edge leads from {} to itself", edge.first));
  }
  return edge;
}

class GraphReader {
 public:
  void line(std::string_view line, std::int64_t number) {
    const auto found = graph_fields(line);
    if (found.size() == 2 && found[0] == "switch") {
      mark(parse_node(found[1]), number);
    } else {
      join(parse_edge(line, found), number);
    }
  }

  GraphText finish() {
    // The marks are in order: each but the last needs the next one after it.
    for (auto mark = marks_.begin(); mark != marks_.end(); ++mark) check(mark);
    graph_.switches = static_cast<Node>(marks_.size());
    return std::move(graph_);
  }

 private:
  using Marks = std::map<Node, std::int64_t>;

  void join(const Edge& edge, std::int64_t number) {
    const auto [known, is_new] = edges_.emplace(std::minmax(edge.first, edge.second), number);
    if (!is_new) {
      throw ValueError(
          fmt::format("edge {}-{} is in line {} already", edge.first, edge.second, known->second));
    }
    graph_.edges.push_back(edge);
    graph_.nodes = std::max({graph_.nodes, edge.first + 1, edge.second + 1});
  }

  void mark(Node node, std::int64_t number) {
    const auto [known, is_new] = marks_.emplace(node, number);
    if (is_new) return;
    throw ValueError(fmt::format("switch {} is in line {} already", node, known->second));
  }

  void check(Marks::const_iterator mark) const {
    const auto [node, number] = *mark;
    if (node >= graph_.nodes) {
      throw ValueError(fmt::format("line {}: switch {} has no edge", number, node));
    }
    const auto after = std::next(mark);
    if (after == marks_.end() ? node + 1 == graph_.nodes : node + 1 == after->first) return;
    throw ValueError(
        fmt::format("line {}: switch {} is numbered below {}, a PE: switches have the "
                    "highest numbers",
                    number, node, node + 1));
  }

  GraphText graph_;
  std::map<Edge, std::int64_t> edges_;
  Marks marks_;
};

}  // namespace

GraphText read_graph(std::istream& in) {
  GraphReader reader;
  for_each_line(in, [&](std::string_view text, std::int64_t number) {
    const auto line = trim(text.substr(0, text.find('#')));
    if (!line.empty()) reader.line(line, number);
  });
  return reader.finish();
}

}  // namespace isobar
