// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/executor/executors.h"
#include "models/pe/departures.h"
#include "models/pe/inbox.h"
#include "models/pe/message_driven_balancer.h"
#include "models/pe/message_driven_pe_interface.h"
#include "models/pe/outside_queue.h"
#include "models/pe/pe_queue.h"
#include "models/pe/run_side.h"

namespace isobar {

/// A processing element of a message-driven scheme: what the router delivers goes into the inbox,
/// from there through the balancer into the queue, from there to the executor and back; what the
/// balancer sends waits among the departures for the router. The balancer is hardware beside the
/// executor, or a program on it, which looks for messages now and then and stops the work while it
/// handles them (docs/network.md).
class MessageDrivenPe final : public sc_core::sc_module, public MessageDrivenPeInterface, Actor {
 public:
  /// Its initial tasks have the identities from `first_task` on. `run` and `setting` must outlive
  /// it. With `names` its port is an object of the hierarchy.
  MessageDrivenPe(const sc_core::sc_module_name& name, Node node, const RunSide& run,
                  const ExecutorSetting& setting, TaskId first_task, bool names);

  /// A packet for this PE has arrived.
  void deliver(PacketPtr packet) override;
  void bind_router(RouterInterface& router) override;
  bool can_reset() const override { return true; }
  void reset() override;

  /// Queued, under work, created and not yet queued, come in and not yet.
  std::vector<Task> tasks() const override;
  Load load() const override { return works_->queue.load(); }
  QueueSide* outside() override { return run_.has_regions() ? nullptr : &works_->outside; }
  bool is_resting() const override { return is_resting_; }
  ExecutorCounters executor_counters(Cycle end) const override {
    return works_->executors.counters(end);
  }
  std::size_t most_waiting() const override { return works_->inbox.most(); }
  SchemeStatistics statistics() const override { return works_->balancer.statistics(); }

 private:
  void act() override;
  void end_of_elaboration() override;
  void start();
  void step();
  void schedule(const Executors::Surroundings& now);
  Executors::Surroundings here() {
    return {run_.now(), works_->queue, is_software() ? &works_->balancer : nullptr};
  }
  bool is_software() const { return run_.experiment().balancer.software; }

  /// What it is made of, in the state of a run.
  struct Works {
    Works(Node node, const RunSide& run, RouterInterface* const& router,
          const ExecutorSetting& setting, TaskId first_task, Alarm& alarm)
        : queue(node, run, first_task),
          departures(node, run),
          executors(setting, node),
          balancer(node, run, router, queue, executors, inbox, departures),
          outside(queue, run, alarm) {}

    Inbox inbox;
    PeQueue queue;
    Departures departures;
    Executors executors;
    MessageDrivenBalancer balancer;
    OutsideQueue outside;
  };

  Node node_;
  RunSide run_;
  const ExecutorSetting& setting_;
  TaskId first_task_;
  RouterInterface* router_ = nullptr;  ///< once elaboration has ended
  /// As an object of the hierarchy; null without names.
  std::unique_ptr<sc_core::sc_port<RouterInterface>> router_port_;
  std::optional<Works> works_;  ///< there always; made anew by a reset
  bool is_resting_ = false;     ///< nothing wakes it but its router
  bool started_ = false;
  Alarm alarm_;
};

}  // namespace isobar
