// SPDX-License-Identifier: Apache-2.0
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/dynamic_property_map.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "models/errors.h"
#include "sim/graphs/read_foreign_graph.h"

namespace isobar {
namespace {

/// Boost.Graph hands attributes to maps by their names; these write them into nodes and edges.
template <class Key, class Find>
class AttributeMap final : public boost::dynamic_property_map {
 public:
  AttributeMap(std::string name, Find find) : name_(std::move(name)), find_(find) {}

  boost::any get(const boost::any& key) override { return find_(cast(key))[name_]; }
  std::string get_string(const boost::any& key) override { return find_(cast(key))[name_]; }
  void put(const boost::any& key, const boost::any& value) override {
    find_(cast(key))[name_] = boost::any_cast<std::string>(value);
  }
  const std::type_info& key() const override { return typeid(Key); }
  const std::type_info& value() const override { return typeid(std::string); }

 private:
  static Key cast(const boost::any& key) { return boost::any_cast<Key>(key); }

  std::string name_;
  Find find_;
};

struct Said {
  Attributes attributes;
};

template <class Direction>
ForeignGraph read(const std::string& text) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, Direction, Said, Said>;
  using Node = typename boost::graph_traits<Graph>::vertex_descriptor;
  using Edge = typename boost::graph_traits<Graph>::edge_descriptor;
  Graph graph;
  const auto of_node = [&](Node node) -> Attributes& { return graph[node].attributes; };
  const auto of_edge = [&](Edge edge) -> Attributes& { return graph[edge].attributes; };
  boost::dynamic_properties properties(
      [&](const std::string& name, const boost::any& key,
          const boost::any& /*value*/) -> boost::shared_ptr<boost::dynamic_property_map> {
        if (key.type() == typeid(Node)) {
          return boost::make_shared<AttributeMap<Node, decltype(of_node)>>(name, of_node);
        }
        if (key.type() == typeid(Edge)) {
          return boost::make_shared<AttributeMap<Edge, decltype(of_edge)>>(name, of_edge);
        }
        return nullptr;
      });
  boost::read_graphviz(text, graph, properties, "node_id");
  ForeignGraph taken;
  taken.directed = boost::is_directed(graph);
  for (const auto node : boost::make_iterator_range(boost::vertices(graph))) {
    taken.names.push_back(graph[node].attributes["node_id"]);
    graph[node].attributes.erase("node_id");
    taken.attributes.push_back(graph[node].attributes);
  }
  for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
    taken.edges.push_back(
        {boost::source(edge, graph), boost::target(edge, graph), graph[edge].attributes});
  }
  return taken;
}

}  // namespace

ForeignGraph read_dot(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  try {
    try {
      return read<boost::directedS>(text);
    } catch (const boost::undirected_graph_error&) {
      return read<boost::undirectedS>(text);
    }
  } catch (const boost::graph_exception& error) {
    throw ValueError(error.what());
  }
}

}  // namespace isobar
