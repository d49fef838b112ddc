// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/executor/application_run.h"
#include "models/experiment/experiment.h"
#include "models/link/arrivals.h"
#include "models/link/link_channel.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "models/pe/executor_clock.h"
#include "models/pe/lockstep.h"
#include "models/pe/pe.h"
#include "models/pe/pe_bank.h"
#include "models/pe/restart.h"

namespace isobar {

/// Where a PE is put, and what it may be made from.
struct PeSite {
  const char* name;              ///< `pe_3`
  Node node;                     ///< its number
  const Experiment& experiment;  ///< the run that the fabric is built for
  PeReports& reports;            ///< what a PE reports, and to whom
  /// Makes the scheme's PE for this node, for a PE that has it inside.
  std::function<std::unique_ptr<PeInterface>(const char* name)> usual;
};

/// What a fabric is made of, where that is not the usual.
struct FabricParts {
  /// Makes the PE of a node; null: the scheme's PE.
  std::function<std::unique_ptr<PeInterface>(const PeSite& site)> pe{};
  /// What a PE's port is bound to instead of `usual`, the link that leaves (comes in) there; null:
  /// `usual`. It must outlive the model. The open ends of a mesh cannot be replaced.
  std::function<LinkSendInterface*(Node node, unsigned port, LinkAccess& usual)> sender{};
  /// The same of the link that comes in.
  std::function<LinkReceiveInterface*(Node node, unsigned port, LinkAccess& usual)> receiver{};
  /// Links, named by link_name(), and the ports of PEs are objects of the hierarchy. Without names
  /// they cost less time and memory, which counts from 10^5 PEs on.
  bool names = true;
  /// Nobody but its executors and an observer deals with its PEs, so that what is without
  /// consequence need not be gone through cycle by cycle.
  bool alone = false;
  /// The scheme's PEs act on so many threads (0: as many as help) where nobody but the meter is
  /// told of what they do (PeBank). The result is the same for any number.
  unsigned threads = 1;
  /// When the fabric's cycle 0 begins.
  sc_core::sc_time begin = sc_core::SC_ZERO_TIME;
};

/// Elaborates an experiment's fabric: its PEs, the links between them and their slot counter.
class FabricModel : public sc_core::sc_module {
 public:
  /// `experiment` must outlive the model; `observer` may be null.
  FabricModel(const sc_core::sc_module_name& name, const Experiment& experiment, Watch watch = {},
              Observer* observer = nullptr, const FabricParts& parts = {});

  /// What the run measured; call once, after it has ended. Throws ValueError before its end.
  RunResult finish();
  /// From the next cycle on, which is cycle 0 then, the fabric is as it was made. To be called in
  /// the simulation, from any process; before cycle 0 it does nothing. A PE or an observer that
  /// cannot follow, and a clock whose cycle is one unit of the kernel's time, are reported as
  /// errors (models/link/reported.h).
  void reset() { restart_.request(pes_); }
  /// The PE of a node.
  PeInterface& pe(Node node) { return *pes_[node]; }
  /// The tasks that a PE holds.
  const TaskQueue& queue(Node node) const { return pes_[node]->queue(); }
  /// The tasks of its queue, oldest first, and then those that its executor holds.
  std::vector<Task> tasks(Node node) const;
  /// Set when the run is over; the fabric rests from then on.
  bool done() const { return meter_->done(); }
  /// All that happens in this cycle happens in this delta at the latest, for the executors, who
  /// are the last, have been given their turns.
  bool has_settled() const {
    return done() || (lockstep_.is_settled() && (!executors_ || executors_->have_turns()));
  }
  /// The slot counter that its PEs share.
  const Lockstep& lockstep() const { return lockstep_; }
  /// The link that leaves a PE at a port; null at an open end.
  LinkAccess* channel(Node node, unsigned port) {
    return experiment_.fabric.neighbour(node, port) ? &access(node, port) : nullptr;
  }
  /// The run that it was built for.
  const Experiment& experiment() const { return experiment_; }
  /// The clock of its PEs.
  const CycleClock& clock() const { return lockstep_.clock(); }

 private:
  Meter& begin_run();
  void begin_again(const sc_core::sc_time& begin);
  void build_links(Observer* observer);
  void name_links(bool names);
  LinkAccess& access(Node node, unsigned port) {
    return *channels_[std::size_t{node} * experiment_.fabric.degree() + port];
  }
  std::unique_ptr<PeInterface> make_pe(Node node, const FabricParts& parts);
  void bind(PeInterface& pe, Node node, const FabricParts& parts);
  void fill_queues();
  void attach_executors();

  // The links of one port number lie side by side: a phase uses few port numbers, of all PEs.
  Link& link(Node node, unsigned port) {
    return links_[std::size_t{port} * experiment_.fabric.nodes() + node];
  }

  const Experiment& experiment_;
  Watch watch_;
  Observer* observer_;
  std::unique_ptr<ApplicationRun> application_;  ///< null where none runs
  std::optional<Meter> meter_;                   ///< there always; made anew by a reset
  Lockstep lockstep_;
  PeStates states_;
  PeBank bank_;
  Arrivals arrivals_;
  std::vector<LinkKind> kinds_;  ///< by port, and by class among the links that leave there
  std::vector<Link> links_;
  std::deque<LinkChannel> named_;
  std::deque<LinkAccess> unnamed_;
  std::vector<LinkAccess*> channels_;  ///< by link slot; over an open end nothing can be sent
  std::vector<LinkSendInterface*> own_senders_;  ///< that FabricParts put in
  std::vector<LinkReceiveInterface*> own_receivers_;
  std::vector<std::unique_ptr<PeInterface>> pes_;
  std::unique_ptr<ExecutorClock> executors_;  ///< null where no application runs
  Restart restart_;
};

}  // namespace isobar
