// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <igraph/igraph.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "models/errors.h"
#include "sim/graphs/read_foreign_graph.h"

namespace isobar {
namespace {

/// What igraph objected to; it calls back without any other way to hand it on.
std::string& reason() {
  static std::string text;
  return text;
}

void keep_reason(const char* why, const char* /*file*/, int /*line*/, igraph_error_t /*number*/) {
  if (reason().empty()) reason() = why;
  IGRAPH_FINALLY_FREE();
}

void ignore(const char* /*why*/, const char* /*file*/, int /*line*/) {}

void check(igraph_error_t error) {
  if (error == IGRAPH_SUCCESS) return;
  throw ValueError(reason().empty() ? igraph_strerror(error) : reason());
}

class Names {
 public:
  Names() { check(igraph_strvector_init(&list_, 0)); }
  ~Names() { igraph_strvector_destroy(&list_); }
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  igraph_strvector_t* get() { return &list_; }
  std::string at(igraph_integer_t i) const { return igraph_strvector_get(&list_, i); }
  igraph_integer_t size() const { return igraph_strvector_size(&list_); }

 private:
  igraph_strvector_t list_{};
};

class Types {
 public:
  Types() { check(igraph_vector_int_init(&list_, 0)); }
  ~Types() { igraph_vector_int_destroy(&list_); }
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;
  igraph_vector_int_t* get() { return &list_; }
  igraph_integer_t at(igraph_integer_t i) const { return VECTOR(list_)[i]; }

 private:
  igraph_vector_int_t list_{};
};

/// A number as people write it: 5 and not 5.000000; empty if it is none.
std::string number_text(double number) {
  return std::isnan(number) ? std::string() : fmt::format("{}", number);
}

template <class Numeric, class Boolean, class Text>
void add(Attributes& to, const std::string& name, igraph_integer_t type, const Numeric& numeric,
         const Boolean& boolean, const Text& text) {
  std::string value;
  if (type == IGRAPH_ATTRIBUTE_NUMERIC) value = number_text(numeric());
  if (type == IGRAPH_ATTRIBUTE_BOOLEAN) value = boolean() ? "true" : "false";
  if (type == IGRAPH_ATTRIBUTE_STRING) value = text();
  if (!value.empty()) to[name] = std::move(value);
}

void read(igraph_t& graph, std::FILE* in, const std::string& format) {
  if (format == "graphml") {
    check(igraph_read_graph_graphml(&graph, in, 0));
  } else if (format == "gml") {
    check(igraph_read_graph_gml(&graph, in));
  } else if (format == "pajek") {
    check(igraph_read_graph_pajek(&graph, in));
  } else if (format == "ncol") {
    check(igraph_read_graph_ncol(&graph, in, nullptr, true, IGRAPH_ADD_WEIGHTS_IF_PRESENT, false));
  } else if (format == "lgl") {
    check(igraph_read_graph_lgl(&graph, in, true, IGRAPH_ADD_WEIGHTS_IF_PRESENT, false));
  } else if (format == "dimacs") {
    Names problem;
    check(igraph_read_graph_dimacs_flow(&graph, in, problem.get(), nullptr, nullptr, nullptr,
                                        nullptr, true));
  } else {
    throw ValueError(fmt::format("unknown format '{}'", format));
  }
}

ForeignGraph taken_from(const igraph_t& graph) {
  ForeignGraph taken;
  taken.directed = igraph_is_directed(&graph);
  Names of_graph;
  Names of_nodes;
  Names of_edges;
  Types graph_types;
  Types node_types;
  Types edge_types;
  check(igraph_cattribute_list(&graph, of_graph.get(), graph_types.get(), of_nodes.get(),
                               node_types.get(), of_edges.get(), edge_types.get()));
  const auto nodes = igraph_vcount(&graph);
  for (igraph_integer_t node = 0; node < nodes; ++node) {
    Attributes all;
    for (igraph_integer_t i = 0; i < of_nodes.size(); ++i) {
      const auto name = of_nodes.at(i);
      add(
          all, name, node_types.at(i), [&] { return VAN(&graph, name.c_str(), node); },
          [&] { return VAB(&graph, name.c_str(), node); },
          [&] { return std::string(VAS(&graph, name.c_str(), node)); });
    }
    std::string title;
    for (const char* name : {"name", "label", "id"}) {
      if (title.empty() && all.count(name) > 0) title = all.at(name);
    }
    taken.names.push_back(std::move(title));
    taken.attributes.push_back(std::move(all));
  }
  const auto edges = igraph_ecount(&graph);
  for (igraph_integer_t edge = 0; edge < edges; ++edge) {
    igraph_integer_t from = 0;
    igraph_integer_t to = 0;
    check(igraph_edge(&graph, edge, &from, &to));
    ForeignGraph::Edge one{static_cast<std::size_t>(from), static_cast<std::size_t>(to), {}};
    for (igraph_integer_t i = 0; i < of_edges.size(); ++i) {
      const auto name = of_edges.at(i);
      add(
          one.attributes, name, edge_types.at(i), [&] { return EAN(&graph, name.c_str(), edge); },
          [&] { return EAB(&graph, name.c_str(), edge); },
          [&] { return std::string(EAS(&graph, name.c_str(), edge)); });
    }
    taken.edges.push_back(std::move(one));
  }
  return taken;
}

}  // namespace

ForeignGraph read_by_igraph(const std::filesystem::path& file, const std::string& format) {
  igraph_set_attribute_table(&igraph_cattribute_table);
  igraph_set_error_handler(keep_reason);
  igraph_set_warning_handler(ignore);
  reason().clear();
  const auto close = [](std::FILE* in) { std::fclose(in); };
  const std::unique_ptr<std::FILE, decltype(close)> in(std::fopen(file.c_str(), "r"), close);
  if (!in) throw ValueError("cannot be opened");
  igraph_t graph{};
  read(graph, in.get(), format);
  const auto destroy = [](igraph_t* all) { igraph_destroy(all); };
  const std::unique_ptr<igraph_t, decltype(destroy)> owner(&graph, destroy);
  return taken_from(graph);
}

}  // namespace isobar
