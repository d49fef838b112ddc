// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_pe.h"

#include <utility>

#include "models/executor/next_cycle.h"
#include "models/link/reported.h"

namespace isobar {

MessageDrivenPe::MessageDrivenPe(const sc_core::sc_module_name& name, Node node, const RunSide& run,
                                 const ExecutorSetting& setting, TaskId first_task)
    : sc_module(name), node_(node), run_(run), setting_(setting), first_task_(first_task) {
  works_.emplace(node, run, router, setting, first_task, wake_);
  SC_HAS_PROCESS(MessageDrivenPe);
  SC_METHOD(act);
  sensitive << wake_;
}

void MessageDrivenPe::reset() {
  wake_.cancel();
  works_.emplace(node_, run_, router, setting_, first_task_, wake_);
  is_resting_ = false;
  started_ = false;
  has_turn_ = false;
  wake_.notify(run_.clock().until(0));
}

Executor::Surroundings MessageDrivenPe::here() {
  return {run_.clock().now(), works_->queue, is_software() ? &works_->balancer : nullptr};
}

// Routers act in a cycle's first delta, PEs after them: all that can be used in a cycle is there.
void MessageDrivenPe::act() {
  const bool has_turn = std::exchange(has_turn_, false);
  if (run_.done()) return;
  if (has_turn) {
    take_turn();
  } else {
    settle();
  }
}

void MessageDrivenPe::settle() {
  wake_.cancel();  // what was delivered in this delta it finds in its turn
  if (!run_.clock().has_begun()) {
    wake_.notify(run_.clock().until(0));
    return;
  }
  has_turn_ = true;
  run_.take_turn(node_, wake_);
}

void MessageDrivenPe::take_turn() {
  reported([this] {
    if (!std::exchange(started_, true)) start();
    step();
  });
  run_.pe_acted();
}

void MessageDrivenPe::start() {
  works_->balancer.start();
  works_->executor.start(here());
}

/// Does all that is to be done in this cycle, messages before the balancer before the executor.
void MessageDrivenPe::step() {
  const auto now = here();
  while (works_->departures.send_due(router) || (!is_software() && works_->balancer.serve()) ||
         works_->executor.act(now)) {
  }
  works_->executor.tell_looks(now.now);
  schedule();
}

void MessageDrivenPe::schedule() {
  const auto now = here();
  NextCycle next(now.now);
  next.consider(works_->departures.next());
  next.consider(works_->balancer.busy_until());
  next.consider(works_->executor.next(now));
  if (!is_software() || works_->executor.is_waiting()) next.consider(works_->balancer.timer());
  // What would come later than that the run does not get to.
  is_resting_ = !next.get() || *next.get() > run_.last_cycle();
  if (!is_resting_) wake_.notify(run_.clock().until(*next.get()));
}

void MessageDrivenPe::deliver(PacketPtr packet) {
  run_.received(node_);
  works_->inbox.arrive(run_.clock().now(), std::move(packet));
  is_resting_ = false;
  if (!has_turn_) wake_.notify(sc_core::SC_ZERO_TIME);
}

std::vector<Task> MessageDrivenPe::tasks() const {
  std::vector<Task> all;
  works_->queue.tasks().list(all);
  works_->executor.list(all);
  works_->inbox.list(all);
  works_->departures.list(all);
  works_->balancer.list(all);
  return all;
}

}  // namespace isobar
