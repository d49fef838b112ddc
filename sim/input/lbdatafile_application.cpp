// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_application.h"

#include <memory>
#include <utility>

#include "models/workloads/applications/iterations.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

namespace {

const auto n_parameter = parameter("n", "iterations").range(1, 1e9).whole(20);
const auto bytes_parameter =
    parameter("bytes", "sent when a task moves whose size the file does not give")
        .range(1, 1e9, "bytes")
        .whole(1024);
const auto overhead_parameter =
    parameter("overhead", "of an iteration on every PE besides its tasks")
        .range(0, 1e12, "cycles")
        .whole(0);

}  // namespace

FileApplication lbdatafile_application() {
  FileApplication row;
  row.form = {{"lbdatafile:FOLDER",
               "the tasks of an LBDatafile set as persistent tasks, each worked on once an "
               "iteration; or FOLDER@PHASE; FOLDER,NAME=VALUE,..."},
              PathEnd::comma};
  row.source = "DARMA-tasking's vt; Watts, Rieffel and Taylor 1998";
  row.parameters = {n_parameter, bytes_parameter, overhead_parameter};
  row.read = [](const FileApplicationSetting& setting) {
    const auto& values = setting.parameters;
    const auto set = read_lbdatafile_set(setting.path, setting.nodes, setting.folder,
                                         LbDetail::persistent_tasks);
    auto read = lbdatafile_tasks(set, setting.clock, values.get(bytes_parameter));
    ReadApplication out;
    out.notes = std::move(read.notes);
    out.make = [tasks = std::move(read.tasks), besides = std::move(read.memory_besides),
                n = values.get(n_parameter), overhead = values.get(overhead_parameter)] {
      return std::make_unique<Iterations>(tasks, n, overhead, besides);
    };
    return out;
  };
  return row;
}

}  // namespace isobar
