// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim.h"

#include <utility>

#include "models/link/observer_group.h"
#include "models/pe/fabric_model.h"
#include "models/pe/kernel.h"
#include "models/pe/run_cycles.h"
#include "tb/bench.h"

namespace isobar {
namespace {

/// The objects of a run, which must outlive its SystemC processes.
struct Setup {
  Setup(const Experiment& experiment, const CosimSetting& setting, const VerilatedLibrary& library,
        Watch watch, Observer* observer, RowWatcher* rows)
      : scoreboard(experiment, setting.parameters, setting.nodes, rows),
        bench("rtl", experiment, setting, library, scoreboard),
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
  Bench bench;
  FabricModel model;
};

}  // namespace

CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      const VerilatedLibrary& library, Watch watch, Observer* observer,
                      RowWatcher* rows) {
  require_countable(experiment);
  // It is kept to the end of the program, as run_cycles does.
  static Setup* kept = nullptr;
  kept = new Setup(experiment, setting, library, std::move(watch), observer, rows);
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
  }
  return result;
}

}  // namespace isobar
