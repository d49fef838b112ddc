// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_application.h"

#include "models/workloads/applications/iterations.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"

namespace isobar {

FileApplication lbdatafile_application() {
  FileApplication row;
  row.form = {{"lbdatafile:FOLDER",
               "the tasks of an LBDatafile set as persistent tasks, each worked on once an "
               "iteration; or FOLDER@PHASE; FOLDER,NAME=VALUE,..."},
              PathEnd::comma};
  row.source = "DARMA-tasking's vt; Watts, Rieffel and Taylor 1998";
  row.parameters = {
      {"n", "", 20, 1, 1e9, true, "iterations"},
      {"bytes", "bytes", 1024, 1, 1e9, true,
       "sent when a task moves whose size the file does not give"},
      {"overhead", "cycles", 0, 0, 1e12, true, "of an iteration on every PE besides its tasks"}};
  row.read = [](const FileApplicationSetting& setting) {
    const auto whole = [&](const char* name) {
      return static_cast<std::int64_t>(setting.parameters.at(name));
    };
    const auto set = read_lbdatafile_set(setting.path, setting.nodes, setting.folder,
                                         LbDetail::persistent_tasks);
    return
        [tasks = lbdatafile_tasks(set, setting.clock, whole("bytes")), n = whole("n"),
         overhead = whole("overhead")] { return std::make_unique<Iterations>(tasks, n, overhead); };
  };
  return row;
}

}  // namespace isobar
