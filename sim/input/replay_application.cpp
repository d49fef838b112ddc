// SPDX-License-Identifier: Apache-2.0
#include "sim/input/replay_application.h"

#include <memory>
#include <utility>

#include "models/workloads/applications/replay.h"
#include "models/workloads/applications/work_time.h"
#include "sim/input/lbdatafile_parameters.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

namespace {

using Chains = std::vector<std::vector<ReplayedChain>>;

/// Where there is one phase, nobody need know which entity a task is.
Chains single_tasks(const LbSet& set, Node pes, const Rational& clock) {
  constexpr double nanoseconds = 1e9;  // in a second
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  Chains chains(pes);
  for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
    for (const auto& task : set.ranks[rank].phase(0).times) {
      chains[pe_of[rank]].push_back({WorkTime(task.time * nanoseconds, clock).cycles(1)});
    }
  }
  return chains;
}

ReadApplication read_replay(const FileApplicationSetting& setting) {
  const auto& values = setting.parameters;
  LbSetQuery query{setting.path, setting.folder};
  query.wanted = {LbDetail::times, wanted_subphase(values)};
  query.stem = values.get(lb_stem);
  query.all_phases = true;
  auto set = read_lbdatafile_set(query);
  const bool has_phases = set.turns.size() > 1;
  if (has_phases) {
    query.wanted.detail = LbDetail::persistent_tasks;
    set = read_lbdatafile_set(query);
  }
  ReadApplication out;
  out.creates_tasks = has_phases;
  out.notes = fold_notes(set.ranks.size(), setting.nodes);
  const auto shared = std::make_shared<const Chains>(
      has_phases ? lbdatafile_chains(set, setting.nodes, setting.clock)
                 : single_tasks(set, setting.nodes, setting.clock));
  out.make = [shared] { return std::make_unique<Replay>(*shared); };
  return out;
}

}  // namespace

FileApplication replay_application() {
  FileApplication row;
  row.form = {{"replay:FOLDER",
               "the tasks of an LBDatafile set, each as long as it took, phase after phase; or "
               "FOLDER@PHASE; FOLDER,NAME=VALUE,..."},
              PathEnd::comma};
  row.source = "DARMA-tasking's vt";
  row.parameters = {lb_stem, lb_subphase};
  row.read = read_replay;
  return row;
}

}  // namespace isobar
