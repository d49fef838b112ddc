// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/phase_ends.h"
#include "models/later.h"
#include "models/link/observer.h"
#include "models/measure/meter.h"
#include "models/steps/balancers.h"

namespace isobar {

/// Interprets the phases of any synchronous scheme over arrays indexed by node and link slot.
///
/// `Tasks` stands for the tasks that PEs hold; the meter knows only their numbers. The interpreter
/// calls it at the events of a phase, and for the time between them:
///   Tasks(Meter&, const Experiment&, Observer*, …);
///   void pass(Cycle to);         // executors go through all cycles before `to`
///   void grant(const std::vector<Load>&);  // PEs grant room, these sums by node, until they land
///   void leave(const Sending&);  // these tasks leave by the decision that begins now
///   // announces the tasks that have just left, whose bits are on a link in these cycles
///   void announce(const Sending&, Cycle begin, Cycle serial, Observer&) const;
///   void decided(Cycle decision, const Slot&);  // that decision began in this cycle
///   void land(const Phase&, const std::vector<Sending>&, Cycle now);
///   Cycle next() const;          // the next cycle in which an executor acts, or the last there is
template <class Tasks>
class Interpreter {
 public:
  /// `more` are further arguments for the constructor of Tasks.
  template <class... More>
  Interpreter(const Experiment& experiment, Watch watch, Observer* observer, const WorkMeter* work,
              Balancers& balancers, More&&... more)
      : experiment_(experiment),
        observer_(observer),
        fabric_(experiment.fabric),
        scheme_(*experiment.scheme),
        balancers_(balancers),
        times_(experiment),
        ends_(experiment),
        meter_(experiment, std::move(watch), work),
        tasks_(meter_, experiment, observer, std::forward<More>(more)...),
        transfers_(fabric_.link_slots()),
        task_cost_(experiment.links.size()),
        status_cost_(experiment.links.size()) {}

  /// Runs the experiment; to be called once. Afterwards tasks() are those at the end of the run.
  RunResult run() {
    std::size_t number = 0;
    announce_initial_loads();
    while (!meter_.done()) {
      const Phase& phase = scheme_.phases()[number];
      if (observer_ != nullptr) observer_->phase_begins(now_, steps_, number);
      Slot slot = times_.shift_slot(number);
      const Cycle words =
          phase.word_bits > 0 ? balancers_.exchange(number, meter_.loads(), now_) : 0;
      slot.words = times_.words(number).value_or(words);
      slot.decision = phase.decision;
      grant(number, slot);
      const Cycle departure = later(now_, slot.words + slot.decision);
      tasks_.pass(now_ + slot.words);
      moves_.clear();
      const auto next = balancers_.decide(number, meter_.loads(), departure, moves_);
      own_landings_.clear();
      if (ends_.reports(phase)) own_landings_.assign(fabric_.pes(), departure);
      const Cycle transfers = transfer(departure);
      slot.barrier = phase.barrier;
      if (!phase.shift) {
        slot.transfers = transfers;
        slot.barrier += wait_for_end(phase, departure, later(departure, transfers));
      }
      now_ = later(now_, slot.total());
      tasks_.decided(departure - slot.decision, slot);
      tasks_.pass(now_);
      end_phase(phase, slot);
      if (scheme_.rests() && observer_ == nullptr && !meter_.done()) pass_over(slot);
      number = next;
    }
    auto result = meter_.finish(link_counters());
    result.held_back = balancers_.held_back();
    result.scheme = balancers_.statistics(result.loads);
    return result;
  }

  Tasks& tasks() { return tasks_; }

 private:
  /// If the phase has credits, PEs send them when its words have come, and `slot` gets their time.
  void grant(std::size_t phase, Slot& slot) {
    if (!experiment_.credits) return;
    const Cycle heard = later(now_, slot.words);
    tasks_.pass(heard);
    const Cycle credits = balancers_.grant(phase, steps_, meter_.loads(), heard, granted_);
    if (credits == 0) return;
    tasks_.grant(granted_);
    slot.words += credits;
  }

  /// Sends what was decided in cycle `departure`. Returns the cycles until the slowest transfer has
  /// landed.
  Cycle transfer(Cycle departure) {
    Cycle slowest = 0;
    for (const auto& move : moves_) {
      tasks_.leave(move);
      const auto one = experiment_.link_class(move.slot, move.port);
      const auto& link = experiment_.links[one];
      const Cycle serial = task_cost_[one](link, move.tasks * experiment_.task_bits);
      transfers_[move.slot].transfer(move.tasks, serial, link.setup());
      const Cycle passage = link.setup() + serial + link.latency();
      slowest = std::max(slowest, passage);
      if (!own_landings_.empty()) {
        auto& own = own_landings_[move.node];
        own = std::max(own, later(departure, passage));
      }
      meter_.moved(move.node, move.port, move.tasks);
      if (observer_ != nullptr) {
        observer_->transfer_sent(move.slot, departure, departure + link.setup() + serial,
                                 move.tasks);
        tasks_.announce(move, departure + link.setup(), serial, *observer_);
      }
    }
    return slowest;
  }

  /// The cycles from the slowest landing until all PEs know of it.
  Cycle wait_for_end(const Phase& phase, Cycle departure, Cycle landed) {
    const auto send = [this](std::uint64_t slot, Cycle start) {
      const auto one = experiment_.link_class(slot);
      const auto& link = experiment_.links[one];
      const Cycle serial = status_cost_[one](link, 1);
      transfers_[slot].word(serial, link.setup());
      const Cycle end = later(start, link.setup() + serial);
      if (observer_ != nullptr) observer_->status_sent(slot, start, end);
      return later(end, link.latency());
    };
    return ends_.known(phase, departure, landed, own_landings_, send) - landed;
  }

  void announce_initial_loads() const {
    if (observer_ == nullptr) return;
    for (Node node = 0; node < fabric_.pes(); ++node) {
      observer_->load_changes(0, node, meter_.loads()[node]);
    }
  }

  /// Ends the phase. The tasks that landed in it are written when the next phase begins.
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

  /// Passes over the steps up to the one in which an executor acts next.
  void pass_over(const Slot& slot) {
    const auto steps = meter_.alike(slot.total(), tasks_.next());
    meter_.pass_over(slot, steps);
    steps_ += steps;
    now_ += steps * slot.total();
  }

  std::vector<LinkCounters> link_counters() {
    auto all = balancers_.word_counters();
    for (std::size_t slot = 0; slot < all.size(); ++slot) all[slot] += transfers_[slot];
    return all;
  }

  const Experiment& experiment_;
  Observer* observer_;
  const Fabric& fabric_;
  const SynchronousScheme& scheme_;
  Balancers& balancers_;
  Cycle now_ = 0;  ///< the cycle in which the phase under way began
  std::int64_t steps_ = 0;
  PhaseTimes times_;
  PhaseEnds ends_;
  Meter meter_;
  Tasks tasks_;
  std::vector<LinkCounters> transfers_;  ///< by link slot; status words too
  std::vector<SerialMemo> task_cost_;    ///< by class of links
  std::vector<SerialMemo> status_cost_;  ///< by class of links
  std::vector<Cycle> own_landings_;      ///< by PE, of the phase under way; empty: nobody asks
  std::vector<Load> granted_;            ///< by PE, in the last phase with credits
  std::vector<Sending> moves_;           ///< the transfers of the phase under way
};

}  // namespace isobar
