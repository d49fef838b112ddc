// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "models/experiment/experiment.h"
#include "models/measure/moves.h"
#include "models/pe/pe_reports.h"
#include "models/pe/pe_states.h"
#include "models/pe/slot_interface.h"

namespace isobar {

/// What the PEs of a fabric share, all of it constant.
struct PeSetting {
  const SynchronousScheme& scheme;  ///< the scheme in whose hardware the PEs balance
  PeShape shape;                    ///< what a PE holds
  Load queue_depth;                 ///< Q: tasks that the queue can hold
  QueueEnd fetch;                   ///< which end of the queue the executor takes tasks from
  bool names;                       ///< ports are objects of the hierarchy
  PeReports reports;                ///< what PEs report, and to whom
};

/// The balancing hardware of a PE, the same in every PE of a fabric: from what the PE holds and the
/// wires of the slot counter to what leaves by its ports. PEs that act in one thread use one object
/// of it after the other, between `begin` and `report`.
class PeHardware {
 public:
  /// Both must outlive it.
  PeHardware(PeSetting& setting, SlotWires& wires)
      : setting_(setting),
        wires_(wires),
        in_order_(setting.scheme.in_order()),
        moves_(setting.reports.moves(setting.shape.ports)) {}

  /// It is used for PEs of these nodes alone, at the same time as others for other PEs.
  void serve(Node first, Node last) { moves_.of(first, last); }

  /// A tick begins, and the wires say what is to be done.
  void begin();
  /// A PE takes in what has arrived.
  void take_in(PeState& pe);
  /// Then it does what the wires say.
  void respond(PeState& pe);
  /// The slot counter and the meter are told what they need to know of the PEs that acted.
  void report();

  /// The executor put a task into the queue or took one, which counts from cycle `from` on.
  void task_came_or_went(PeState& pe, Cycle from) { load_changed(pe, from); }

 private:
  // By the link itself where it may be used directly, else by the interface of the port.
  static Message receive(PeState& pe, unsigned port, Cycle now);
  Cycle send_word(PeState& pe, unsigned port, Load value, std::int64_t bits);
  Cycle send_credit(PeState& pe, unsigned port, Load tasks);
  Cycle send_tasks(PeState& pe, unsigned port, Load tasks);
  /// The queue is as it is from cycle `from` on.
  void load_changed(PeState& pe, Cycle from);
  static void tell_executor(const PeState& pe);
  /// A message that a PE sent can be used from cycle `usable` on.
  void expect(const PeState& pe, Cycle usable);
  void announce(PeState& pe);
  void announce_words(PeState& pe);
  void grant(PeState& pe);
  void decide(PeState& pe);
  void carry_out_orders(PeState& pe);
  /// The most of `tasks` that can leave by a port, for want of room behind it.
  Load bounded(const PeState& pe, unsigned port, Load tasks);
  void transfer(PeState& pe, unsigned port, Load tasks);
  void name_next(Node node, std::size_t phase);

  PeSetting& setting_;
  SlotWires& wires_;
  const bool in_order_;

  // What follows belongs to the tick under way.
  SlotAction action_ = SlotAction::settle;
  Cycle now_ = 0;
  Cycle departure_ = 0;                  ///< of tasks that are decided on now
  const unsigned* listening_ = nullptr;  ///< the ports in the wires
  const unsigned* listening_end_ = nullptr;
  Cycle* landed_ = nullptr;           ///< by PE, as in the wires; null: nobody asks
  const LiquidRule* rule_ = nullptr;  ///< null: the scheme is asked
  std::int64_t word_bits_ = 0;        ///< of the phase

  // What the PEs that acted say and report.
  Words words_;
  Orders orders_;
  Moves moves_;
  Cycle latest_ = 0;  ///< by which their slowest message can be used
  struct Named {
    Node node;          ///< the first of them
    std::size_t phase;  ///< the phase that follows, by what it says
  };
  std::optional<Named> named_;
};

// These are inline because every PE of a fabric acts twice in every phase.

inline void PeHardware::begin() {
  action_ = wires_.action;
  now_ = wires_.now;
  departure_ = now_ + wires_.phase->decision;
  listening_ = wires_.listening->data();
  listening_end_ = listening_ + wires_.listening->size();
  landed_ = wires_.landed.empty() ? nullptr : wires_.landed.data();
  const auto rules = setting_.scheme.liquid_rules();
  rule_ = rules.empty() ? nullptr : &rules[wires_.phase_number];
  word_bits_ = wires_.phase->word_bits;
  latest_ = wires_.latest;
  named_.reset();
}

inline void PeHardware::report() {
  moves_.tell();
  wires_.latest = std::max(wires_.latest, latest_);
  if (named_) wires_.name_next(named_->node, named_->phase);
}

inline void PeHardware::respond(PeState& pe) {
  // What was granted in an earlier phase has landed.
  switch (action_) {
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

inline Cycle PeHardware::send_word(PeState& pe, unsigned port, Load value, std::int64_t bits) {
  if (auto* direct = pe.out(port)) return direct->send_word(now_, value, bits);
  return pe.bindings->out[port]->send_word(now_, value, bits);
}

inline Cycle PeHardware::send_credit(PeState& pe, unsigned port, Load tasks) {
  const auto bits = wires_.credits->bits(wires_.phase_number);
  if (auto* direct = pe.out(port)) return direct->send_credit(now_, tasks, bits);
  return pe.bindings->out[port]->send_credit(now_, tasks, bits);
}

inline Cycle PeHardware::send_tasks(PeState& pe, unsigned port, Load tasks) {
  if (auto* direct = pe.out(port)) return direct->send_tasks(departure_, pe.queue, tasks);
  return pe.bindings->out[port]->send_tasks(departure_, pe.queue, tasks);
}

inline void PeHardware::take_in(PeState& pe) {
  // In lockstep a port hears at most one message between two ticks.
  for (const auto* listening = listening_; listening != listening_end_; ++listening) {
    const unsigned port = *listening;
    const Message message = receive(pe, port, now_);
    if (message.kind == Message::Kind::word) pe.heard[port] = message.payload;
    if (message.kind == Message::Kind::credit) setting_.shape.credit(pe)[port] = message.payload;
    if (message.kind == Message::Kind::transfer) {
      load_changed(pe, now_);
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

inline void PeHardware::expect(const PeState& pe, Cycle usable) {
  if (usable > latest_) latest_ = usable;
  if (landed_ != nullptr && usable > landed_[pe.node]) landed_[pe.node] = usable;
}

inline void PeHardware::announce(PeState& pe) {
  if (rule_ == nullptr) return announce_words(pe);
  const Load load = pe.queue.size();
  rule_->announce([&](unsigned port) { expect(pe, send_word(pe, port, load, word_bits_)); });
}

[[gnu::noinline, gnu::flatten]] inline void PeHardware::announce_words(PeState& pe) {
  words_.clear();
  setting_.scheme.announce(wires_.phase_number, setting_.shape.view(pe), words_);
  for (const auto& word : words_) {
    wires_.rules.word(wires_.phase_number, pe.node, word);
    expect(pe, send_word(pe, word.port, word.value, word.bits));
  }
}

[[gnu::noinline, gnu::flatten]] inline void PeHardware::grant(PeState& pe) {
  // Until the credits of this phase come in.
  std::fill_n(setting_.shape.credit(pe), setting_.shape.ports, 0);
  const auto send = [this, &pe](unsigned port, Load tasks) {
    expect(pe, send_credit(pe, port, tasks));
  };
  pe.granted =
      wires_.credits->grant(wires_.phase_number, pe.node, wires_.step, pe.queue.size(), send);
}

inline void PeHardware::decide(PeState& pe) {
  const auto held = pe.queue.size();
  if (rule_ == nullptr) {
    carry_out_orders(pe);
  } else if (rule_->shifts(held, pe.heard)) {
    transfer(pe, rule_->successor, 1);
  }
  pe.departing = held - pe.queue.size();
}

[[gnu::noinline, gnu::flatten]] inline void PeHardware::carry_out_orders(PeState& pe) {
  const auto phase = wires_.phase_number;
  const PeView view = setting_.shape.view(pe);
  orders_.clear();
  setting_.scheme.decide(phase, view, orders_);
  if (!in_order_) name_next(pe.node, setting_.scheme.next(phase, view));
  for (const auto& order : orders_) {
    const auto held = std::min<Load>(order.tasks, pe.queue.size());
    if (held <= 0) continue;
    wires_.rules.transfer(phase, pe.node, order.port, held);
    const auto tasks = bounded(pe, order.port, held);
    if (tasks > 0) transfer(pe, order.port, tasks);
  }
}

inline Load PeHardware::bounded(const PeState& pe, unsigned port, Load tasks) {
  if (wires_.credits == nullptr) return tasks;
  const Load sent = std::min(tasks, setting_.shape.credit(pe)[port]);
  if (sent < tasks) moves_.held_back(tasks - sent);
  return sent;
}

inline void PeHardware::transfer(PeState& pe, unsigned port, Load tasks) {
  expect(pe, send_tasks(pe, port, tasks));
  moves_.moved(pe.node, port, tasks);
  setting_.reports.decides(departure_ - 1, pe.node, port, tasks);
  const Load left = pe.queue.size();
  PhaseRules::room(pe.node, left, setting_.queue_depth);
  setting_.reports.load_falls(departure_, pe.node, left);
}

inline void PeHardware::name_next(Node node, std::size_t phase) {
  if (!named_) named_ = {node, phase};
  PhaseRules::next(wires_.phase_number, node, phase, named_->phase);
}

}  // namespace isobar
