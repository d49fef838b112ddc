// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/link/link_interfaces.h"
#include "models/pe/fabric_model.h"
#include "models/pe/pe_interface.h"
#include "tb/expected_end.h"
#include "tb/input_log.h"
#include "tb/inside_waves.h"
#include "tb/scoreboard.h"
#include "tb/streams.h"
#include "tb/traffic.h"
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
        mutant(setting.mutant),
        inside(looks),
        most_input_bytes(most_log_bytes / std::max<std::size_t>(1, setting.nodes.size())) {}

  const Experiment& experiment;
  const RtlParameters& parameters;
  Scoreboard& scoreboard;
  Wires wires;
  std::uint64_t mutant;
  InsideWaves* inside;  ///< of PEs that are looked into; may be null
  std::size_t most_input_bytes;
  Cycle now = -1;
  sc_core::sc_event tick{"tick"};  ///< notified in each cycle after the model has acted
};

/// A verilated PE in the place of the scheme's, which it has inside as its model. The model gets
/// the same messages, tasks and requests, and what it sends is expected of the RTL: both are
/// compared in every cycle. A message to a model PE is sent when the last of its bits has left the
/// RTL. What the PE holds, it says by its model.
class RtlPe final : public sc_core::sc_module, public PeInterface {
 public:
  /// `index` is that among the scoreboard's nodes.
  RtlPe(const sc_core::sc_module_name& name, const PeSite& site, std::size_t index,
        RtlFabric& fabric, const VerilatedLibrary& library, const RandomExecutor& traffic);
  ~RtlPe() override;

  /// The links that leave, in the order of the fabric's ports. What comes in it hears by wires.
  sc_core::sc_port<LinkSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override;
  void bind_slot(SlotInterface& slot) override { model_->bind_slot(slot); }
  void attach(LandingListener& executor) override { model_->attach(executor); }
  void fill(Task task) override { model_->fill(task); }
  Load load() const override { return model_->load(); }
  const TaskQueue& queue() const override { return model_->queue(); }
  SchemeStatistics statistics() const override { return model_->statistics(); }
  bool empty() override { return model_->empty(); }
  bool full() override { return model_->full(); }
  std::optional<Task> fetch() override;
  bool accept(Task task) override;

  /// Compares load and link counters with those of the model at the end of a run.
  void compare_totals(const std::vector<LinkCounters>& link_counters);

  /// What came in so far.
  const InputLog& inputs() const { return inputs_; }

 private:
  void start_of_simulation() override;
  void compare_waiting();
  void act();
  void run_cycle();
  void drive_lines(Cycle now);
  void take_traffic();
  void drive_streams();
  void read_model(Cycle now);
  void send(Cycle now);
  void clock();
  const RtlLink& link(unsigned port) const;
  std::size_t rtl_port(unsigned port) const { return rtl_port_[port]; }

  Node node_;
  std::size_t index_;
  RtlFabric& fabric_;
  const RowLayout& layout_;
  InsideWaves* inside_;  ///< null if it is not looked into
  VerilatedModule module_;
  std::unique_ptr<RtlPorts> rtl_;
  InputLog inputs_;
  RandomExecutor traffic_;
  Streams streams_;
  LineHistory lines_;
  std::unique_ptr<PeInterface> model_;
  IncomingBits heard_;
  std::vector<std::size_t> rtl_port_;  ///< by the fabric's port, as are the next two
  std::vector<Wire*> spoken_;
  std::vector<std::unique_ptr<ExpectedEnd>> ends_;  ///< of the model PE's links
  std::vector<std::uint64_t> input_;
  std::vector<std::uint64_t> rtl_row_;
  std::vector<std::uint64_t> model_row_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
