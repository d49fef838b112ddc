// SPDX-License-Identifier: Apache-2.0
#include "sim/input/load_file.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "models/errors.h"
#include "models/workloads/initial_load.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/read_csv.h"
#include "sim/input/read_npy.h"

namespace isobar {

namespace fs = std::filesystem;

std::vector<Load> load_from(std::string_view rule, Node nodes, std::uint64_t seed,
                            const std::filesystem::path& folder) {
  const auto kind = rule.substr(0, rule.find(':'));
  if (kind.size() == rule.size() || (kind != "csv" && kind != "npy" && kind != "lbdatafile")) {
    return initial_load(rule, nodes, seed);
  }
  const auto name = rule.substr(kind.size() + 1);
  if (name.empty() || name.find('\0') != std::string_view::npos) {
    throw ValueError(fmt::format("{:?} names no {}; allowed: csv:FILE, npy:FILE, lbdatafile:FOLDER",
                                 rule, kind == "lbdatafile" ? "folder" : "file"));
  }
  const auto path = folder / name;
  const auto checked = [nodes](std::vector<Load> loads) {
    check_loads(loads, nodes);
    return loads;
  };
  if (kind == "csv") {
    return read_input(path, [&](std::istream& in) { return checked(read_csv(in)); });
  }
  if (kind == "npy") {
    return read_input(path, [&](std::istream& in) { return checked(read_npy(in, nodes)); });
  }
  std::vector<Load> loads;
  for (const auto& rank : read_lbdatafile_set(name, nodes, folder, LbDetail::counts)) {
    loads.push_back(rank.phase.tasks);
  }
  return checked(std::move(loads));
}

std::string load_with_absolute_path(const std::string& rule, const std::filesystem::path& folder) {
  const auto colon = rule.find(':');
  const auto kind = rule.substr(0, colon);
  if (kind != "csv" && kind != "npy" && kind != "lbdatafile") return rule;
  const auto path = fs::absolute(folder / rule.substr(colon + 1));
  return kind + ":" + path.lexically_normal().string();
}

}  // namespace isobar
