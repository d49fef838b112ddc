// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_pe.h"

#include <utility>

#include "models/executor/next_cycle.h"

namespace isobar {

MessageDrivenPe::MessageDrivenPe(const sc_core::sc_module_name& name, Node node,
                                 MessageDrivenRun& run, const ExecutorSetting& setting,
                                 TaskId first_task)
    : sc_module(name),
      node_(node),
      run_(run),
      queue_(node, run, first_task),
      departures_(node, run),
      executor_(setting, node),
      balancer_(node, run, router, queue_, executor_, inbox_, departures_) {
  SC_HAS_PROCESS(MessageDrivenPe);
  SC_METHOD(act);
  sensitive << wake_;
}

Executor::Surroundings MessageDrivenPe::here() {
  return {run_.clock().now(), queue_, is_software() ? &balancer_ : nullptr};
}

// Routers act in a cycle's first delta, PEs after them: all that can be used in a cycle is there.
void MessageDrivenPe::act() {
  if (run_.done()) return;
  settling_ = !settling_;
  if (settling_) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  if (!std::exchange(started_, true)) start();
  step();
  run_.pe_acted();
}

void MessageDrivenPe::start() {
  balancer_.start();
  executor_.start(here());
}

/// Does all that is to be done in this cycle, messages before the balancer before the executor.
void MessageDrivenPe::step() {
  const auto now = here();
  while (departures_.send_due(router) || (!is_software() && balancer_.serve()) ||
         executor_.act(now)) {
  }
  executor_.tell_looks(now.now);
  schedule();
}

void MessageDrivenPe::schedule() {
  const auto now = here();
  NextCycle next(now.now);
  next.consider(departures_.next());
  next.consider(balancer_.busy_until());
  next.consider(executor_.next(now));
  if (!is_software() || executor_.is_waiting()) next.consider(balancer_.timer());
  // What would come later than that the run does not get to.
  if (next.get() && *next.get() <= run_.last_cycle()) {
    wake_.notify(run_.clock().until(*next.get()));
  }
}

void MessageDrivenPe::deliver(PacketPtr packet) {
  ++run_.messages().received[node_];
  inbox_.arrive(run_.clock().now(), std::move(packet));
  wake_.notify(sc_core::SC_ZERO_TIME);
}

std::vector<Task> MessageDrivenPe::tasks() const {
  std::vector<Task> all;
  queue_.tasks().list(all);
  executor_.list(all);
  inbox_.list(all);
  departures_.list(all);
  balancer_.list(all);
  return all;
}

}  // namespace isobar
