// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

Pe::Pe(const sc_core::sc_module_name& name, Node node, const Experiment& experiment,
       PeStates& states, Lockstep& lockstep, Meter& meter)
    : sc_module(name),
      self_(states.pes[node]),
      lockstep_(lockstep),
      experiment_(experiment),
      meter_(meter),
      states_(states) {
  SC_HAS_PROCESS(Pe);
  SC_METHOD(act);
  sensitive << lockstep.tick;
  dont_initialize();
}

void Pe::end_of_elaboration() {
  for (int port = 0; port < ports.size(); ++port) self_.ports[port] = ports[port];
}

void Pe::act() {
  states_.prefetch_after(self_.view.node);
  take_in();
  switch (lockstep_.action()) {
    case Lockstep::Action::announce:
      announce();
      break;
    case Lockstep::Action::decide:
      decide();
      break;
    case Lockstep::Action::settle:
      break;
  }
}

void Pe::take_in() {
  // In lockstep a port hears at most one message between two ticks.
  const Cycle now = lockstep_.now();
  for (const unsigned port : lockstep_.listening()) {
    const Message message = self_.ports[port]->receive(now, self_.queue);
    if (message.kind == Message::Kind::word) self_.heard[port] = message.payload;
    if (message.kind == Message::Kind::transfer) {
      load_changed(now);
      if (states_.listener != nullptr) states_.listener->landed(self_.view.node);
    }
  }
}

void Pe::load_changed(Cycle from) {
  self_.view.load = self_.queue.size();
  PhaseRules::room(self_.view.node, self_.view.load, experiment_.queue_depth);
  if (auto* observer = lockstep_.observer()) {
    observer->load_changes(from, self_.view.node, self_.view.load);
  }
}

Pe::Use& Pe::use() {
  lockstep_.require_settled();
  const Cycle cycle = lockstep_.cycle();
  // What leaves or comes in this cycle does so at its end: both sides see the load as it began.
  if (use_.cycle != cycle) {
    const Load departing = lockstep_.deciding() ? states_.departing[self_.view.node] : 0;
    use_ = {cycle, self_.view.load + departing, false, false};
  }
  return use_;
}

std::optional<Task> Pe::fetch() {
  auto& now = use();
  if (std::exchange(now.fetched, true)) throw ModelError("a PE fetches twice in a cycle");
  if (now.load == 0 || lockstep_.deciding()) return std::nullopt;
  const Task task = take(self_.queue, experiment_.fetch);
  changed_by_executor(now.cycle, -1);
  return task;
}

bool Pe::accept(Task task) {
  auto& now = use();
  if (std::exchange(now.accepted, true)) throw ModelError("a PE accepts twice in a cycle");
  if (full() || lockstep_.landing()) return false;
  self_.queue.push(task);
  changed_by_executor(now.cycle, 1);
  return true;
}

void Pe::changed_by_executor(Cycle cycle, Load by) {
  const Node node = self_.view.node;
  meter_.changed(node, by);
  // During a longer decision, what it let go leaves only at its end.
  if (lockstep_.deciding() && cycle + 1 < lockstep_.departure() &&
      lockstep_.observer() != nullptr) {
    lockstep_.observer()->load_changes(cycle + 1, node,
                                       self_.queue.size() + states_.departing[node]);
    load_changed(lockstep_.departure());
  } else {
    load_changed(cycle + 1);
  }
}

void Pe::announce() {
  auto& words = states_.words;
  words.clear();
  experiment_.scheme->announce(lockstep_.phase_number(), self_.view, words);
  for (const auto& word : words) {
    lockstep_.rules().word(lockstep_.phase_number(), self_.view.node, word);
    lockstep_.expect(self_.ports[word.port]->send_word(lockstep_.now(), word.value, word.bits));
  }
}

void Pe::decide() {
  auto& orders = states_.orders;
  orders.clear();
  experiment_.scheme->decide(lockstep_.phase_number(), self_.view, orders);
  if (!experiment_.scheme->in_order()) {
    lockstep_.name_next(self_.view.node,
                        experiment_.scheme->next(lockstep_.phase_number(), self_.view));
  }
  const Cycle departure = lockstep_.now() + lockstep_.phase().decision;
  const Load before = self_.view.load;
  for (const auto& order : orders) {
    const auto tasks = std::min(order.tasks, self_.view.load);
    if (tasks <= 0) continue;
    lockstep_.rules().transfer(lockstep_.phase_number(), self_.view.node, order.port, tasks);
    lockstep_.expect(self_.ports[order.port]->send_tasks(departure, self_.queue, tasks));
    meter_.moved(self_.view.node, order.port, tasks);
    if (auto* observer = lockstep_.observer()) {
      observer->decides(departure - 1, self_.view.node, order.port, tasks);
    }
    load_changed(departure);
  }
  states_.departing[self_.view.node] = before - self_.view.load;
}

}  // namespace isobar
