// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "models/text.h"
#include "sim/input/input_lines.h"
#include "sim/input/link_table.h"

namespace isobar {
namespace {

using Edge = std::pair<Node, Node>;
using Fields = std::vector<std::string_view>;

constexpr std::string_view blanks = " \t\r\v\f";

/// What stands between blanks, which may hold one comma each.
Fields graph_fields(std::string_view line) {
  Fields list;
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

std::string shown(std::string_view line) {
  constexpr std::size_t longest = 40;
  return fmt::format("{:?}{}", line.substr(0, longest), line.size() > longest ? "..." : "");
}

class GraphReader {
 public:
  void line(std::string_view line, std::int64_t number) {
    auto found = graph_fields(line);
    if (found.size() == 2 && found[0] == "switch") {
      mark(parse_node(found[1]), number);
    } else if (is_first_ && found.size() >= 2 && found[0] == "from" && found[1] == "to") {
      head(found);
    } else {
      // networkx writes the attributes of an edge as a Python dictionary, `{}` where it has none.
      if (found.size() == 3 && found[2] == "{}") found.pop_back();
      edge(line, found, number);
    }
    is_first_ = false;
  }

  GraphText finish() {
    const auto numbers = number_nodes();
    const auto renamed = [&](Node node) {
      return static_cast<Node>(std::lower_bound(numbers.begin(), numbers.end(), node) -
                               numbers.begin());
    };
    std::int64_t both_ways = 0;
    for (const auto& [edge, written] : edges_) {
      const bool is_both = edges_.count({edge.second, edge.first}) > 0;
      if (is_both && edge.first > edge.second) {
        ++both_ways;
        continue;
      }
      in_order_.emplace(written.number, edge);
    }
    for (const auto& [number, edge] : in_order_) {
      graph_.edges.emplace_back(renamed(edge.first), renamed(edge.second));
    }
    for (auto& one : figures_) {
      one.both = edges_.count({one.to, one.from}) == 0;
      one.from = renamed(one.from);
      one.to = renamed(one.to);
    }
    graph_.figures = std::move(figures_);
    graph_.nodes = static_cast<Node>(numbers.size());
    graph_.switches = static_cast<Node>(marks_.size());
    if (both_ways > 0) {
      graph_.notes.push_back(fmt::format("{} edge{} in both directions", both_ways,
                                         both_ways == 1 ? " is given" : "s are given"));
    }
    if (loops_ > 0) {
      graph_.notes.push_back(fmt::format("{} from a node to itself {} left out",
                                         loops_ == 1 ? "an edge" : fmt::format("{} edges", loops_),
                                         loops_ == 1 ? "is" : "are"));
    }
    return std::move(graph_);
  }

 private:
  struct Written {
    std::int64_t number;
  };

  void head(const Fields& names) {
    const auto& figures = link_figures();
    for (std::size_t i = 2; i < names.size(); ++i) {
      const std::string name(names[i]);
      if (std::count(figures.begin(), figures.end(), name) == 0) {
        throw ValueError(fmt::format("unknown column {:?}; allowed behind from and to: {}", name,
                                     fmt::join(figures, ", ")));
      }
      if (std::count(columns_.begin(), columns_.end(), name) > 0) {
        throw ValueError(fmt::format("two columns are named {}", name));
      }
      columns_.push_back(name);
    }
  }

  void edge(std::string_view line, const Fields& found, std::int64_t number) {
    if (found.size() != 2 + columns_.size()) {
      if (!columns_.empty()) {
        throw ValueError(fmt::format("{} fields, where the first line names {} columns ('-': none)",
                                     found.size(), 2 + columns_.size()));
      }
      throw ValueError(fmt::format(
          "an edge is the numbers of two nodes, for example 0 1, and a switch is marked "
          "as in: switch 10; further columns need a first line with their names, for "
          "example: from to bandwidth latency; not {}",
          shown(line)));
    }
    const Edge edge{parse_node(found[0]), parse_node(found[1])};
    nodes_.insert({edge.first, edge.second});
    if (edge.first == edge.second) {
      ++loops_;
      return;
    }
    const auto [known, is_new] = edges_.emplace(edge, Written{number});
    if (!is_new) {
      throw ValueError(fmt::format("edge {}-{} is in line {} already", edge.first, edge.second,
                                   known->second.number));
    }
    EdgeFigures figures{fmt::format("line {}", number), edge.first, edge.second, true, {}};
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto value = found[2 + i];
      if (!value.empty() && value != "-") figures.figures.emplace_back(columns_[i], value);
    }
    if (!figures.figures.empty()) figures_.push_back(std::move(figures));
  }

  void mark(Node node, std::int64_t number) {
    const auto [known, is_new] = marks_.emplace(node, number);
    if (is_new) return;
    throw ValueError(fmt::format("switch {} is in line {} already", node, known->second));
  }

  /// The numbers of all nodes, ascending. Switches are the last of them.
  std::vector<Node> number_nodes() {
    std::vector<Node> numbers(nodes_.begin(), nodes_.end());
    for (const auto& [node, number] : marks_) {
      if (nodes_.count(node) == 0) {
        throw ValueError(fmt::format("line {}: switch {} has no edge", number, node));
      }
    }
    const auto pes = numbers.size() - marks_.size();
    for (std::size_t i = pes; i < numbers.size(); ++i) {
      if (marks_.count(numbers[i]) > 0) continue;
      const auto [node, number] = *std::prev(marks_.lower_bound(numbers[i]));
      throw ValueError(
          fmt::format("line {}: switch {} is numbered below {}, a PE: switches have the highest "
                      "numbers",
                      number, node, numbers[i]));
    }
    if (!numbers.empty() && numbers.back() + 1 != numbers.size()) {
      graph_.notes.push_back(fmt::format(
          "its {} nodes have numbers from {} to {}{}: here they are 0 to {} in this order",
          numbers.size(), numbers.front(), numbers.back(),
          numbers.back() - numbers.front() + 1 == numbers.size() ? "" : " with gaps",
          numbers.size() - 1));
    }
    return numbers;
  }

  GraphText graph_;
  bool is_first_ = true;
  std::vector<std::string> columns_;  ///< behind from and to
  std::map<Edge, Written> edges_;     ///< as they are directed in the file
  std::map<std::int64_t, Edge> in_order_;
  std::vector<EdgeFigures> figures_;
  std::set<Node> nodes_;
  std::map<Node, std::int64_t> marks_;
  std::int64_t loops_ = 0;
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
