// SPDX-License-Identifier: Apache-2.0
#include "models/pe/lockstep.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {
namespace {

constexpr Cycle none = -2;  // −1 is the cycle before the fabric begins

}  // namespace

Lockstep::Lockstep(const sc_core::sc_module_name& name, const Experiment& experiment, Meter& meter,
                   Observer* observer, const sc_core::sc_time& begin)
    : sc_module(name),
      experiment_(experiment),
      meter_(meter),
      rules_(experiment.fabric, *experiment.scheme),
      wires_(rules_),
      observer_(observer),
      clock_(experiment.clock, begin) {
  wires_.phase = experiment.scheme->phases().data();
  wires_.listening = &wires_.phase->receives;
  SC_HAS_PROCESS(Lockstep);
  SC_METHOD(advance);
  sensitive << again_;
}

void Lockstep::reset(const sc_core::sc_time& begin) {
  clock_.restart(begin);
  wires_.phase_number = 0;
  wires_.phase = experiment_.scheme->phases().data();
  wires_.listening = &wires_.phase->receives;
  next_ = Next::begin_phase;
  wake_ = 0;
  decision_from_ = 0;
  departure_ = 0;
  landing_from_ = none;
  steps_ = 0;
  again_.notify(clock_.until(0));
}

void Lockstep::advance() {
  if (clock_.has_begun()) {
    reported([this] { go(); });
  } else {
    next_trigger(clock_.until(0));
  }
}

void Lockstep::go() {
  wires_.now = wake_;
  switch (next_) {
    case Next::begin_phase:
      begin_phase();
      break;
    case Next::words_sent:
      slot_.words = wires_.latest - wires_.now;
      go_on(Next::decide, wires_.latest);
      break;
    case Next::decide:
      decide();
      break;
    case Next::tasks_sent:
      slot_.transfers =
          std::max(wires_.latest, wires_.now + slot_.decision) - (wires_.now + slot_.decision);
      finish_after(wires_.now);
      break;
    case Next::end_phase:
      end_phase();
      break;
  }
}

void Lockstep::begin_phase() {
  if (meter_.done()) {
    fire(SlotAction::settle);  // nothing is triggered any more: the fabric rests
    return;
  }
  wires_.phase = &experiment_.scheme->phases()[wires_.phase_number];
  slot_ = wires_.phase->shift ? shift_slot(experiment_, *wires_.phase) : Slot{};
  slot_.decision = wires_.phase->decision;
  slot_.barrier = wires_.phase->barrier;
  if (observer_ != nullptr) observer_->phase_begins(wires_.now, steps_, wires_.phase_number);
  if (wires_.phase->word_bits == 0) {
    decide();
    return;
  }
  wires_.latest = wires_.now;
  fire(SlotAction::announce);
  if (wires_.phase->shift) {
    go_on(Next::decide, wires_.now + slot_.words);
  } else {
    go_on(Next::words_sent, wires_.now);
  }
}

void Lockstep::decide() {
  // A phase without words begins with its decision, and what landed before comes in just now.
  if (wires_.phase->word_bits > 0) wires_.listening = &wires_.phase->hears;
  wires_.latest = wires_.now;
  decision_from_ = wires_.now;
  departure_ = wires_.now + wires_.phase->decision;
  wires_.named.reset();
  fire(SlotAction::decide);
  if (wires_.phase->shift) {
    finish_after(wires_.now);
  } else {
    go_on(Next::tasks_sent, wires_.now);
  }
}

void Lockstep::finish_after(Cycle decision) {
  const Cycle landed = decision + slot_.decision + slot_.transfers;
  landing_from_ = slot_.transfers > 0 ? landed - 1 : none;
  go_on(Next::end_phase, landed + slot_.barrier);
}

void Lockstep::end_phase() {
  wires_.listening = &wires_.phase->receives;
  meter_.phase_done(*wires_.phase, slot_);
  if (wires_.phase->ends_step) {
    ++steps_;
    if (observer_ != nullptr) {
      observer_->step_ends(wires_.now, steps_, meter_.shared(), meter_.balanced());
    }
  }
  wires_.phase_number =
      wires_.named.value_or((wires_.phase_number + 1) % experiment_.scheme->phases().size());
  begin_phase();
}

Cycle Lockstep::settled_cycle() const {
  const Cycle cycle = clock_.now();
  if (cycle < 0) throw ModelError("an executor acts before cycle 0");
  if (!is_settled(cycle)) throw ModelError("an executor acts in the first delta of a cycle");
  return cycle;
}

void Lockstep::fire(SlotAction action) {
  wires_.action = action;
  fired_in_ = sc_core::sc_delta_count();
  tick.notify();
}

void Lockstep::go_on(Next next, Cycle cycle) {
  next_ = next;
  if (cycle > clock_.last_cycle()) {
    throw ModelError(
        fmt::format("the run is longer than the kernel can count: cycle {} of {}; level steps has "
                    "no such limit",
                    cycle, clock_.time(1).to_string()));
  }
  wake_ = cycle;
  next_trigger(clock_.until(cycle), again_);
}

}  // namespace isobar
