// SPDX-License-Identifier: Apache-2.0
#include "tb/netlist_cells.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <regex>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

/// Modules of a library by name, each of whole lines.
std::map<std::string, std::string> modules_of(const std::string& library) {
  static const std::regex first("^\\s*module\\s+([A-Za-z_][A-Za-z_0-9]*)");
  std::map<std::string, std::string> modules;
  std::string* open = nullptr;
  bool delays = false;
  for (const auto part : split(library, '\n')) {
    const std::string line(part);
    const auto content = trim(line);
    if (std::smatch found; open == nullptr && std::regex_search(line, found, first)) {
      open = &modules[found[1]];
    }
    if (open == nullptr || content.empty()) continue;
    if (content == "specify") delays = true;
    if (!delays) *open += line + "\n";
    if (content == "endspecify") delays = false;
    if (line.find("endmodule") != std::string::npos) open = nullptr;
  }
  return modules;
}

/// Whether a module's text names another one.
bool names(const std::string& text, const std::string& module) {
  const auto part_of_word = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (auto at = text.find(module); at != std::string::npos; at = text.find(module, at + 1)) {
    if (!part_of_word(at - 1) && !part_of_word(at + module.size())) return true;
  }
  return false;
}

bool behaves(const std::string& module) {
  return module.find("assign") != std::string::npos || module.find("always") != std::string::npos;
}

}  // namespace

std::string preprocessed_cells(const std::string& said) {
  const std::string begin = "-- Verilog code after preprocessor --\n";
  const std::string end = "-- END OF DUMP --";
  const auto from = said.find(begin);
  const auto to = said.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    throw ModelError("yosys shows no models of its cells");
  }
  return said.substr(from + begin.size(), to - from - begin.size());
}

std::string models_of(const std::set<std::string>& cells, const std::string& models) {
  const auto library = modules_of(models);
  for (const auto& cell : cells) {
    const auto model = library.find(cell);
    if (model == library.end() || !behaves(model->second)) {
      throw ModelError(fmt::format("cell {} of the netlist has no model to simulate", cell));
    }
  }
  auto needed = cells;
  for (std::size_t before = 0; before != needed.size();) {
    before = needed.size();
    for (const auto& [name, text] : library) {
      if (needed.count(name) == 0) continue;
      for (const auto& other : library) {
        if (names(text, other.first)) needed.insert(other.first);
      }
    }
  }
  std::string text;
  for (const auto& name : needed) text += library.at(name);
  return text;
}

}  // namespace isobar
