// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "models/link/cycle_clock.h"
#include "models/pe/fabric_model.h"
#include "tb/rtl_pe.h"

namespace isobar {

/// Puts PEs of the RTL into a fabric of the model: it has the wires to them, their clock, and the
/// random work of all PEs.
class Bench : public sc_core::sc_module {
 public:
  /// `nodes` are the PEs that are RTL. All references must outlive the bench.
  Bench(const sc_core::sc_module_name& name, const Experiment& experiment,
        const RtlParameters& parameters, const std::vector<Node>& nodes,
        const VerilatedLibrary& library, Scoreboard& scoreboard, const Traffic& traffic);

  /// Makes the ends of links for the model of the fabric, which is made after the bench.
  EndMaker end_maker();
  /// Puts the model's PEs beside those of the RTL, and fills the latter with their tasks.
  void attach(FabricModel& model, std::uint64_t mutant);
  /// Compares totals; to be called after the run, unless a difference was found in it.
  void compare_totals();

 private:
  LinkEndInterface* make_end(Node node, unsigned port, Link& out, Link& in);
  RtlPe* rtl(Node node) { return place_[node] < pes_.size() ? pes_[place_[node]].get() : nullptr; }
  Wire& wire(Node node, unsigned port);
  void advance();
  void run_cycle();

  const Experiment& experiment_;
  RtlFabric fabric_;
  CycleClock clock_;
  std::vector<std::uint32_t>
      place_;  ///< by node: its index in `pes_`; past the end if it is no RTL
  std::vector<std::unique_ptr<RtlPe>> pes_;
  std::vector<RandomExecutor> executors_;  ///< for the PEs that are no RTL
  std::vector<Node> others_;               ///< these PEs
  std::vector<Wire> wires_;                ///< by link slot
  std::deque<LinkEnd> ends_;
  std::deque<std::unique_ptr<LinkEndInterface>> made_;
  FabricModel* model_ = nullptr;
  bool settled_ = false;  ///< whether the model has acted in this cycle
};

}  // namespace isobar
