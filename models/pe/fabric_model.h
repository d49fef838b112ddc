// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/executor/application_run.h"
#include "models/experiment/experiment.h"
#include "models/link/link_end.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "models/pe/executor_clock.h"
#include "models/pe/lockstep.h"
#include "models/pe/pe.h"

namespace isobar {

/// Makes what a PE's port is bound to, from the link that leaves there and the one that comes in;
/// null: the usual LinkEnd. What it returns must outlive the model.
using EndMaker = std::function<LinkEndInterface*(Node, unsigned port, Link& out, Link& in)>;

/// Elaborates an experiment's fabric: its PEs, the links between them and their slot counter.
class FabricModel : public sc_core::sc_module {
 public:
  /// `experiment` must outlive the model; `observer` may be null and `make_end` empty.
  FabricModel(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch = {},
              Observer* observer = nullptr, const EndMaker& make_end = {});

  /// What the run measured; call once, after it has ended.
  RunResult finish();
  Pe& pe(Node node) { return *pes_[node]; }
  /// The tasks that a PE holds.
  const TaskQueue& queue(Node node) const { return states_.pes[node].queue; }
  /// These, oldest first, and then those that its executor holds.
  std::vector<Task> tasks(Node node) const;
  /// Set when the run is over; the fabric rests from then on.
  bool done() const { return meter_.done(); }
  /// What went over a link so far, by the messages whose sending was complete.
  LinkCounters counters(Node node, unsigned port) { return link(node, port).counters(); }

 private:
  void build_links(Observer* observer);
  LinkEndInterface& end(Node node, unsigned port, const EndMaker& make_end);
  void fill_queues(Observer* observer);
  void attach_executors(Observer* observer);

  const Experiment& experiment_;
  std::unique_ptr<ApplicationRun> application_;  ///< null where none runs
  Meter meter_;
  Lockstep lockstep_;
  PeStates states_;
  // The links of one port number lie side by side: a phase uses few port numbers, of all PEs.
  Link& link(Node node, unsigned port) {
    return links_[std::size_t{port} * experiment_.fabric.nodes() + node];
  }
  std::vector<LinkKind> kinds_;  ///< by port
  std::vector<Link> links_;
  std::deque<LinkEnd> ends_;
  std::vector<std::unique_ptr<Pe>> pes_;
  std::unique_ptr<ExecutorClock> executors_;  ///< null where no application runs
};

}  // namespace isobar
