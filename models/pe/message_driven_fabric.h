// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "models/executor/executors.h"
#include "models/experiment/experiment.h"
#include "models/link/arrivals.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "models/network/mail.h"
#include "models/network/routed_link.h"
#include "models/network/router.h"
#include "models/pe/message_driven_pe_interface.h"
#include "models/pe/message_driven_run.h"
#include "models/pe/restart.h"
#include "models/pe/run_side.h"

namespace isobar {

/// Where a message-driven PE is put, and what it may be made from.
struct MessageDrivenSite {
  const char* name;   ///< `pe_3`
  Node node;          ///< its number
  RunSide run;        ///< what the PE tells the run, and hears from it
  TaskId first_task;  ///< the identity of its first initial task
  /// Makes the scheme's PE for this node, for a PE that has it inside.
  std::function<std::unique_ptr<MessageDrivenPeInterface>(const char* name)> usual;
};

/// What a message-driven fabric is made of, where that is not the usual, as in FabricParts. Without
/// names links and the ports of routers and PEs have none.
struct MessageDrivenParts {
  /// Makes the PE of a node; null: the scheme's PE.
  std::function<std::unique_ptr<MessageDrivenPeInterface>(const MessageDrivenSite& site)> pe{};
  /// What a router's port is bound to instead of `usual`; null: `usual`.
  std::function<RoutedSendInterface*(Node node, unsigned port, RoutedLink& usual)> sender{};
  /// The same of the link that comes in.
  std::function<RoutedReceiveInterface*(Node node, unsigned port, RoutedLink& usual)> receiver{};
  bool names = true;  ///< as in FabricParts
  /// So many threads act, each for a region of the fabric (0: as many as help), where nobody but
  /// the meter is told of what happens, and it can be cut: there are no names, parts of the user's
  /// own, observer, circuits, persistent tasks, time steps or goals of loads. Then links tell
  /// nobody of arrivals, PEs have no outside(), and what the fabric shows meanwhile is up to a
  /// window of cycles ahead of the kernel's time.
  unsigned threads = 1;
  sc_core::sc_time begin = sc_core::SC_ZERO_TIME;  ///< when the fabric's cycle 0 begins
};

/// Elaborates the fabric of a message-driven scheme: PEs, a router at each, switches, which are
/// routers without a PE, and links between them.
class MessageDrivenFabric : public sc_core::sc_module {
 public:
  /// `experiment` must outlive it; `watch` may be empty and `observer` null. Throws ValueError for
  /// circuits on a graph.
  MessageDrivenFabric(const sc_core::sc_module_name& name, const Experiment& experiment,
                      Watch watch = {}, Observer* observer = nullptr,
                      const MessageDrivenParts& parts = {});

  /// Set when the run is over; the fabric rests from then on.
  bool done() const { return run_.done(); }
  /// The cycles that the run took; that of now while it goes on.
  Cycle end() const { return run_.end(); }
  /// What the run measured, which has ended, or ends here; call once, after the simulation. Throws
  /// ModelError where the model breaks a law.
  RunResult finish();
  /// From the next cycle on, which is cycle 0 then, the fabric is as it was made. To be called in
  /// the simulation, from any process; before cycle 0 it does nothing. A PE or an observer that
  /// cannot follow, and a clock whose cycle is one unit of the kernel's time, are reported as
  /// errors (models/link/reported.h).
  void reset() { restart_.request(pes_); }
  /// Nothing happens any more, unless a limit or the user's own modules do it. A run that rests is
  /// over, but `done` says so only at its limit of cycles.
  bool is_resting() const;
  /// All tasks that are anywhere, by the PE that has them or sent them last; in no order.
  std::vector<std::vector<Task>> tasks() const;
  /// The PE of a node.
  MessageDrivenPeInterface& pe(Node node) { return *pes_[node]; }
  /// The link that leaves a PE or a switch at a port; null at an open end.
  RoutedLink* channel(Node node, unsigned port) {
    return links_[std::size_t{node} * experiment_.fabric.degree() + port].get();
  }
  /// The run that it was built for.
  const Experiment& experiment() const { return experiment_; }
  /// The clock of its PEs.
  const CycleClock& clock() const { return run_.clock(); }

 private:
  /// Makes the mail of a fabric that is cut into regions.
  Partition partition(Observer* observer, const MessageDrivenParts& parts);
  /// That of the links from the region of one node to that of another.
  const RoutedLinkSetting& link_setting(Node from, Node to);
  void build_links(bool names);
  std::unique_ptr<MessageDrivenPeInterface> make_pe(Node node, TaskId first_task,
                                                    const MessageDrivenParts& parts);
  void bind(Router& router, Node node, const MessageDrivenParts& parts);
  void start_of_simulation() override;
  /// Calls `see` with each message that is anywhere between PEs.
  void visit(const std::function<void(const Packet&)>& see) const;
  void begin_again(const sc_core::sc_time& begin);
  void meet_limit();

  const Experiment& experiment_;
  std::optional<Mail> mail_;  ///< if the fabric is cut
  MessageDrivenRun run_;
  ExecutorSetting executors_;
  Arrivals arrivals_;
  std::deque<OpenEnd> open_ends_;  ///< of a mesh or a graph
  /// By the regions of sender and receiver.
  std::map<std::pair<unsigned, unsigned>, RoutedLinkSetting> link_settings_;
  std::vector<SendingEnd> sending_ends_;            ///< in order of slots
  std::vector<ReceivingEnd> receiving_ends_;        ///< in order of the receivers' ports
  std::vector<std::unique_ptr<RoutedLink>> links_;  ///< by slot; null at an open end
  std::vector<std::unique_ptr<Router>> routers_;    ///< by node
  std::vector<RoutedSendInterface*> own_senders_;   ///< that MessageDrivenParts put in
  std::vector<RoutedReceiveInterface*> own_receivers_;
  std::vector<std::unique_ptr<MessageDrivenPeInterface>> pes_;
  Restart restart_;
  bool limit_is_set_ = false;
};

}  // namespace isobar
