// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

Pe::Pe(const sc_core::sc_module_name& name, PeState& state, PeSetting& setting)
    : sc_module(name),
      self_(state),
      setting_(setting),
      ports_(setting.names ? std::make_unique<PePorts>() : nullptr) {}

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
  wires_ = &slot_->wires();
  if (slot_ == &setting_.bank.slot()) {
    setting_.bank.add(*this);
    return;
  }
  SC_HAS_PROCESS(Pe);
  SC_METHOD(act);
  sensitive << slot_->default_event();
  dont_initialize();
}

void Pe::connect(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  const auto port = connected_++;
  self_.out[port] = leaves.direct_send();
  self_.in[port] = comes.direct_receive();
  const auto keep = [port](auto& list, auto& link) {
    list.resize(std::max<std::size_t>(list.size(), port + 1));
    list[port] = &link;
  };
  if (self_.out[port] == nullptr) keep(senders_, leaves);
  if (self_.in[port] == nullptr) keep(receivers_, comes);
}

void Pe::reset() {
  self_.queue = {};
  self_.view.load = 0;
  self_.departing = 0;
  self_.granted = 0;
  std::fill_n(self_.heard, self_.view.heard.size(), 0);
  std::fill(self_.view.registers.begin(), self_.view.registers.end(), 0);
  use_ = {};
}

void Pe::act() {
  reported([this] {
    self_.soon.prefetch();
    take_in();
    const bool is_bounded = wires_->credits != nullptr && wires_->action == SlotAction::decide;
    if (!is_bounded) self_.granted = 0;  // what was granted before has landed
    switch (wires_->action) {
      case SlotAction::announce:
        announce();
        break;
      case SlotAction::grant:
        grant();
        break;
      case SlotAction::decide:
        decide();
        break;
      case SlotAction::settle:
        break;
    }
  });
}

inline Message Pe::receive(unsigned port, Cycle now) {
  if (auto* direct = self_.in[port]) return direct->receive(now, self_.queue);
  return receivers_[port]->receive(now, self_.queue);
}

inline Cycle Pe::send_word(const Word& word, Cycle start) {
  if (auto* direct = self_.out[word.port]) return direct->send_word(start, word.value, word.bits);
  return senders_[word.port]->send_word(start, word.value, word.bits);
}

inline Cycle Pe::send_credit(unsigned port, Load tasks, Cycle start) {
  const auto bits = wires_->credits->bits(wires_->phase_number);
  if (auto* direct = self_.out[port]) return direct->send_credit(start, tasks, bits);
  return senders_[port]->send_credit(start, tasks, bits);
}

inline Cycle Pe::send_tasks(unsigned port, Load tasks, Cycle departure) {
  if (auto* direct = self_.out[port]) return direct->send_tasks(departure, self_.queue, tasks);
  return senders_[port]->send_tasks(departure, self_.queue, tasks);
}

void Pe::take_in() {
  // In lockstep a port hears at most one message between two ticks.
  const Cycle now = wires_->now;
  for (const unsigned port : *wires_->listening) {
    const Message message = receive(port, now);
    if (message.kind == Message::Kind::word) self_.heard[port] = message.payload;
    if (message.kind == Message::Kind::credit) self_.credit[port] = message.payload;
    if (message.kind == Message::Kind::transfer) {
      load_changed(now);
      if (executor_ != nullptr) executor_->landed(self_.view.node);
    }
  }
}

void Pe::load_changed(Cycle from) {
  self_.view.load = self_.queue.size();
  PhaseRules::room(self_.view.node, self_.view.load, setting_.queue_depth);
  setting_.reports.load_changes(from, self_.view.node, self_.view.load);
}

Pe::Use& Pe::use() {
  const Cycle cycle = slot_->settled_cycle();
  // What leaves or comes in this cycle does so at its end: both sides see the load as it began.
  if (use_.cycle != cycle) {
    const Load departing = slot_->deciding(cycle) ? self_.departing : 0;
    use_ = {cycle, self_.view.load + departing, false, false};
  }
  return use_;
}

std::optional<Task> Pe::fetch() {
  auto& now = use();
  if (std::exchange(now.fetched, true)) throw ModelError("a PE fetches twice in a cycle");
  if (now.load == 0 || slot_->deciding(now.cycle)) return std::nullopt;
  const Task task = take(self_.queue, setting_.fetch);
  changed_by_executor(now.cycle, -1);
  return task;
}

bool Pe::accept(Task task) {
  auto& now = use();
  if (std::exchange(now.accepted, true)) throw ModelError("a PE accepts twice in a cycle");
  if (is_full(now.load) || slot_->landing(now.cycle)) return false;
  self_.queue.push(task);
  changed_by_executor(now.cycle, 1);
  return true;
}

void Pe::changed_by_executor(Cycle cycle, Load by) {
  const Node node = self_.view.node;
  setting_.reports.changed(node, by);
  // During a longer decision, what it let go leaves only at its end.
  if (slot_->deciding(cycle) && cycle + 1 < slot_->departure()) {
    setting_.reports.load_changes(cycle + 1, node, self_.queue.size() + self_.departing);
    load_changed(slot_->departure());
  } else {
    load_changed(cycle + 1);
  }
}

void Pe::announce() {
  auto& words = setting_.words;
  words.clear();
  setting_.scheme.announce(wires_->phase_number, self_.view, words);
  for (const auto& word : words) {
    wires_->rules.word(wires_->phase_number, self_.view.node, word);
    wires_->expect(self_.view.node, send_word(word, wires_->now));
  }
}

void Pe::grant() {
  std::fill_n(self_.credit, self_.view.heard.size(), 0);  // until credits of this phase come in
  const auto send = [this](unsigned port, Load tasks) {
    wires_->expect(self_.view.node, send_credit(port, tasks, wires_->now));
  };
  self_.granted = wires_->credits->grant(wires_->phase_number, self_.view.node, wires_->step,
                                         self_.view.load, send);
}

Load Pe::bounded(unsigned port, Load tasks) {
  if (wires_->credits == nullptr) return tasks;
  const Load sent = std::min(tasks, self_.credit[port]);
  if (sent < tasks) setting_.reports.held_back(tasks - sent);
  return sent;
}

void Pe::decide() {
  auto& orders = setting_.orders;
  orders.clear();
  setting_.scheme.decide(wires_->phase_number, self_.view, orders);
  if (!setting_.scheme.in_order()) {
    wires_->name_next(self_.view.node, setting_.scheme.next(wires_->phase_number, self_.view));
  }
  const Cycle departure = wires_->now + wires_->phase->decision;
  const Load before = self_.view.load;
  for (const auto& order : orders) {
    const auto held = std::min(order.tasks, self_.view.load);
    if (held <= 0) continue;
    wires_->rules.transfer(wires_->phase_number, self_.view.node, order.port, held);
    const auto tasks = bounded(order.port, held);
    if (tasks <= 0) continue;
    wires_->expect(self_.view.node, send_tasks(order.port, tasks, departure));
    setting_.reports.moved(self_.view.node, order.port, tasks);
    setting_.reports.decides(departure - 1, self_.view.node, order.port, tasks);
    load_changed(departure);
  }
  self_.departing = before - self_.view.load;
}

}  // namespace isobar
