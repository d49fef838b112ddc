// SPDX-License-Identifier: Apache-2.0
#include "sim/input/fabric_file.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "sim/input/input_file.h"
#include "sim/input/read_graph.h"

namespace isobar {

namespace fs = std::filesystem;

const std::vector<FabricFormat>& fabric_formats() {
  static const std::vector<FabricFormat> formats = {
      {{{"graph:FILE",
         "the edges in a file, two PEs a line, and 'switch N' for each node that only routes"}},
       [](std::istream& in, const std::string& name) {
         const auto graph = read_graph(in);
         return Fabric::graph(name, graph.nodes, graph.edges, graph.switches);
       }},
  };
  return formats;
}

Fabric fabric_from(const std::string& name, const fs::path& folder) {
  if (const auto* format = find_format(fabric_formats(), name)) {
    const auto allowed = form_list(forms_of(fabric_formats()));
    const auto file = parse_file_value(name, format->form, allowed).path;
    return read_input(folder / file, [&](std::istream& in) { return format->read(in, name); });
  }
  if (is_named(fabric_families(), name)) return Fabric::parse(name);
  throw ValueError(
      fmt::format("unknown fabric '{}'; allowed: {}", name, form_list(fabric_forms())));
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
