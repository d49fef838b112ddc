// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

#include "models/experiment/credits.h"
#include "models/experiment/experiment.h"
#include "models/experiment/phase_ends.h"
#include "models/link/cycle_clock.h"
#include "models/link/link_interfaces.h"
#include "models/link/observer.h"
#include "models/measure/meter.h"
#include "models/pe/slot_interface.h"
#include "models/schemes/contract/phase_rules.h"

namespace isobar {

/// The slot counter of a lockstep fabric. Every PE has the same one, so the model keeps a single
/// copy: it names the phase under way and wakes all PEs, by one event, at the instants at which
/// they act. Where PEs report landings by words, it sends these words. It also tells the meter when
/// phases are over.
class Lockstep : public sc_core::sc_module, public SlotInterface {
 public:
  /// `meter` counts the run; `observer` may be null. Cycle 0 begins at time `begin`.
  Lockstep(const sc_core::sc_module_name& name, const Experiment& experiment, Meter& meter,
           Observer* observer, const sc_core::sc_time& begin);

  /// PE `node` sends by `sender` at its port `port`.
  void bind_port(Node node, unsigned port, LinkSendInterface& sender);

  sc_core::sc_event tick{"tick"};  ///< all PEs act

  /// The tick at which all PEs act.
  const sc_core::sc_event& default_event() const override { return tick; }
  SlotWires& wires() override { return wires_; }
  Cycle settled_cycle() const override;
  bool deciding(Cycle cycle) const override {
    return cycle >= decision_from_ && cycle < departure_;
  }
  bool landing(Cycle cycle) const override { return cycle == landing_from_; }
  Cycle departure() const override { return departure_; }

  /// From now on steps in which no executor acts are counted without being gone through, for a
  /// scheme that rests: `next_work` says in which cycle one acts next; none: none does.
  void pass_over_rest(std::function<std::optional<Cycle>()> next_work) {
    next_work_ = std::move(next_work);
  }
  /// Cycle 0 is the one that begins at time `begin`.
  void reset(const sc_core::sc_time& begin);
  /// All that PEs do at this instant has been done.
  bool is_settled() const { return is_settled(clock_.now()); }
  /// Whether the run is over: its goal or a limit is reached.
  bool is_over() const { return meter_.done(); }
  /// The clock of the fabric's PEs.
  const CycleClock& clock() const { return clock_; }

 private:
  bool is_settled(Cycle cycle) const {
    const bool due = !meter_.done() && cycle >= wake_;
    return !due && sc_core::sc_delta_count() != fired_in_;
  }
  enum class Next : std::uint8_t {
    begin_phase,
    words_sent,
    grant,
    credits_sent,
    decide,
    tasks_sent,
    end_phase
  };

  void advance();
  void go();
  void begin_phase();
  /// What follows the words of the phase under way.
  Next after_words() const { return wires_.credits != nullptr ? Next::grant : Next::decide; }
  /// The PEs take in the words of the phase at the next tick, if it has any.
  void listen_for_words();
  void grant();
  void credits_sent();
  void decide();
  /// All that this phase sends is under way: the PEs find out when it has landed.
  void tasks_sent();
  /// The phase ends when the transfers of the decision in cycle `decision` have landed.
  void finish_after(Cycle decision);
  void end_phase();
  /// Passes over the steps up to the one in which an executor acts next. Returns whether there was
  /// one.
  bool pass_over();
  void fire(SlotAction action);
  /// `advance` goes on with `next` in `cycle`; in this same cycle, after all PEs have acted.
  void go_on(Next next, Cycle cycle);

  const Experiment& experiment_;
  Meter& meter_;
  PhaseTimes times_;
  PhaseEnds ends_;
  Credits credits_;
  std::vector<LinkSendInterface*> senders_;  ///< by link slot; empty unless words end phases
  PhaseRules rules_;
  SlotWires wires_;
  Observer* observer_;
  CycleClock clock_;
  Next next_ = Next::begin_phase;
  Cycle wake_ = 0;              ///< when `advance` runs next
  sc_dt::uint64 fired_in_ = 0;  ///< the delta of the latest tick
  Cycle decision_from_ = 0;
  Cycle departure_ = 0;
  Cycle landing_from_ = -2;
  std::int64_t steps_ = 0;
  sc_core::sc_event again_{"again"};                 ///< after a reset
  std::function<std::optional<Cycle>()> next_work_;  ///< null: no step is passed over
  Slot slot_;  ///< of the phase under way: fixed, or what it took so far
};

}  // namespace isobar
