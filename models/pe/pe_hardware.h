// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "models/experiment/experiment.h"
#include "models/pe/pe_reports.h"
#include "models/pe/pe_states.h"
#include "models/pe/slot_interface.h"

namespace isobar {

/// What the PEs of a fabric share: constants, and wires between a scheme and its ports, which hold
/// nothing from one activation to the next.
struct PeSetting {
  const SynchronousScheme& scheme;  ///< the scheme in whose hardware the PEs balance
  PeShape shape;                    ///< what a PE holds
  Load queue_depth;                 ///< Q: tasks that the queue can hold
  QueueEnd fetch;                   ///< which end of the queue the executor takes tasks from
  bool names;                       ///< ports are objects of the hierarchy
  PeReports reports;                ///< what PEs report, and to whom
  Words words{};                    ///< what a PE announces, while it does
  Orders orders{};                  ///< what a PE decides, while it does
};

/// The balancing hardware of a PE, the same in every PE of a fabric: from what the PE holds and the
/// wires of the slot counter to what leaves by its ports.
class PeHardware {
 public:
  /// Both must outlive it.
  PeHardware(PeSetting& setting, SlotWires& wires)
      : setting_(setting), wires_(wires), in_order_(setting.scheme.in_order()) {}

  /// A PE does what the wires say.
  void act(PeState& pe);
  /// The executor put a task into the queue or took one, which counts from cycle `from` on.
  void task_came_or_went(PeState& pe, Cycle from);

 private:
  // By the link itself where it may be used directly, else by the interface of the port.
  Message receive(PeState& pe, unsigned port, Cycle now);
  Cycle send_word(PeState& pe, const Word& word, Cycle start);
  Cycle send_credit(PeState& pe, unsigned port, Load tasks, Cycle start);
  Cycle send_tasks(PeState& pe, unsigned port, Load tasks, Cycle departure);
  void take_in(PeState& pe);
  /// The queue is as it is from cycle `from` on.
  void load_changed(PeState& pe, Cycle from);
  static void tell_executor(const PeState& pe);
  void announce(PeState& pe);
  void grant(PeState& pe);
  /// The most of `tasks` that can leave by a port, for want of room behind it.
  Load bounded(const PeState& pe, unsigned port, Load tasks);
  void decide(PeState& pe);

  PeSetting& setting_;
  SlotWires& wires_;
  bool in_order_;
};

// These are inline because every PE of a fabric acts twice in every phase.

inline void PeHardware::act(PeState& pe) {
  take_in(pe);
  // What was granted in an earlier phase has landed.
  switch (wires_.action) {
    case SlotAction::announce:
      pe.granted = 0;
      announce(pe);
      break;
    case SlotAction::grant:
      grant(pe);
      break;
    case SlotAction::decide:
      if (wires_.credits == nullptr) pe.granted = 0;
      decide(pe);
      break;
    case SlotAction::settle:
      pe.granted = 0;
      break;
  }
}

inline Message PeHardware::receive(PeState& pe, unsigned port, Cycle now) {
  if (auto* direct = pe.in(port)) return direct->receive(now, pe.queue);
  return pe.bindings->in[port]->receive(now, pe.queue);
}

inline Cycle PeHardware::send_word(PeState& pe, const Word& word, Cycle start) {
  if (auto* direct = pe.out(word.port)) return direct->send_word(start, word.value, word.bits);
  return pe.bindings->out[word.port]->send_word(start, word.value, word.bits);
}

inline Cycle PeHardware::send_credit(PeState& pe, unsigned port, Load tasks, Cycle start) {
  const auto bits = wires_.credits->bits(wires_.phase_number);
  if (auto* direct = pe.out(port)) return direct->send_credit(start, tasks, bits);
  return pe.bindings->out[port]->send_credit(start, tasks, bits);
}

inline Cycle PeHardware::send_tasks(PeState& pe, unsigned port, Load tasks, Cycle departure) {
  if (auto* direct = pe.out(port)) return direct->send_tasks(departure, pe.queue, tasks);
  return pe.bindings->out[port]->send_tasks(departure, pe.queue, tasks);
}

inline void PeHardware::take_in(PeState& pe) {
  // In lockstep a port hears at most one message between two ticks.
  const Cycle now = wires_.now;
  for (const unsigned port : *wires_.listening) {
    const Message message = receive(pe, port, now);
    if (message.kind == Message::Kind::word) pe.heard[port] = message.payload;
    if (message.kind == Message::Kind::credit) setting_.shape.credit(pe)[port] = message.payload;
    if (message.kind == Message::Kind::transfer) {
      load_changed(pe, now);
      if (pe.bindings != nullptr) tell_executor(pe);
    }
  }
}

inline void PeHardware::tell_executor(const PeState& pe) {
  if (pe.bindings->executor != nullptr) pe.bindings->executor->landed(pe.node);
}

inline void PeHardware::load_changed(PeState& pe, Cycle from) {
  const Load load = pe.queue.size();
  PhaseRules::room(pe.node, load, setting_.queue_depth);
  setting_.reports.load_changes(from, pe.node, load);
}

inline void PeHardware::task_came_or_went(PeState& pe, Cycle from) { load_changed(pe, from); }

inline void PeHardware::announce(PeState& pe) {
  auto& words = setting_.words;
  words.clear();
  setting_.scheme.announce(wires_.phase_number, setting_.shape.view(pe), words);
  for (const auto& word : words) {
    wires_.rules.word(wires_.phase_number, pe.node, word);
    wires_.expect(pe.node, send_word(pe, word, wires_.now));
  }
}

inline void PeHardware::grant(PeState& pe) {
  // Until the credits of this phase come in.
  std::fill_n(setting_.shape.credit(pe), setting_.shape.ports, 0);
  const auto send = [this, &pe](unsigned port, Load tasks) {
    wires_.expect(pe.node, send_credit(pe, port, tasks, wires_.now));
  };
  pe.granted =
      wires_.credits->grant(wires_.phase_number, pe.node, wires_.step, pe.queue.size(), send);
}

inline Load PeHardware::bounded(const PeState& pe, unsigned port, Load tasks) {
  if (wires_.credits == nullptr) return tasks;
  const Load sent = std::min(tasks, setting_.shape.credit(pe)[port]);
  if (sent < tasks) setting_.reports.held_back(tasks - sent);
  return sent;
}

inline void PeHardware::decide(PeState& pe) {
  const Node node = pe.node;
  const PeView view = setting_.shape.view(pe);
  const auto held_before = pe.queue.size();
  auto& orders = setting_.orders;
  orders.clear();
  setting_.scheme.decide(wires_.phase_number, view, orders);
  if (!in_order_) wires_.name_next(node, setting_.scheme.next(wires_.phase_number, view));
  const Cycle departure = wires_.now + wires_.phase->decision;
  for (const auto& order : orders) {
    const auto held = std::min<Load>(order.tasks, pe.queue.size());
    if (held <= 0) continue;
    wires_.rules.transfer(wires_.phase_number, node, order.port, held);
    const auto tasks = bounded(pe, order.port, held);
    if (tasks <= 0) continue;
    wires_.expect(node, send_tasks(pe, order.port, tasks, departure));
    setting_.reports.moved(node, order.port, tasks);
    setting_.reports.decides(departure - 1, node, order.port, tasks);
    load_changed(pe, departure);
  }
  pe.departing = held_before - pe.queue.size();
}

}  // namespace isobar
