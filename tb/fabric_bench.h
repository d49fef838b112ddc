// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/pe/fabric_model.h"
#include "tb/scoreboard.h"
#include "tb/traffic.h"

namespace isobar {

/// Clocks RTL beside a fabric of the model, which it lets act first in every cycle, until the run
/// is over or something differs.
class FabricBench : public sc_core::sc_module {
 public:
  /// The fabric, which is made after the bench.
  void attach(FabricModel& model) { model_ = &model; }

 protected:
  /// All must outlive it.
  FabricBench(const sc_core::sc_module_name& name, const Experiment& experiment,
              const CosimSetting& setting, Scoreboard& scoreboard);

  /// Lets the RTL act in cycle `now`, and perhaps in later ones in which the model does nothing.
  /// Returns the next cycle.
  virtual Cycle act(Cycle now) = 0;

  const Experiment& experiment() const { return experiment_; }
  const CosimSetting& setting() const { return setting_; }
  const CycleClock& clock() const { return clock_; }
  FabricModel& model() { return *model_; }
  /// The cycle in which the RTL acts next, or would after the run.
  Cycle now() const { return now_; }
  /// The random work of a PE.
  RandomExecutor executor(Node node) const;
  /// What the links that leave a PE counted, by port.
  std::vector<LinkCounters> link_counters(Node node) const;

 private:
  void advance();

  const Experiment& experiment_;
  const CosimSetting& setting_;
  Scoreboard& scoreboard_;
  CycleClock clock_;
  std::uint64_t tasks_;  ///< at the start, in all PEs
  FabricModel* model_ = nullptr;
  Cycle now_ = 0;
  bool begun_ = false;    ///< this cycle; the RTL acts in it after the model
  bool settled_ = false;  ///< the model does nothing more in it from the next delta on
};

}  // namespace isobar
