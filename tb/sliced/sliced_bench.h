// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/link/cycle_clock.h"
#include "models/pe/fabric_model.h"
#include "tb/input_log.h"
#include "tb/sliced/sliced_fabric.h"
#include "tb/sliced/sliced_pe.h"

namespace isobar {

/// Puts the gates of all PEs beside a fabric of the model, and clocks them.
class SlicedBench : public sc_core::sc_module {
 public:
  /// All references must outlive the bench.
  SlicedBench(const sc_core::sc_module_name& name, const Experiment& experiment,
              const CosimSetting& setting, SlicedModule& gates, Scoreboard& scoreboard);

  FabricParts parts();
  void attach(FabricModel& model) { model_ = &model; }
  /// Compares totals; to be called after the run, unless a difference was found in it.
  void compare_totals();
  /// There is no record of what came in at a PE.
  static const InputLog* inputs(Node /*node*/) { return nullptr; }

 private:
  void start_of_simulation() override { fabric_.begin(); }
  std::unique_ptr<PeInterface> make_pe(const PeSite& site);
  void advance();
  Cycle cycles_to_run() const;

  const Experiment& experiment_;
  const CosimSetting& setting_;
  Scoreboard& scoreboard_;
  SlicedFabric fabric_;
  CycleClock clock_;
  std::vector<SlicedPe*> pes_;  ///< by node; the model of the fabric has them
  FabricModel* model_ = nullptr;
  Cycle now_ = 0;
  bool begun_ = false;    ///< this cycle; the gates act in it after the model
  bool settled_ = false;  ///< the model does nothing more in it from the next delta on
};

}  // namespace isobar
