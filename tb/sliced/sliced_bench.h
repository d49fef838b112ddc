// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "tb/fabric_bench.h"
#include "tb/input_log.h"
#include "tb/sliced/sliced_fabric.h"
#include "tb/sliced/sliced_pe.h"

namespace isobar {

/// Puts the gates of all PEs beside a fabric of the model, and clocks them.
class SlicedBench : public FabricBench {
 public:
  /// All references must outlive the bench.
  SlicedBench(const sc_core::sc_module_name& name, const Experiment& experiment,
              const CosimSetting& setting, SlicedModule& gates, Scoreboard& scoreboard);

  FabricParts parts();
  /// Compares totals; to be called after the run, unless a difference was found in it.
  void compare_totals();
  /// There is no record of what came in at a PE.
  static const InputLog* inputs(Node /*node*/) { return nullptr; }

 private:
  void start_of_simulation() override { fabric_.begin(); }
  std::unique_ptr<PeInterface> make_pe(const PeSite& site);
  Cycle act(Cycle now) override;
  Cycle cycles_to_run() const;

  SlicedFabric fabric_;
  std::vector<SlicedPe*> pes_;  ///< by node; the model of the fabric has them
};

}  // namespace isobar
