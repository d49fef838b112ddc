// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/link/observer_group.h"
#include "models/pe/fabric_model.h"
#include "models/pe/kernel.h"
#include "models/pe/run_cycles.h"
#include "tb/cosim.h"

namespace isobar {

/// The objects of a run with RTL, which must outlive its SystemC processes.
template <class BenchOfRtl>
struct CosimSetup {
  template <class Rtl, class... More>
  CosimSetup(const Experiment& experiment, const CosimSetting& setting, Rtl& rtl, Watch watch,
             Observer* observer, RowWatcher* rows, More... more)
      : scoreboard(experiment, setting.parameters, setting.nodes, rows),
        bench("rtl", experiment, setting, rtl, scoreboard, more...),
        model("fabric", experiment, std::move(watch), watched_by(observer), bench.parts()) {
    bench.attach(model);
  }

  Observer* watched_by(Observer* observer) {
    observers.add(&scoreboard);
    observers.add(observer);
    return &observers;
  }

  Scoreboard scoreboard;
  ObserverGroup observers;
  BenchOfRtl bench;
  FabricModel model;
};

/// Runs an experiment with a bench of RTL, which is made of `rtl` and `more`.
template <class BenchOfRtl, class Rtl, class... More>
CosimResult run_beside(const Experiment& experiment, const CosimSetting& setting, Rtl& rtl,
                       Watch watch, Observer* observer, RowWatcher* rows, More... more) {
  require_countable(experiment);
  // It is kept to the end of the program, as run_cycles does.
  static CosimSetup<BenchOfRtl>* kept = nullptr;
  kept = new CosimSetup<BenchOfRtl>(experiment, setting, rtl, std::move(watch), observer, rows,
                                    more...);
  auto& scoreboard = kept->scoreboard;
  // A mismatch stops the kernel, which would report that.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  run_kernel();
  if (!scoreboard.mismatch()) kept->bench.compare_totals();
  CosimResult result;
  result.mismatch = scoreboard.mismatch();
  result.pe_cycles = scoreboard.pe_cycles();
  result.events = scoreboard.events();
  if (!result.mismatch) {
    result.run = kept->model.finish();
  } else {
    result.replay = [&scoreboard](RowWatcher& watcher) { scoreboard.replay(watcher); };
    result.inputs = kept->bench.inputs(result.mismatch->node);
  }
  return result;
}

}  // namespace isobar
