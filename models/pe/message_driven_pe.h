// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <systemc>
#include <vector>

#include "models/executor/executor.h"
#include "models/network/router.h"
#include "models/pe/departures.h"
#include "models/pe/inbox.h"
#include "models/pe/message_driven_balancer.h"
#include "models/pe/message_driven_run.h"
#include "models/pe/pe_queue.h"

namespace isobar {

/// A processing element of a message-driven scheme: what the router delivers goes into the inbox,
/// from there through the balancer into the queue, from there to the executor and back; what the
/// balancer sends waits among the departures for the router. The balancer is hardware beside the
/// executor, or a program on it, which looks for messages now and then and stops the work while it
/// handles them (docs/network.md).
class MessageDrivenPe final : public sc_core::sc_module, public DeliveryInterface {
 public:
  /// Its initial tasks have the identities from `first_task` on. `run` and `setting` must outlive
  /// it.
  MessageDrivenPe(const sc_core::sc_module_name& name, Node node, MessageDrivenRun& run,
                  const ExecutorSetting& setting, TaskId first_task);

  sc_core::sc_port<RouterInterface> router{"router"};

  void deliver(PacketPtr packet) override;

  /// Tasks that it holds: queued, under work, created and not yet queued, come in and not yet.
  std::vector<Task> tasks() const;
  /// Its executor's cycles in a run that took `end`.
  ExecutorCounters executor_counters(Cycle end) const { return executor_.counters(end); }
  /// Most messages that ever waited to be handled.
  std::size_t most_waiting() const { return inbox_.most(); }
  SchemeStatistics statistics() const { return balancer_.statistics(); }

 private:
  void act();
  void start();
  void step();
  void schedule();
  Executor::Surroundings here();
  bool is_software() const { return run_.experiment().balancer.software; }

  Node node_;
  MessageDrivenRun& run_;
  Inbox inbox_;
  PeQueue queue_;
  Departures departures_;
  Executor executor_;
  MessageDrivenBalancer balancer_;
  bool started_ = false;
  bool settling_ = false;  ///< it waits for the routers, which act in a cycle's first delta
  sc_core::sc_event wake_{"wake"};
};

}  // namespace isobar
