// SPDX-License-Identifier: Apache-2.0
#include "sim/input/load_file.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/unknown_name.h"
#include "models/workloads/initial_load.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/read_csv.h"
#include "sim/input/read_npy.h"
#include "sim/input/read_npz.h"

namespace isobar {

namespace fs = std::filesystem;

namespace {

std::vector<Load> checked(std::vector<Load> loads, const Fabric& fabric) {
  check_loads(loads, fabric.pes());
  return loads;
}

std::vector<Load> from_csv(const FileValue& value, const fs::path& folder, const Fabric& fabric) {
  return read_input(folder / value.path, [&](std::istream& in) {
    return checked(read_csv(in, fabric, value.parameter()), fabric);
  });
}

std::vector<Load> from_npy(const FileValue& value, const fs::path& folder, const Fabric& fabric) {
  return read_input(folder / value.path,
                    [&](std::istream& in) { return checked(read_npy(in, fabric), fabric); });
}

std::vector<Load> from_npz(const FileValue& value, const fs::path& folder, const Fabric& fabric) {
  return read_npz(folder / value.path, value.parameter(), fabric);
}

std::vector<Load> count_tasks(const FileValue& value, const fs::path& folder,
                              const Fabric& fabric) {
  std::vector<Load> loads;
  for (const auto& rank : read_lbdatafile_set(value.path, fabric.pes(), folder, LbDetail::counts)) {
    loads.push_back(rank.phase.tasks);
  }
  return loads;
}

}  // namespace

const std::vector<LoadFormat>& load_formats() {
  static const std::vector<LoadFormat> formats = {
      {{{"csv:FILE",
         "a table of whole numbers, one a PE in node order, or the rows and columns of a torus "
         "K1xK2; FILE,column=NAME: one of its columns"},
        PathEnd::value,
        "column"},
       from_csv},
      {{{"npy:FILE",
         "a NumPy array of whole numbers, one a PE in node order; or of a torus's shape"}},
       from_npy},
      {{{"npz:FILE", "the same in an archive; FILE,name=NAME: one of its arrays"},
        PathEnd::value,
        "name"},
       from_npz},
      {{{"lbdatafile:FOLDER",
         "one LBDatafile JSON a rank; each of its tasks is one load unit; or FOLDER@PHASE"}},
       count_tasks},
  };
  return formats;
}

std::vector<Load> load_from(std::string_view rule, const Fabric& fabric, std::uint64_t seed,
                            const fs::path& folder) {
  const auto nodes = fabric.pes();
  if (const auto* format = find_format(load_formats(), rule)) {
    const auto allowed = form_list(forms_of(load_formats()));
    auto loads = format->read(parse_file_value(rule, format->form, allowed), folder, fabric);
    check_loads(loads, nodes);
    return loads;
  }
  if (is_named(load_rules(), rule)) return initial_load(rule, nodes, seed);
  throw ValueError(unknown_name("load", rule, form_texts(load_forms())));
}

std::string load_with_absolute_path(const std::string& rule, const fs::path& folder) {
  return with_absolute_path(load_formats(), rule, folder);
}

std::vector<ValueForm> load_forms() {
  auto forms = load_rules();
  for (const auto& format : load_formats()) forms.push_back(format.form);
  return forms;
}

}  // namespace isobar
