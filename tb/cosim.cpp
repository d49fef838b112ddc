// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim.h"

#include <utility>

#include "models/link/observer_group.h"
#include "models/pe/fabric_model.h"
#include "tb/bench.h"

namespace isobar {
namespace {

/// One run: what must outlive its processes.
struct Setup {
  Setup(const Experiment& experiment, const CosimSetting& setting, const VerilatedLibrary& library,
        Watch watch, Observer* observer, RowWatcher* waves)
      : scoreboard(experiment, setting.parameters, setting.nodes, waves),
        bench("rtl", experiment, setting.parameters, setting.nodes, library, scoreboard,
              setting.traffic),
        model("fabric", experiment, std::move(watch), watched_by(observer), bench.end_maker()) {
    bench.attach(model, setting.mutant);
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
                      RowWatcher* waves, RowWatcher* around) {
  require_countable(experiment);
  // Kept to the end of the process, as run_cycles does.
  static Setup* kept = nullptr;
  kept = new Setup(experiment, setting, library, std::move(watch), observer, waves);
  auto& [scoreboard, observers, bench, model] = *kept;
  run_kernel();
  if (!scoreboard.mismatch()) bench.compare_totals();
  CosimResult result{scoreboard.mismatch(), {}, scoreboard.pe_cycles(), scoreboard.events()};
  if (!result.mismatch) {
    result.run = model.finish();
  } else if (around != nullptr) {
    for (std::size_t i = 0; i < setting.nodes.size(); ++i) {
      if (setting.nodes[i] == result.mismatch->node) scoreboard.replay(i, *around);
    }
  }
  return result;
}

}  // namespace isobar
