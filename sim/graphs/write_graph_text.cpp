// SPDX-License-Identifier: Apache-2.0
#include "sim/graphs/write_graph_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/errors.h"
#include "sim/input/graph_file.h"
#include "sim/input/link_table.h"

namespace isobar {
namespace {

bool is_switch(const Attributes& node, const std::string& title) {
  const auto found = node.find("switch");
  if (found == node.end()) return false;
  const auto& text = found->second;
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  throw ValueError(fmt::format("node {}: switch is {:?}; allowed: true, false, 1, 0", title, text));
}

/// A node's name, or its number from 0 in the file.
std::string title(const ForeignGraph& graph, std::size_t node) {
  return graph.names[node].empty() ? std::to_string(node) : graph.names[node];
}

/// The new numbers of the nodes: PEs first.
std::vector<std::size_t> numbers(const ForeignGraph& graph, std::size_t& switches) {
  std::vector<bool> routes;
  for (std::size_t node = 0; node < graph.names.size(); ++node) {
    routes.push_back(is_switch(graph.attributes[node], title(graph, node)));
  }
  switches = static_cast<std::size_t>(std::count(routes.begin(), routes.end(), true));
  std::size_t pe = 0;
  std::size_t other = routes.size() - switches;
  std::vector<std::size_t> all;
  for (const bool one : routes) all.push_back(one ? other++ : pe++);
  return all;
}

/// How nodes with names are numbered, at most so many of them.
std::string naming(const ForeignGraph& graph, const std::vector<std::size_t>& number) {
  constexpr std::size_t most = 12;
  std::vector<std::string> texts(std::min(most, number.size()));
  bool as_named = true;
  for (std::size_t node = 0; node < number.size(); ++node) {
    const auto name = title(graph, node);
    as_named = as_named && name == std::to_string(number[node]);
    if (number[node] < most) texts[number[node]] = fmt::format("{} is {}", name, number[node]);
  }
  if (as_named) return "";
  if (number.size() > most) texts.emplace_back("...");
  return fmt::format("its nodes are numbered: {}", fmt::join(texts, ", "));
}

/// The names of figures that an edge has, and those of attributes that are no figures.
void list_attributes(const ForeignGraph& graph, std::vector<std::string>& used,
                     std::set<std::string>& unused) {
  std::set<std::string> all;
  for (const auto& edge : graph.edges) {
    for (const auto& [name, value] : edge.attributes) all.insert(name);
  }
  for (const auto& name : link_figures()) {
    if (all.erase(name) > 0) used.push_back(name);
  }
  unused = std::move(all);
}

/// A value without the blanks that would end it.
std::string value_text(const ForeignGraph::Edge& edge, const std::string& name) {
  const auto found = edge.attributes.find(name);
  if (found == edge.attributes.end() || found->second.empty()) return "-";
  auto text = found->second;
  // In `2.5GT/s 8b/10b` a colon can stand for the blank; elsewhere none is needed.
  const char between = text.find("T/s") == std::string::npos ? '\0' : ':';
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank) out += c;
    if (blank && between != '\0' && !out.empty() && out.back() != ':' &&
        out.find("T/s") != std::string::npos)
      out += between;
  }
  if (out.find_first_of(",#\n\r") != std::string::npos) {
    throw ValueError(fmt::format("an edge has {} {:?}", name, text));
  }
  return out.empty() ? "-" : out;
}

void check_twice(const ForeignGraph& graph) {
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (const auto& edge : graph.edges) {
    auto ends = std::make_pair(edge.from, edge.to);
    if (!graph.directed && ends.first > ends.second) std::swap(ends.first, ends.second);
    if (edge.from == edge.to || seen.insert(ends).second) continue;
    throw ValueError(
        fmt::format("edge {}-{} is there twice; allowed: one, with the bandwidth of both together",
                    title(graph, edge.from), title(graph, edge.to)));
  }
}

/// A node without an edge has no line of its own: whoever reads the text would not know it.
void check_alone(const ForeignGraph& graph) {
  std::vector<bool> has_edge(graph.names.size());
  for (const auto& edge : graph.edges) {
    if (edge.from != edge.to) has_edge[edge.from] = has_edge[edge.to] = true;
  }
  for (std::size_t node = 0; node < has_edge.size(); ++node) {
    if (has_edge[node]) continue;
    throw ValueError(
        fmt::format("the graph is not connected: node {} has no edge", title(graph, node)));
  }
}

}  // namespace

void write_graph_text(const ForeignGraph& graph, std::ostream& out) {
  check_twice(graph);
  check_alone(graph);
  std::size_t switches = 0;
  const auto number = numbers(graph, switches);
  std::vector<std::string> used;
  std::set<std::string> unused;
  list_attributes(graph, used, unused);
  for (const auto& note : graph.notes) out << graph_note << note << '\n';
  if (const auto note = naming(graph, number); !note.empty()) out << graph_note << note << '\n';
  if (!unused.empty()) {
    out << graph_note
        << fmt::format("attributes of its edges that are not used: {} (used are: {})\n",
                       fmt::join(unused, ", "), fmt::join(link_figures(), ", "));
  }
  if (!used.empty()) out << fmt::format("from to {}\n", fmt::join(used, " "));
  for (std::size_t i = 0; i < switches; ++i) {
    out << fmt::format("switch {}\n", number.size() - switches + i);
  }
  for (const auto& edge : graph.edges) {
    out << number[edge.from] << ' ' << number[edge.to];
    for (const auto& name : used) out << ' ' << value_text(edge, name);
    out << '\n';
  }
}

}  // namespace isobar
