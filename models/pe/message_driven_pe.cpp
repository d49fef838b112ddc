// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_pe.h"

#include <utility>

namespace isobar {

MessageDrivenPe::MessageDrivenPe(const sc_core::sc_module_name& name, Node node, const RunSide& run,
                                 const ExecutorSetting& setting, TaskId first_task, bool names)
    : sc_module(name),
      node_(node),
      run_(run),
      setting_(setting),
      first_task_(first_task),
      router_port_(names ? std::make_unique<sc_core::sc_port<RouterInterface>>("router") : nullptr),
      alarm_(run_.alarm(node, *this)) {
  works_.emplace(node, run, router_, setting, first_task, alarm_);
}

void MessageDrivenPe::bind_router(RouterInterface& router) {
  if (router_port_) {
    router_port_->bind(router);
  } else {
    router_ = &router;
  }
}

void MessageDrivenPe::end_of_elaboration() {
  if (router_port_) router_ = router_port_->operator->();
}

void MessageDrivenPe::reset() {
  works_.emplace(node_, run_, router_, setting_, first_task_, alarm_);
  is_resting_ = false;
  started_ = false;
}

void MessageDrivenPe::act() {
  if (!std::exchange(started_, true)) start();
  step();
  run_.pe_acted();
}

void MessageDrivenPe::start() {
  works_->balancer.start();
  works_->executors.start(here());
}

/// Does all that is to be done in this cycle, messages before the balancer before the executor.
void MessageDrivenPe::step() {
  const auto now = here();
  while (works_->departures.send_due(*router_) || (!is_software() && works_->balancer.serve()) ||
         works_->executors.act(now)) {
  }
  works_->executors.tell_looks(now.now);
  schedule(now);
}

void MessageDrivenPe::schedule(const Executors::Surroundings& now) {
  NextCycle next(now.now);
  next.consider(works_->departures.next());
  next.consider(works_->balancer.busy_until());
  works_->executors.add_next(now, next);
  if (!is_software() || works_->executors.first_is_waiting())
    next.consider(works_->balancer.timer());
  // What would come later than that the run does not get to.
  is_resting_ = next.first() > run_.last_cycle();
  if (!is_resting_) alarm_.set(next.first());
}

void MessageDrivenPe::deliver(PacketPtr packet) {
  run_.received(node_);
  works_->inbox.arrive(run_.now(), std::move(packet));
  is_resting_ = false;
  alarm_.set_now();
}

std::vector<Task> MessageDrivenPe::tasks() const {
  std::vector<Task> all;
  works_->queue.tasks().list(all);
  works_->executors.list(all);
  works_->inbox.list(all);
  works_->departures.list(all);
  works_->balancer.list(all);
  return all;
}

}  // namespace isobar
