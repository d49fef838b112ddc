// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

Pe::Pe(const sc_core::sc_module_name& name, PeState& state, PeBank& bank)
    : sc_module(name),
      self_(state),
      bank_(bank),
      setting_(bank.setting()),
      ports_(setting_.names ? std::make_unique<PePorts>() : nullptr) {}

void Pe::bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  if (!ports_) {
    connect(leaves, comes);
    return;
  }
  ports_->out.bind(leaves);
  ports_->in.bind(comes);
}

void Pe::bind_slot(SlotInterface& counter) {
  if (ports_) {
    ports_->slot.bind(counter);
  } else {
    slot_ = &counter;
  }
}

void Pe::end_of_elaboration() {
  if (ports_) {
    slot_ = ports_->slot.operator->();
    for (int port = 0; port < ports_->out.size(); ++port) {
      connect(*ports_->out[port], *ports_->in[port]);
    }
  }
  if (slot_ == &bank_.slot()) {
    hardware_ = &bank_.add(self_);
    return;
  }
  alone_ = std::make_unique<PeHardware>(setting_, slot_->wires());
  hardware_ = alone_.get();
  SC_HAS_PROCESS(Pe);
  SC_METHOD(act);
  sensitive << slot_->default_event();
  dont_initialize();
}

void Pe::connect(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  const auto port = connected_++;
  self_.out(port) = leaves.direct_send();
  self_.in(port) = comes.direct_receive();
  if (self_.out(port) != nullptr && self_.in(port) != nullptr) return;
  const auto keep = [port](auto& list, auto& link) {
    list.resize(std::max<std::size_t>(list.size(), port + 1));
    list[port] = &link;
  };
  if (self_.out(port) == nullptr) keep(bindings_.out, leaves);
  if (self_.in(port) == nullptr) keep(bindings_.in, comes);
  self_.bindings = &bindings_;
}

void Pe::attach(LandingListener& executor) {
  bindings_.executor = &executor;
  self_.bindings = &bindings_;
}

void Pe::reset() {
  self_.queue = {};
  self_.departing = 0;
  self_.granted = 0;
  std::fill_n(self_.heard, setting_.shape.ports + setting_.shape.registers, 0);
  use_ = {};
}

void Pe::act() {
  reported([this] {
    alone_->begin();
    alone_->take_in(self_);
    alone_->respond(self_);
    alone_->report();
  });
}

Pe::Use& Pe::use() {
  const Cycle cycle = slot_->settled_cycle();
  // What leaves or comes in this cycle does so at its end: both sides see the load as it began.
  if (use_.cycle != cycle) {
    const Load departing = slot_->deciding(cycle) ? self_.departing : 0;
    use_ = {cycle, self_.queue.size() + departing, false, false};
  }
  return use_;
}

std::optional<Task> Pe::fetch() {
  auto& now = use();
  if (std::exchange(now.fetched, true)) throw ModelError("a PE fetches twice in a cycle");
  std::optional<Task> task;
  if (now.load > 0 && !slot_->deciding(now.cycle)) task = take(self_.queue, setting_.fetch);
  setting_.reports.task_fetched(now.cycle, self_.node, task);
  if (task) changed_by_executor(now.cycle, -1);
  return task;
}

bool Pe::accept(Task task) {
  auto& now = use();
  if (std::exchange(now.accepted, true)) throw ModelError("a PE accepts twice in a cycle");
  const bool accepted = !is_full(now.load) && !slot_->landing(now.cycle);
  setting_.reports.task_offered(now.cycle, self_.node, task, accepted);
  if (!accepted) return false;
  self_.queue.push(task);
  changed_by_executor(now.cycle, 1);
  return true;
}

void Pe::changed_by_executor(Cycle cycle, Load by) {
  const Node node = self_.node;
  setting_.reports.changed(node, by);
  // During a longer decision, what it let go leaves only at its end.
  if (slot_->deciding(cycle) && cycle + 1 < slot_->departure()) {
    setting_.reports.load_changes(cycle + 1, node, self_.queue.size() + self_.departing);
    hardware_->task_came_or_went(self_, slot_->departure());
  } else {
    hardware_->task_came_or_went(self_, cycle + 1);
  }
}

}  // namespace isobar
