// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_application.h"

#include <memory>
#include <utility>

#include "models/workloads/applications/iterations.h"
#include "sim/input/lbdatafile_parameters.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

namespace {

const auto n_parameter = parameter("n", "iterations")
                             .range(1, 1e9)
                             .whole_or_auto("20 of one phase, else as many as there are phases");
const auto bytes_parameter =
    parameter("bytes", "sent when a task moves whose size the file does not give")
        .range(1, 1e9, "bytes")
        .whole(1024);
const auto overhead_parameter =
    parameter("overhead", "of an iteration on every PE besides its tasks")
        .range(0, 1e12, "cycles")
        .whole(0);
const auto alpha_parameter = parameter("alpha", "work model: work per second of load")
                                 .range(0, 1e9)
                                 .real_or_auto("the files' rank_alpha, else 1");
const auto beta_parameter =
    parameter("beta", "work model: work per byte to or from other PEs").range(0, 1e9).real(0);
const auto gamma_parameter =
    parameter("gamma", "work model: work per byte between tasks of a PE").range(0, 1e9).real(0);
const auto delta_parameter =
    parameter("delta", "work model: work per byte of shared blocks that are not at home")
        .range(0, 1e9)
        .real(0);

constexpr std::int64_t iterations_of_one_phase = 20;

WorkModel work_model(const LbSet& set, Node pes, const ParameterValues& values) {
  WorkModel model;
  const auto alpha = values.get(alpha_parameter);
  model.alpha.assign(pes, alpha.value_or(1));
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  for (auto rank = set.ranks.size(); rank-- > 0 && !alpha;) {
    model.alpha[pe_of[rank]] = set.ranks[rank].alpha.value_or(1);
  }
  model.beta = values.get(beta_parameter);
  model.gamma = values.get(gamma_parameter);
  model.delta = values.get(delta_parameter);
  return model;
}

ReadApplication read_iterations(const FileApplicationSetting& setting) {
  const auto& values = setting.parameters;
  LbSetQuery query{setting.path, setting.folder};
  query.wanted = {LbDetail::persistent_tasks, wanted_subphase(values)};
  query.stem = values.get(lb_stem);
  query.all_phases = true;
  const auto set = read_lbdatafile_set(query);
  auto tasks = lbdatafile_tasks(set, setting.nodes, setting.clock, values.get(bytes_parameter));
  const auto turns = static_cast<std::int64_t>(set.turns.size());
  IterationsSetting iterations;
  iterations.iterations =
      values.get(n_parameter).value_or(turns == 1 ? iterations_of_one_phase : turns);
  iterations.overhead = values.get(overhead_parameter);
  iterations.memory_besides = std::move(tasks.memory_besides);
  iterations.work = std::move(tasks.work);
  iterations.work_model = work_model(set, setting.nodes, values);
  ReadApplication out;
  out.notes = fold_notes(set.ranks.size(), setting.nodes);
  out.notes.insert(out.notes.end(), tasks.notes.begin(), tasks.notes.end());
  out.make = [cards = std::move(tasks.tasks), iterations] {
    return std::make_unique<Iterations>(cards, iterations);
  };
  return out;
}

}  // namespace

FileApplication lbdatafile_application() {
  FileApplication row;
  row.form = {{"lbdatafile:FOLDER",
               "the tasks of an LBDatafile set as persistent tasks, each worked on once an "
               "iteration, its phases in turn; or FOLDER@PHASE; FOLDER,NAME=VALUE,..."},
              PathEnd::comma};
  row.source = "DARMA-tasking's vt; Watts, Rieffel and Taylor 1998";
  row.parameters = {n_parameter,    bytes_parameter, overhead_parameter,
                    lb_stem,        lb_subphase,     alpha_parameter,
                    beta_parameter, gamma_parameter, delta_parameter};
  row.read = read_iterations;
  return row;
}

}  // namespace isobar
