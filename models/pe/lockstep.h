// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>

#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/link/observer.h"
#include "models/measure/meter.h"
#include "models/schemes/contract/phase_rules.h"

namespace isobar {

/// The slot counter of a lockstep fabric. Every PE has the same one, so the model keeps a single
/// copy: it names the phase under way and wakes all PEs, by one event, at the instants at which
/// they act. It also tells the meter when phases are over.
class Lockstep : public sc_core::sc_module {
 public:
  enum class Action : std::uint8_t { announce, decide, settle };

  /// `meter` counts the run; `observer` may be null.
  Lockstep(const sc_core::sc_module_name& name, const Experiment& experiment, Meter& meter,
           Observer* observer);

  sc_core::sc_event tick{"tick"};  ///< all PEs act

  /// What PEs do at this tick. Whatever has arrived by now they take in first.
  Action action() const { return action_; }
  /// The cycle of this tick.
  Cycle now() const { return now_; }
  std::size_t phase_number() const { return number_; }
  const Phase& phase() const { return *phase_; }
  /// The ports at which something can have arrived since the last tick.
  const std::vector<unsigned>& listening() const { return *listening_; }

  /// A message sent in this phase can be used from cycle `usable` on.
  void expect(Cycle usable) {
    if (usable > latest_) latest_ = usable;
  }
  const PhaseRules& rules() const { return rules_; }
  /// PE `node` names the phase that follows; called by every PE at its decision.
  void name_next(Node node, std::size_t phase) {
    if (!named_) named_ = phase;
    rules_.next(number_, node, phase, *named_);
  }
  Observer* observer() const { return observer_; }

  /// The application waits in two kinds of cycle: nothing is fetched while a decision is taken,
  /// and nothing accepted while transfers land.
  bool deciding() const { return cycle() >= decision_from_ && cycle() < departure_; }
  bool landing() const { return cycle() == landing_from_; }
  /// The first cycle of the transfers of the decision that is being taken.
  Cycle departure() const { return departure_; }
  /// All that PEs do at this instant has been done.
  bool is_settled() const;
  bool is_over() const { return meter_.done(); }
  /// Throws ModelError unless all that PEs do at this instant has been done, as it has been after
  /// the cycle's first delta.
  void require_settled() const;
  const CycleClock& clock() const { return clock_; }
  /// The PE clock's cycle at this time, also between ticks.
  Cycle cycle() const { return clock_.now(); }

 private:
  enum class Next : std::uint8_t { begin_phase, words_sent, decide, tasks_sent, end_phase };

  void advance();
  void begin_phase();
  void decide();
  /// The phase ends when the transfers of the decision in cycle `decision` have landed.
  void finish_after(Cycle decision);
  void end_phase();
  void fire(Action action);
  /// `advance` goes on with `next` in `cycle`; in this same cycle, after all PEs have acted.
  void go_on(Next next, Cycle cycle);

  const Experiment& experiment_;
  Meter& meter_;
  PhaseRules rules_;
  Observer* observer_;
  CycleClock clock_;
  Next next_ = Next::begin_phase;
  Action action_ = Action::announce;
  Cycle now_ = 0;
  Cycle wake_ = 0;              ///< when `advance` runs next
  sc_dt::uint64 fired_in_ = 0;  ///< the delta of the latest tick
  Cycle decision_from_ = 0;
  Cycle departure_ = 0;
  Cycle landing_from_ = -1;
  Cycle latest_ = 0;  ///< by which the slowest message of this part of the phase can be used
  std::size_t number_ = 0;
  std::optional<std::size_t> named_;  ///< the phase that follows, by the PEs that decided so far
  std::int64_t steps_ = 0;
  const Phase* phase_ = nullptr;
  const std::vector<unsigned>* listening_ = nullptr;
  Slot slot_;  ///< of the phase under way: fixed, or what it took so far
};

}  // namespace isobar
