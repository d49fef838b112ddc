// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/pe/fabric_model.h"
#include "tb/fabric_bench.h"
#include "tb/rtl_pe.h"

namespace isobar {

/// Puts verilated PEs into a fabric of the model: it has the wires to them, and the random work of
/// all PEs.
class Bench : public FabricBench {
 public:
  /// All must outlive the bench; `inside` may be null.
  Bench(const sc_core::sc_module_name& name, const Experiment& experiment,
        const CosimSetting& setting, const VerilatedLibrary& library, Scoreboard& scoreboard,
        InsideWaves* inside);

  /// The parts for the model of the fabric, which is made after the bench.
  FabricParts parts();
  /// Compares totals; to be called after the run, unless a difference was found in it.
  void compare_totals();
  /// What came in at a PE that is RTL.
  const InputLog* inputs(Node node) const { return &pes_[place_[node]]->inputs(); }

 private:
  std::unique_ptr<PeInterface> make_pe(const PeSite& site);
  bool is_rtl(Node node) const { return place_[node] < pes_.size(); }
  Cycle act(Cycle now) override;

  const VerilatedLibrary& library_;
  RtlFabric fabric_;
  std::vector<std::uint32_t> place_;       ///< by node: its index in `pes_`; past the end: no RTL
  std::vector<RtlPe*> pes_;                ///< the model of the fabric has them
  std::vector<RandomExecutor> executors_;  ///< for the PEs that are no RTL
  std::vector<Node> others_;               ///< these PEs
};

}  // namespace isobar
