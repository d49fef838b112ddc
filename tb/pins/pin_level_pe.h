// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "models/link/cycle_clock.h"
#include "models/pe/fabric_model.h"
#include "models/pe/pe_interface.h"
#include "tb/pins/line_listener.h"
#include "tb/pins/pin.h"
#include "tb/pins/task_mirror.h"
#include "tb/wires.h"

namespace isobar {

/// What the PEs at pins in one fabric share.
struct PinFabric {
  PinFabric(const Experiment& made_from, const RtlParameters& rtl, const std::vector<Node>& nodes,
            Cycle boot_cycles, const sc_core::sc_time& boot_begins)
      : experiment(made_from),
        parameters(rtl),
        wires(made_from, rtl, nodes),
        boot(boot_cycles),
        clock(made_from.clock, boot_begins) {}

  const Experiment& experiment;
  const RtlParameters& parameters;
  Wires wires;
  Cycle boot;        ///< the cycles before the fabric's cycle 0 that PEs need
  CycleClock clock;  ///< its cycle 0 is the first of these
};

/// Stands in the fabric for a PE that is known by its pins alone: it turns messages into bits at
/// the inputs, and the bits at the outputs into messages, tasks and reports.
///
/// In every cycle: clk_i rises at its beginning; a delta later, when what is clocked has taken the
/// old values, the inputs change; clk_i falls in its middle; outputs are read at its last instant,
/// as the next rising edge will find them.
class PinLevelPe final : public sc_core::sc_module, public PeInterface {
 public:
  /// `pins` must outlive it.
  PinLevelPe(const sc_core::sc_module_name& name, const PeSite& site, PinFabric& fabric,
             PinSet& pins);

  sc_core::sc_port<LinkSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  sc_core::sc_port<LinkReceiveInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};
  sc_core::sc_port<SlotInterface> slot{"slot"};

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override;
  void bind_slot(SlotInterface& counter) override { slot.bind(counter); }
  /// Throws ValueError: the executor is whoever drives the streams.
  void attach(LandingListener& executor) override;
  void fill(Task task) override { mirror_.fill(task); }
  Load load() const override { return mirror_.load(); }
  const TaskQueue& queue() const override { return mirror_.queue(); }
  bool empty() override { return mirror_.load() == 0; }
  bool full() override { return mirror_.full(); }
  /// Both throw ModelError, for the reason that attach gives.
  std::optional<Task> fetch() override;
  bool accept(Task task) override;

 private:
  enum class Edge : std::uint8_t { rising, inputs, falling, outputs };
  /// Whether a task was fetched in the last cycle, and so comes out in this one.
  enum class Fetched : std::uint8_t { no, perhaps, yes };
  struct Pins {
    explicit Pins(const PinSet& set);
    Pin &clk, &rst_n, &run;
    Pin &valid_out, &line_out, &valid_in, &line_in;
    Pin &sink_valid, &sink_ready, &sink_data, &fetch, &source_valid, &source_ready, &source_data;
  };

  // With the PEs of the fabric.
  void act();
  void tick();
  void take_in();
  void await_words();
  void await_tasks();

  // By the pins' clock.
  void beat();
  void next_edge();
  void drive_boot();
  void watch_boot();
  void drive_lines();
  void watch_lines();
  void watch_departure();
  void message_ends(unsigned port);
  void watch_streams();
  void watch_source();
  const std::vector<std::uint64_t>& read_task(const Pin& data);

  const RtlLink& link(unsigned port) const;
  std::size_t rtl_port(unsigned port) const { return rtl_port_[port]; }
  [[noreturn]] void refuse_beginning() const;
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_port(unsigned port, const std::string& what) const;

  Node node_;
  PinFabric& fabric_;
  PeReports& reports_;
  Pins pins_;
  TaskMirror mirror_;
  LineHistory lines_;
  IncomingBits heard_;
  std::vector<std::size_t> rtl_port_;  ///< by the fabric's port, as is the next
  std::vector<LineListener> listeners_;
  std::uint64_t linked_ = 0;  ///< the RTL's ports that the fabric has; at radix 2 not all
  SlotWires* wires_ = nullptr;
  Cycle cycle_;  ///< the fabric's; negative before the run
  Edge edge_ = Edge::rising;
  bool over_ = false;
  std::uint32_t filled_ = 0;         ///< initial tasks that the PE has taken
  bool offers_ = false;              ///< the next one is at the sink
  std::optional<Cycle> first_bits_;  ///< when a task's first bits are seen, if one leaves
  Fetched fetched_ = Fetched::no;
  bool held_ = false;  ///< the source's task was not taken in the last cycle
  std::vector<std::uint64_t> line_in_;
  std::vector<std::uint64_t> line_out_;
  std::vector<std::uint64_t> task_;
};

}  // namespace isobar
