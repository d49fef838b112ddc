// SPDX-License-Identifier: Apache-2.0
#include "sim/input/fabric_file.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "sim/input/input_file.h"
#include "sim/input/read_graph.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

bool is_graph(const std::string& name) { return name.substr(0, name.find(':')) == "graph"; }

/// Behind the colon; empty if there is none.
std::string file_of(const std::string& name) {
  const auto colon = name.find(':');
  return colon == std::string::npos ? "" : name.substr(colon + 1);
}

}  // namespace

Fabric fabric_from(const std::string& name, const fs::path& folder) {
  if (!is_graph(name)) return Fabric::parse(name);
  const auto file = file_of(name);
  if (file.empty() || file.find('\0') != std::string::npos) {
    throw ValueError(fmt::format("{:?} names no file; allowed: graph:FILE", name));
  }
  return read_input(folder / file, [&](std::istream& in) {
    const auto graph = read_graph(in);
    return Fabric::graph(name, graph.nodes, graph.edges, graph.switches);
  });
}

std::string fabric_with_absolute_path(const std::string& name, const fs::path& folder) {
  if (!is_graph(name)) return name;
  const auto path = fs::absolute(folder / file_of(name));
  return "graph:" + path.lexically_normal().string();
}

}  // namespace isobar
