// SPDX-License-Identifier: Apache-2.0
#include "models/pe/lockstep.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr Cycle none = -1;

}  // namespace

Lockstep::Lockstep(const sc_core::sc_module_name& name, const Experiment& experiment, Meter& meter,
                   Observer* observer)
    : sc_module(name),
      experiment_(experiment),
      meter_(meter),
      rules_(experiment.fabric, *experiment.scheme),
      observer_(observer),
      clock_(experiment.clock),
      phase_(&experiment.scheme->phases()[0]),
      listening_(&phase_->receives) {
  SC_HAS_PROCESS(Lockstep);
  SC_METHOD(advance);
}

void Lockstep::advance() {
  now_ = wake_;
  switch (next_) {
    case Next::begin_phase:
      begin_phase();
      break;
    case Next::words_sent:
      slot_.words = latest_ - now_;
      go_on(Next::decide, latest_);
      break;
    case Next::decide:
      decide();
      break;
    case Next::tasks_sent:
      slot_.transfers = std::max(latest_, now_ + slot_.decision) - (now_ + slot_.decision);
      finish_after(now_);
      break;
    case Next::end_phase:
      end_phase();
      break;
  }
}

void Lockstep::begin_phase() {
  if (meter_.done()) {
    fire(Action::settle);  // nothing is triggered any more: the fabric rests
    return;
  }
  phase_ = &experiment_.scheme->phases()[number_];
  slot_ = phase_->shift ? shift_slot(experiment_, *phase_) : Slot{};
  slot_.decision = phase_->decision;
  slot_.barrier = phase_->barrier;
  if (observer_ != nullptr) observer_->phase_begins(now_, steps_, number_);
  if (phase_->word_bits == 0) {
    decide();
    return;
  }
  latest_ = now_;
  fire(Action::announce);
  if (phase_->shift) {
    go_on(Next::decide, now_ + slot_.words);
  } else {
    go_on(Next::words_sent, now_);
  }
}

void Lockstep::decide() {
  // A phase without words begins with its decision, and what landed before comes in just now.
  if (phase_->word_bits > 0) listening_ = &phase_->hears;
  latest_ = now_;
  decision_from_ = now_;
  departure_ = now_ + phase_->decision;
  named_.reset();
  fire(Action::decide);
  if (phase_->shift) {
    finish_after(now_);
  } else {
    go_on(Next::tasks_sent, now_);
  }
}

void Lockstep::finish_after(Cycle decision) {
  const Cycle landed = decision + slot_.decision + slot_.transfers;
  landing_from_ = slot_.transfers > 0 ? landed - 1 : none;
  go_on(Next::end_phase, landed + slot_.barrier);
}

void Lockstep::end_phase() {
  listening_ = &phase_->receives;
  meter_.phase_done(*phase_, slot_);
  if (phase_->ends_step) {
    ++steps_;
    if (observer_ != nullptr) {
      observer_->step_ends(now_, steps_, meter_.shared(), meter_.balanced());
    }
  }
  number_ = named_.value_or((number_ + 1) % experiment_.scheme->phases().size());
  begin_phase();
}

bool Lockstep::is_settled() const {
  const bool due = !meter_.done() && cycle() >= wake_;
  return !due && sc_core::sc_delta_count() != fired_in_;
}

void Lockstep::require_settled() const {
  if (!is_settled()) throw ModelError("an executor acts in the first delta of a cycle");
}

void Lockstep::fire(Action action) {
  action_ = action;
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
  next_trigger(clock_.until(cycle));
}

}  // namespace isobar
