// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "tb/input_log.h"
#include "tb/inside_waves.h"
#include "tb/pe_beside_rtl.h"
#include "tb/scoreboard.h"
#include "tb/tree_places.h"
#include "tb/verilated_library.h"
#include "tb/wires.h"

namespace isobar {

struct RtlPorts;

/// What the RTL PEs in one fabric share.
struct RtlFabric {
  /// What the logs of the inputs of all PEs may take.
  static constexpr std::size_t most_log_bytes = std::size_t{256} << 20;

  /// `looks` may be null.
  RtlFabric(const Experiment& made_from, const CosimSetting& setting, Scoreboard& judge,
            InsideWaves* looks)
      : experiment(made_from),
        parameters(setting.parameters),
        scoreboard(judge),
        wires(made_from, setting.parameters, setting.nodes),
        tree(places_in_tree(made_from, setting.parameters)),
        mutant(setting.mutant),
        inside(looks),
        most_input_bytes(most_log_bytes / std::max<std::size_t>(1, setting.nodes.size())) {}

  const Experiment& experiment;
  const RtlParameters& parameters;
  Scoreboard& scoreboard;
  Wires wires;
  std::optional<TreePlaces> tree;  ///< of PEs that have a place in the spanning tree
  std::uint64_t mutant;
  InsideWaves* inside;  ///< of PEs that are looked into; may be null
  std::size_t most_input_bytes;
  Cycle now = -1;
  sc_core::sc_event tick{"tick"};  ///< notified in each cycle after the model has acted
};

/// A verilated PE in the place of the scheme's, which it has inside as its model. The model gets
/// the same messages, tasks and requests, and both are compared in every cycle. A message to a
/// model PE is sent when the last of its bits has left the RTL. What comes in the RTL hears by
/// wires.
class RtlPe final : public PeBesideRtl {
 public:
  /// `index` is that among the scoreboard's nodes.
  RtlPe(const sc_core::sc_module_name& name, const PeSite& site, std::size_t index,
        RtlFabric& fabric, const VerilatedLibrary& library, const RandomExecutor& traffic);
  ~RtlPe() override;

  /// Compares load and link counters with those of the model at the end of a run.
  void compare_totals(const std::vector<LinkCounters>& link_counters);

  /// What came in so far.
  const InputLog& inputs() const { return inputs_; }

 private:
  void start_of_simulation() override;
  void model_sends(unsigned port, const Passage& passage) override {
    spoken_[port]->carry(passage);
  }
  void compare_waiting();
  void act();
  void run_cycle();
  void drive_lines(Cycle now);
  void drive_streams();
  void read_model(Cycle now);
  void send(Cycle now);
  void clock();

  std::size_t index_;
  RtlFabric& fabric_;
  const RowLayout& layout_;
  InsideWaves* inside_;  ///< null if it is not looked into
  VerilatedModule module_;
  std::unique_ptr<RtlPorts> rtl_;
  InputLog inputs_;
  LineHistory lines_;
  IncomingBits heard_;
  std::vector<Wire*> spoken_;  ///< by the fabric's port
  std::vector<std::uint64_t> input_;
  std::vector<std::uint64_t> rtl_row_;
  std::vector<std::uint64_t> model_row_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
