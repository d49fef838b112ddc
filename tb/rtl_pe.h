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

/// What the PEs of the RTL in one fabric share.
struct RtlFabric {
  const Experiment& experiment;
  const RtlParameters& parameters;
  Scoreboard& scoreboard;
  Cycle now = -1;
  sc_core::sc_event tick{"tick"};  ///< a cycle in which the model has done all it does
};

/// A verilated PE behind the ports of the model's, and the model's PE beside it, which gets the
/// same messages, tasks and requests and sends nothing to anyone. In every cycle both are compared.
/// A message goes out once the last of its bits has left the RTL.
class RtlPe : public sc_core::sc_module {
 public:
  RtlPe(const sc_core::sc_module_name& name, Node node, std::size_t index, RtlFabric& fabric,
        const VerilatedLibrary& library, const RandomExecutor& executor);
  ~RtlPe() override;

  /// As those of Pe, and bound to the same.
  sc_core::sc_port<LinkEndInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> ports{"ports"};

  /// What comes in at a port of the fabric, as bits.
  void listen(unsigned port, const Wire& wire) { heard_[port] = &wire; }
  /// The wire that shows to PEs of the RTL what goes out there.
  void speak(unsigned port, Wire& wire);
  /// What the model's PE is bound to instead of its link.
  LinkEndInterface& shadow_end(unsigned port, LinkEndInterface& link);
  /// The model's PE beside this one.
  void attach(Pe& shadow) { shadow_ = &shadow; }
  /// Chooses a mutant, if the module is made of a netlist that has some.
  void choose(std::uint64_t mutant);

  /// Resets the RTL and hands it its initial tasks, before cycle 0.
  void fill(const TaskQueue& tasks);
  /// At the end of a run: compares load and link counters with what the model has.
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
  std::vector<const Wire*> heard_;     ///< likewise, as are the next three
  std::vector<Wire*> spoken_;
  std::vector<Passage> expected_;  ///< what the model's PE sent last
  std::vector<std::unique_ptr<ShadowEnd>> ends_;
  std::vector<std::uint64_t> input_;
  std::vector<std::uint64_t> rtl_row_;
  std::vector<std::uint64_t> model_row_;
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
