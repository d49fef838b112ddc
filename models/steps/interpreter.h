// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/experiment/experiment.h"
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
///   void leave(const Sending&);  // these tasks leave by the decision that begins now
///   void decided(Cycle decision, const Slot&);  // that decision began in this cycle
///   void land(const Phase&, const std::vector<Sending>&, Cycle now);
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
        meter_(experiment, std::move(watch), work),
        tasks_(meter_, experiment, observer, std::forward<More>(more)...),
        transfers_(fabric_.link_slots()),
        task_cost_(fabric_.degree()) {}

  /// Runs the experiment; to be called once. Afterwards tasks() are those at the end of the run.
  RunResult run() {
    std::size_t number = 0;
    announce_initial_loads();
    while (!meter_.done()) {
      const Phase& phase = scheme_.phases()[number];
      if (observer_ != nullptr) observer_->phase_begins(now_, steps_, number);
      Slot slot;
      if (phase.shift) slot = shift_slot(experiment_, phase);
      const Cycle words =
          phase.word_bits > 0 ? balancers_.exchange(number, meter_.loads(), now_) : 0;
      if (!phase.shift) slot.words = words;
      slot.decision = phase.decision;
      const Cycle departure = later(now_, slot.words + slot.decision);
      tasks_.pass(now_ + slot.words);
      moves_.clear();
      const auto next = balancers_.decide(number, meter_.loads(), departure, moves_);
      const Cycle transfers = transfer(departure);
      if (!phase.shift) slot.transfers = transfers;
      slot.barrier = phase.barrier;
      now_ = later(now_, slot.total());
      tasks_.decided(departure - slot.decision, slot);
      tasks_.pass(now_);
      end_phase(phase, slot);
      number = next;
    }
    auto result = meter_.finish(link_counters());
    result.scheme = balancers_.statistics(result.loads);
    return result;
  }

  Tasks& tasks() { return tasks_; }

 private:
  /// Sends what was decided in cycle `departure`. Returns the cycles until the slowest transfer has
  /// landed.
  Cycle transfer(Cycle departure) {
    Cycle slowest = 0;
    for (const auto& move : moves_) {
      tasks_.leave(move);
      const auto& link = experiment_.link_of_port(move.port);
      const Cycle serial = task_cost_[move.port](link, move.tasks * experiment_.task_bits);
      transfers_[move.slot].transfer(move.tasks, serial, link.setup());
      slowest = std::max(slowest, link.setup() + serial + link.latency());
      meter_.moved(move.node, move.port, move.tasks);
      if (observer_ != nullptr) {
        observer_->transfer_sent(move.slot, departure, departure + link.setup() + serial,
                                 move.tasks);
      }
    }
    return slowest;
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
  Meter meter_;
  Tasks tasks_;
  std::vector<LinkCounters> transfers_;  ///< by link slot
  std::vector<SerialMemo> task_cost_;    ///< by port
  std::vector<Sending> moves_;           ///< the transfers of the phase under way
};

}  // namespace isobar
