// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "models/link/observer.h"
#include "models/measure/experiment.h"
#include "models/measure/meter.h"
#include "models/schemes/phase_rules.h"

namespace isobar {

/// The transfers of one PE by one port in a phase.
struct Sending {
  std::uint64_t slot;  ///< of the link
  std::uint64_t ear;   ///< node·degree + port where it ends
  Node node;
  unsigned port;
  std::int64_t tasks;
};

/// Interprets the phases of any synchronous scheme over arrays indexed by node and link slot.
///
/// `Tasks` is what PEs hold; the meter knows the numbers. It is told of the events of a phase, and
/// to let time pass between them:
///   Tasks(Meter&, const Experiment&, Observer*, …);
///   Load load(Node);         // in its queue now
///   void pass(Cycle to);     // all cycles before `to` are over for executors
///   void leave(const Sending&); // by the decision that begins now
///   void decided(Cycle decision, const Slot&);  // it began in this cycle
///   void land(const Phase&, const std::vector<Sending>&, Cycle now);
template <class Tasks>
class Interpreter {
 public:
  /// Further arguments are the tasks'.
  template <class... More>
  Interpreter(const Experiment& experiment, Watch watch, Observer* observer, const WorkMeter* work,
              More&&... more)
      : experiment_(experiment),
        observer_(observer),
        fabric_(experiment.fabric),
        scheme_(*experiment.scheme),
        rules_(fabric_, scheme_),
        in_order_(scheme_.in_order()),
        meter_(experiment, std::move(watch), work),
        tasks_(meter_, experiment, observer, std::forward<More>(more)...),
        tallies_(fabric_.link_slots()),
        far_end_(fabric_.link_slots()),
        heard_(fabric_.link_slots(), 0),
        registers_(fabric_.nodes() * scheme_.registers(), 0),
        word_cost_(fabric_.degree()),
        task_cost_(fabric_.degree()) {
    for (std::uint64_t slot = 0; slot < far_end_.size(); ++slot) {
      const auto link = fabric_.link(slot);
      far_end_[slot] = link ? std::uint64_t{link->to} * fabric_.degree() + link->to_port : no_link;
    }
  }

  /// Once. The tasks are as they were at the end.
  RunResult run() {
    std::size_t number = 0;
    tell_initial_loads();
    while (!meter_.done()) {
      const Phase& phase = scheme_.phases()[number];
      if (observer_ != nullptr) observer_->phase_begins(now_, steps_, number);
      Slot slot;
      if (phase.shift) slot = shift_slot(experiment_, phase);
      const Cycle words = phase.word_bits > 0 ? exchange_words(number) : 0;
      if (!phase.shift) slot.words = words;
      slot.decision = phase.decision;
      const Cycle departure = later(now_, slot.words + slot.decision);
      tasks_.pass(now_ + slot.words);
      const Cycle transfers = decide_and_transfer(number, departure);
      if (!phase.shift) slot.transfers = transfers;
      slot.barrier = phase.barrier;
      now_ = later(now_, slot.total());
      tasks_.decided(departure - slot.decision, slot);
      tasks_.pass(now_);
      end_phase(phase, slot);
      number = next_;
    }
    return meter_.finish(std::move(tallies_));
  }

  Tasks& tasks() { return tasks_; }

 private:
  static constexpr std::uint64_t no_link = ~std::uint64_t{0};

  PeView view(Node node) {
    const std::size_t degree = fabric_.degree();
    const std::size_t registers = scheme_.registers();
    return {node,
            tasks_.load(node),
            {heard_.data() + node * degree, degree},
            {registers_.data() + node * registers, registers}};
  }

  std::uint64_t slot_of(Node node, unsigned port) const {
    const auto slot = std::uint64_t{node} * fabric_.degree() + port;
    if (far_end_[slot] == no_link) {
      throw ModelError(fmt::format("PE {} sends over its port {}, which has no link", node, port));
    }
    return slot;
  }

  /// Returns the cycles until the slowest word can be used.
  Cycle exchange_words(std::size_t number) {
    Cycle slowest = 0;
    spoken_.clear();
    for (Node node = 0; node < fabric_.nodes(); ++node) {
      words_.clear();
      scheme_.announce(number, view(node), words_);
      for (const auto& word : words_) {
        rules_.word(number, node, word);
        const auto slot = slot_of(node, word.port);
        const auto& link = experiment_.link_of_port(word.port);
        const Cycle serial = word_cost_[word.port](link, word.bits);
        tallies_[slot].word(serial, link.setup());
        slowest = std::max(slowest, link.setup() + serial + link.latency());
        spoken_.emplace_back(far_end_[slot], word.value);
        if (observer_ != nullptr) {
          observer_->word_sent(slot, now_, now_ + link.setup() + serial, word.value);
        }
      }
    }
    for (const auto& [ear, value] : spoken_) heard_[ear] = value;
    return slowest;
  }

  /// Transfers leave in cycle `departure`. Returns the cycles until the slowest has landed.
  Cycle decide_and_transfer(std::size_t number, Cycle departure) {
    Cycle slowest = 0;
    moves_.clear();
    next_ = (number + 1) % scheme_.phases().size();
    for (Node node = 0; node < fabric_.nodes(); ++node) {
      orders_.clear();
      const auto self = view(node);
      scheme_.decide(number, self, orders_);
      if (!in_order_) name_next(number, self);
      Load left = self.load;
      for (const auto& order : orders_) {
        const auto tasks = std::min(order.tasks, left);
        if (tasks <= 0) continue;
        rules_.transfer(number, node, order.port, tasks);
        left -= tasks;
        const auto slot = slot_of(node, order.port);
        moves_.push_back({slot, far_end_[slot], node, order.port, tasks});
        tasks_.leave(moves_.back());
        if (observer_ == nullptr) continue;
        observer_->decides(departure - 1, node, order.port, tasks);
        observer_->load_changes(departure, node, left);
      }
    }
    for (const auto& [slot, ear, node, port, tasks] : moves_) {
      const auto& link = experiment_.link_of_port(port);
      const Cycle serial = task_cost_[port](link, tasks * experiment_.task_bits);
      tallies_[slot].transfer(tasks, serial, link.setup());
      slowest = std::max(slowest, link.setup() + serial + link.latency());
      meter_.moved(node, port, tasks);
      if (observer_ != nullptr) {
        observer_->transfer_sent(slot, departure, departure + link.setup() + serial, tasks);
      }
    }
    return slowest;
  }

  void tell_initial_loads() const {
    if (observer_ == nullptr) return;
    for (Node node = 0; node < fabric_.nodes(); ++node) {
      observer_->load_changes(0, node, meter_.loads()[node]);
    }
  }

  /// What landed in the phase comes in when the next one begins.
  void end_phase(const Phase& phase, const Slot& slot) {
    meter_.phase_done(phase, slot);
    if (phase.ends_step) {
      ++steps_;
      if (observer_ != nullptr) {
        observer_->step_ends(now_, steps_, meter_.shared(), meter_.balanced());
      }
    }
    tasks_.land(phase, moves_, now_);
  }

  void name_next(std::size_t number, const PeView& self) {
    const auto named = scheme_.next(number, self);
    if (self.node == 0) next_ = named;
    rules_.next(number, self.node, named, next_);
  }

  const Experiment& experiment_;
  Observer* observer_;
  const Fabric& fabric_;
  const SynchronousScheme& scheme_;
  PhaseRules rules_;
  bool in_order_;
  std::size_t next_ = 0;  ///< the phase that follows
  Cycle now_ = 0;         ///< at which the phase under way began
  std::int64_t steps_ = 0;
  Meter meter_;
  Tasks tasks_;
  std::vector<LinkTally> tallies_;
  std::vector<std::uint64_t> far_end_;  ///< by link slot: node·degree + port where it ends
  std::vector<std::int64_t> heard_;
  std::vector<std::int64_t> registers_;
  std::vector<SerialMemo> word_cost_;  ///< by port
  std::vector<SerialMemo> task_cost_;
  Words words_;
  Orders orders_;
  std::vector<std::pair<std::uint64_t, std::int64_t>> spoken_;
  std::vector<Sending> moves_;
};

}  // namespace isobar
