// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "models/link/link.h"
#include "tb/passage.h"
#include "tb/pe_beside_rtl.h"
#include "tb/scoreboard.h"
#include "tb/sliced/sliced_expectation.h"
#include "tb/sliced/sliced_links.h"
#include "tb/sliced/sliced_module.h"
#include "tb/sliced/sliced_row.h"
#include "tb/streams.h"

namespace isobar {

/// All PEs of a fabric as gates, which are evaluated at once, and compared with the model's in
/// every cycle.
class SlicedFabric {
 public:
  /// All must outlive it.
  SlicedFabric(const Experiment& experiment, const CosimSetting& setting, SlicedModule& gates,
               Scoreboard& scoreboard);

  /// The PE of a node.
  void add(Node node, PeBesideRtl& model) { models_[node] = &model; }
  /// Its model sends a message at one of the RTL's ports.
  void expect(Node node, std::size_t rtl_port, const Passage& passage);
  /// Something is on its streams in this cycle.
  void touch(Node node);
  /// Resets the RTL and hands it its initial tasks, before cycle 0.
  void begin();
  /// Runs and compares a cycle, in which the model has acted. Returns whether all PEs agree.
  bool run_cycle(Cycle now);
  /// Compares load and link counters with those of the model, of a node's links by port, at the end
  /// of a run.
  void compare_totals(Cycle now, const std::function<std::vector<LinkCounters>(Node)>& model);

 private:
  void compare_waiting();
  void drive_streams(Node node, const Streams& streams);
  void expect_streams(Node node, const Streams& streams);
  void expect_load(Node node, Load load);
  void expect_cycle(Cycle now);
  std::uint64_t* rtl(Cycle cycle) {
    return rtl_.data() + static_cast<std::size_t>(cycle) % kept * layout_.size();
  }
  /// The PEs that differ, as a line; empty if there is none.
  std::vector<std::uint64_t> differing(const std::uint64_t* rtl) const;
  void fail(Cycle now, Node node);
  void agree(Cycle now);
  void send(Cycle now);
  void end_cycle();

  static constexpr std::size_t kept = 256;  ///< cycles that are shown if the next one differs

  const Experiment& experiment_;
  const RtlParameters& parameters_;
  Scoreboard& scoreboard_;
  SlicedModule& module_;
  SlicedLinks links_;
  SlicedRowLayout layout_;
  SlicedExpectation expectation_;
  SlicedPort run_, sink_valid_, sink_data_, fetch_, source_ready_;
  std::vector<PeBesideRtl*> models_;  ///< by node
  std::vector<std::uint64_t> pes_;    ///< a line with the bits that are PEs
  std::vector<Node> touched_;         ///< PEs with something new on their streams, or a new load
  std::vector<Node> next_;            ///< those of the next cycle
  std::vector<bool> is_touched_;
  std::vector<bool> holds_;  ///< the model's, by node
  std::vector<std::uint64_t> model_;
  std::vector<std::uint64_t> rtl_;  ///< the last cycles, one after the other
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
