// SPDX-License-Identifier: Apache-2.0
#include "sim/input/replay_application.h"

#include "models/workloads/applications/replay.h"
#include "models/workloads/applications/work_time.h"
#include "sim/input/lbdatafile_set.h"

namespace isobar {

FileApplication replay_application() {
  FileApplication row;
  row.form = {{"replay:FOLDER",
               "the tasks of an LBDatafile set, each as long as it took; or FOLDER@PHASE"}};
  row.source = "DARMA-tasking's vt";
  row.read = [](const FileApplicationSetting& setting) {
    constexpr double nanoseconds = 1e9;  // in a second
    std::vector<std::vector<Cycle>> work;
    for (const auto& rank :
         read_lbdatafile_set(setting.path, setting.nodes, setting.folder, LbDetail::times)) {
      auto& of_rank = work.emplace_back();
      for (const auto& task : rank.phase.times) {
        of_rank.push_back(WorkTime(task.time * nanoseconds, setting.clock).cycles(1));
      }
    }
    const auto shared = std::make_shared<const std::vector<std::vector<Cycle>>>(std::move(work));
    return ReadApplication{[shared] { return std::make_unique<Replay>(*shared); }};
  };
  return row;
}

}  // namespace isobar
