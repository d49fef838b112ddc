// SPDX-License-Identifier: Apache-2.0
#include "sim/input/graph_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "host/program_beside.h"
#include "host/tool.h"
#include "models/errors.h"
#include "models/text.h"
#include "sim/input/input_file.h"

namespace isobar {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view own_format = "edges";

/// The format that is asked for, or that of the file's ending; null: the program's own.
const GraphFormat* format_of(const fs::path& file, std::string_view rest) {
  const auto& formats = graph_formats();
  const auto find = [&](const auto& is_it) {
    const auto found = std::find_if(formats.begin(), formats.end(), is_it);
    return found == formats.end() ? nullptr : &*found;
  };
  if (rest.empty()) {
    auto ending = file.extension().string();
    if (ending.empty()) return nullptr;
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return find([&](const GraphFormat& format) {
      const auto& endings = format.endings;
      return std::find(endings.begin(), endings.end(), ending.substr(1)) != endings.end();
    });
  }
  constexpr std::string_view prefix = ",format=";
  const auto name = rest.substr(std::min(prefix.size(), rest.size()));
  if (rest.substr(0, prefix.size()) == prefix) {
    if (name == own_format) return nullptr;
    if (const auto* found = find([&](const GraphFormat& format) { return format.name == name; })) {
      return found;
    }
  }
  std::vector<std::string_view> names = {own_format};
  for (const auto& format : formats) names.push_back(format.name);
  throw ValueError(
      fmt::format("behind the file stands nothing, or ,format= and one of {}; not '{}'",
                  fmt::join(names, ", "), rest));
}

/// What the program isobar-graph makes of the file.
std::string converted(const fs::path& file, const GraphFormat& format) {
  open_input(file);
  const auto program = program_beside("isobar-graph");
  if (access(program.c_str(), X_OK) != 0) {
    fail_at(file, fmt::format("{} is read by the program {}, which is not there; built by: cmake "
                              "--build --preset release --target isobar-graph",
                              format.title, program.string()));
  }
  auto text = run_tool({program.string(), "graph", "--format", format.name, "--", file.string()},
                       fs::current_path());
  if (text.rfind(graph_refusal, 0) == 0) {
    fail_at(file, fmt::format("as {}: {}", format.title, trim(text.substr(graph_refusal.size()))));
  }
  return text;
}

}  // namespace

const std::vector<GraphFormat>& graph_formats() {
  static const std::vector<GraphFormat> formats = {
      {"graphml", {"graphml"}, "GraphML"},
      {"gml", {"gml"}, "GML"},
      {"pajek", {"net", "paj"}, "Pajek"},
      {"dimacs", {"dimacs", "col", "max"}, "DIMACS"},
      {"ncol", {"ncol"}, "NCOL"},
      {"lgl", {"lgl"}, "LGL"},
      {"dot", {"dot", "gv"}, "DOT"},
      {"metis", {"metis"}, "METIS"},
      {"matrix-market", {"mtx", "mm"}, "Matrix Market"},
  };
  return formats;
}

GraphText read_graph_file(const fs::path& file, std::string_view rest) {
  const auto* format = format_of(file, rest);
  if (format == nullptr) {
    return read_input(file, [](std::istream& in) { return read_graph(in); });
  }
  std::istringstream in(converted(file, *format));
  std::vector<std::string> notes;
  for (std::string line; in.peek() == '#' && std::getline(in, line);) {
    if (line.rfind(graph_note, 0) == 0) notes.push_back(line.substr(graph_note.size()));
  }
  auto graph = read_graph(in);
  // Its lines are not those of the file.
  for (auto& one : graph.figures) one.place = fmt::format("edge {}-{}", one.from, one.to);
  graph.notes.insert(graph.notes.begin(), notes.begin(), notes.end());
  return graph;
}

}  // namespace isobar
