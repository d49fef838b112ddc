// SPDX-License-Identifier: Apache-2.0
#include "tb/own_rtl.h"

#include <fmt/format.h>

#include <regex>
#include <set>

#include "host/cache.h"
#include "models/errors.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<fs::path> with_own_rtl(const std::vector<fs::path>& release, const fs::path& folder) {
  auto all = files_in(folder, {".sv", ".v"});
  if (all.empty()) {
    throw ValueError(
        fmt::format("--rtl {}: there is no .sv and no .v file in it", folder.string()));
  }
  std::set<std::string> own;
  for (const auto& source : all) own.insert(source.stem().string());
  for (const auto& source : release) {
    if (own.count(source.stem().string()) == 0) all.push_back(source);
  }
  put_packages_first(all);
  return all;
}

std::vector<fs::path> own_headers(const fs::path& folder) {
  return files_in(folder, {".svh", ".vh"});
}

bool has_parameters(const std::vector<fs::path>& sources, const std::string& module) {
  const std::regex declaration("(^|\\n)[ \\t]*module[ \\t]+\\\\?" + module +
                               "\\s*(?:import[^;]*;\\s*)*([#(;])");
  for (const auto& source : sources) {
    const auto text = file_contents(source);
    std::smatch found;
    if (std::regex_search(text, found, declaration)) return found[2] == "#";
  }
  throw ValueError(fmt::format("--top {0}: no source declares a module {0}", module));
}

}  // namespace isobar
