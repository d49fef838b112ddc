// SPDX-License-Identifier: Apache-2.0
#include "sim/input/load_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/errors.h"
#include "models/unknown_name.h"
#include "models/workloads/initial_load.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_parameters.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/read_csv.h"
#include "sim/input/read_npy.h"
#include "sim/input/read_npz.h"

namespace isobar {

namespace fs = std::filesystem;

namespace {

NarrowArray checked(NarrowArray loads, const Fabric& fabric) {
  check_loads(loads, fabric.pes());
  return loads;
}

FileLoads from_csv(const FileValue& value, const fs::path& folder, const Fabric& fabric,
                   const ParameterValues& /*parameters*/) {
  return read_input(folder / value.path, [&](std::istream& in) {
    return FileLoads{checked(read_csv(in, fabric, value.parameter()), fabric)};
  });
}

FileLoads from_npy(const FileValue& value, const fs::path& folder, const Fabric& fabric,
                   const ParameterValues& /*parameters*/) {
  return read_input(folder / value.path, [&](std::istream& in) {
    return FileLoads{checked(read_npy(in, fabric), fabric)};
  });
}

FileLoads from_npz(const FileValue& value, const fs::path& folder, const Fabric& fabric,
                   const ParameterValues& /*parameters*/) {
  return {read_npz(folder / value.path, value.parameter(), fabric)};
}

double seconds_of(const LbDatafile::Phase& phase) {
  double sum = 0;
  for (const auto& task : phase.times) sum += task.time;
  return sum;
}

/// Loads by time, to the nearest unit.
std::vector<Load> loads_by_time(const LbSet& set, Node pes, double unit) {
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  std::vector<double> seconds(pes, 0);
  for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
    seconds[pe_of[rank]] += seconds_of(set.ranks[rank].phase(0));
  }
  std::vector<Load> loads;
  double most = 0;
  for (const double one : seconds) {
    most = std::max(most, one);
    // A load that is too large for a Load is refused as any that is too large.
    loads.push_back(static_cast<Load>(std::llround(std::min(one / unit, 1e18))));
  }
  if (most > 0 && most / unit < 0.5) {
    throw ValueError(
        fmt::format("lbdatafile: with unit={:g}s all loads are 0; the most time of a PE is {:g} s",
                    unit, most));
  }
  return loads;
}

/// A line if tasks that are counted alike took times that differ.
std::vector<std::string> count_notes(const LbSet& set) {
  std::optional<double> least;
  std::optional<double> most;
  for (const auto& rank : set.ranks) {
    const auto& phase = rank.phase(0);
    if (!phase.least_time) continue;
    least = std::min(least.value_or(*phase.least_time), *phase.least_time);
    most = std::max(most.value_or(*phase.most_time), *phase.most_time);
  }
  if (!least || *least == *most) return {};
  return {
      fmt::format("each task of the LBDatafiles is one load unit, though they took {:g} to {:g} "
                  "s; by=time,unit=1ms counts their time",
                  *least, *most)};
}

FileLoads read_tasks(const FileValue& value, const fs::path& folder, const Fabric& fabric,
                     const ParameterValues& values) {
  const bool by_time = values.get(lb_by) == LbLoad::time;
  LbSetQuery query{value.path, folder};
  query.wanted = {by_time ? LbDetail::times : LbDetail::counts, wanted_subphase(values)};
  if (query.wanted.subphase && !by_time) {
    throw ValueError("lbdatafile: subphase goes with by=time; by=count counts tasks");
  }
  query.stem = values.get(lb_stem);
  const auto set = read_lbdatafile_set(query);
  FileLoads out;
  out.notes = fold_notes(set.ranks.size(), fabric.pes());
  if (set.others > 0) {
    out.notes.push_back(fmt::format(
        "of the LBDatafiles' {} phases the loads are those of phase {}; FOLDER@PHASE is another",
        set.others + 1, set.turns.front()));
  }
  if (by_time) {
    out.loads = loads_by_time(set, fabric.pes(), values.get(lb_unit));
    return out;
  }
  const auto pe_of = pes_of_ranks(set.ranks.size(), fabric.pes());
  out.loads.assign(fabric.pes(), 0);
  for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
    out.loads[pe_of[rank]] += set.ranks[rank].phase(0).tasks;
  }
  const auto notes = count_notes(set);
  out.notes.insert(out.notes.end(), notes.begin(), notes.end());
  return out;
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
         "one LBDatafile JSON a rank; each of its tasks is one load unit, or with by=time so much "
         "of their time; or FOLDER@PHASE; FOLDER,NAME=VALUE,..."},
        PathEnd::comma},
       read_tasks,
       {lb_by, lb_unit, lb_stem, lb_subphase}},
  };
  return formats;
}

FileLoads load_from(std::string_view rule, const Fabric& fabric, std::uint64_t seed,
                    const fs::path& folder) {
  const auto nodes = fabric.pes();
  if (const auto* format = find_format(load_formats(), rule)) {
    const auto allowed = form_list(forms_of(load_formats()));
    const auto value = parse_file_value(rule, format->form, allowed);
    std::optional<std::string_view> given;
    if (!format->parameters.empty() && !value.rest.empty()) given = value.rest.substr(1);
    const auto parameters = parse_parameters(given, format->parameters, format->form.name());
    auto read = format->read(value, folder, fabric, parameters);
    check_loads(read.loads, nodes);
    return read;
  }
  if (is_named(load_rules(), rule)) return {initial_load(rule, nodes, seed)};
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

std::vector<std::string> load_lines() {
  auto lines = form_lines(load_forms());
  for (const auto& format : load_formats()) {
    for (const auto& p : format.parameters) lines.push_back("    " + p.line());
  }
  return lines;
}

}  // namespace isobar
