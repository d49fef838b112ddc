// SPDX-License-Identifier: Apache-2.0
#include "sim/input/fabric_file.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/unknown_name.h"
#include "sim/input/graph_file.h"
#include "sim/input/input_file.h"

namespace isobar {

namespace fs = std::filesystem;

namespace {

/// The slot of the link from one node to a neighbour.
std::uint64_t slot_between(const Fabric& fabric, Node from, Node to) {
  unsigned port = 0;
  while (fabric.neighbour(from, port) != to) ++port;
  return std::uint64_t{from} * fabric.degree() + port;
}

FabricInput graph_of(const GraphText& graph, const std::string& name) {
  FabricInput input{Fabric::graph(name, graph.nodes, graph.edges, graph.switches),
                    {"fabric", "", {}},
                    graph.notes};
  for (const auto& one : graph.figures) {
    LinkRow row{one.place, {slot_between(input.fabric, one.from, one.to)}, one.figures};
    if (one.both) row.links.push_back(slot_between(input.fabric, one.to, one.from));
    input.links.rows.push_back(std::move(row));
  }
  return input;
}

}  // namespace

const std::vector<FabricFormat>& fabric_formats() {
  static const std::vector<FabricFormat> formats = {
      {{{"graph:FILE",
         "the edges in a file, two PEs a line, and 'switch N' for each node that only routes; or "
         "GraphML, GML, Pajek, DIMACS, NCOL, LGL, DOT, METIS, Matrix Market, by the file's ending "
         "or as in graph:FILE,format=metis"},
        PathEnd::comma},
       [](const fs::path& file, std::string_view rest, const std::string& name) {
         const auto graph = read_graph_file(file, rest);
         try {
           return graph_of(graph, name);
         } catch (const ValueError& error) {
           fail_at(file, error.what());
         }
       }},
  };
  return formats;
}

FabricInput read_fabric(const std::string& name, const fs::path& folder) {
  if (const auto* format = find_format(fabric_formats(), name)) {
    const auto allowed = form_list(forms_of(fabric_formats()));
    const auto [path, rest] = parse_file_value(name, format->form, allowed);
    return format->read(folder / path, rest, name);
  }
  if (is_named(fabric_families(), name)) return {Fabric::parse(name), {}, {}};
  throw ValueError(unknown_name("fabric", name, form_texts(fabric_forms())));
}

Fabric fabric_from(const std::string& name, const fs::path& folder) {
  return read_fabric(name, folder).fabric;
}

std::string fabric_with_absolute_path(const std::string& name, const fs::path& folder) {
  return with_absolute_path(fabric_formats(), name, folder);
}

std::vector<ValueForm> fabric_forms() {
  auto forms = fabric_families();
  for (const auto& format : fabric_formats()) forms.push_back(format.form);
  return forms;
}

}  // namespace isobar
