// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "models/link/link_end.h"
#include "models/pe/pe.h"
#include "tb/scoreboard.h"
#include "tb/traffic.h"
#include "tb/verilated_library.h"
#include "tb/wire.h"

namespace isobar {

/// What the RTL PEs in one fabric share.
struct RtlFabric {
  const Experiment& experiment;
  const RtlParameters& parameters;
  Scoreboard& scoreboard;
  Cycle now = -1;
  sc_core::sc_event tick{"tick"};  ///< notified in each cycle after the model has acted
};

/// A verilated PE behind the ports of a model PE, with a model PE beside it that gets the same
/// messages, tasks and requests but whose messages are not sent. Both are compared in every cycle.
/// A message to a model PE is sent when the last of its bits has left the RTL.
class RtlPe : public sc_core::sc_module {
 public:
  RtlPe(const sc_core::sc_module_name& name, Node node, std::size_t index, RtlFabric& fabric,
        const VerilatedLibrary& library, const RandomExecutor& executor);
  ~RtlPe() override;

  /// The ports, which are bound as those of Pe are.
  sc_core::sc_port<LinkEndInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> ports{"ports"};

  /// Sets the wire whose bits come in at a port of the fabric.
  void listen(unsigned port, const Wire& wire) { heard_[port] = &wire; }
  /// Sets the wire that shows to other RTL PEs what goes out at a port of the fabric.
  void speak(unsigned port, Wire& wire);
  /// The end to which the model PE is bound instead of its link.
  LinkEndInterface& shadow_end(unsigned port, LinkEndInterface& link);
  /// Sets the model PE beside this one.
  void attach(Pe& shadow) { shadow_ = &shadow; }
  /// Switches a mutant on, if the module is made from a netlist that has mutants.
  void choose(std::uint64_t mutant);

  /// Resets the RTL and hands it its initial tasks, before cycle 0.
  void fill(const TaskQueue& tasks);
  /// Compares load and link counters with those of the model at the end of a run.
  void compare_totals(const TaskQueue& tasks, const std::vector<LinkCounters>& link_counters);

 private:
  class ShadowEnd;
  struct RtlPorts;

  void act();
  void drive_lines(Cycle now);
  void drive_streams();
  void read_rtl();
  void read_model(Cycle now);
  void send(Cycle now);
  void clock();
  const RtlLink& link(unsigned port) const;
  std::size_t rtl_port(unsigned port) const { return rtl_port_[port]; }

  Node node_;
  std::size_t index_;
  RtlFabric& fabric_;
  const RowLayout& layout_;
  VerilatedModule module_;
  std::unique_ptr<RtlPorts> rtl_;
  RandomExecutor executor_;
  LineHistory lines_;
  Pe* shadow_ = nullptr;
  std::vector<std::size_t> rtl_port_;  ///< by the fabric's port
  std::vector<const Wire*> heard_;     ///< by the fabric's port, as are the next three
  std::vector<Wire*> spoken_;
  std::vector<Passage> expected_;  ///< what the model PE sent last
  std::vector<std::unique_ptr<ShadowEnd>> ends_;
  std::vector<std::uint64_t> input_;
  std::vector<std::uint64_t> rtl_row_;
  std::vector<std::uint64_t> model_row_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
