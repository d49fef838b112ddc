// SPDX-License-Identifier: Apache-2.0
#include "models/pe/lockstep.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/later.h"
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
      times_(experiment),
      ends_(experiment),
      credits_(experiment),
      rules_(experiment.fabric, *experiment.scheme),
      wires_(rules_),
      observer_(observer),
      clock_(experiment.clock, begin) {
  wires_.phase = experiment.scheme->phases().data();
  wires_.listening = &wires_.phase->receives;
  if (ends_.sends_words()) senders_.resize(experiment.fabric.link_slots());
  SC_HAS_PROCESS(Lockstep);
  SC_METHOD(advance);
  sensitive << again_;
}

void Lockstep::bind_port(Node node, unsigned port, LinkSendInterface& sender) {
  if (senders_.empty()) return;
  senders_[std::size_t{node} * experiment_.fabric.degree() + port] = &sender;
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
      slot_.words =
          std::max(wires_.latest - wires_.now, times_.words(wires_.phase_number).value_or(0));
      go_on(after_words(), later(wires_.now, slot_.words));
      break;
    case Next::grant:
      grant();
      break;
    case Next::credits_sent:
      credits_sent();
      break;
    case Next::decide:
      decide();
      break;
    case Next::tasks_sent:
      tasks_sent();
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
  slot_ = times_.shift_slot(wires_.phase_number);
  slot_.words = 0;
  slot_.decision = wires_.phase->decision;
  slot_.barrier = wires_.phase->barrier;
  wires_.credits = credits_.granted_in(wires_.phase_number) ? &credits_ : nullptr;
  wires_.step = steps_;
  if (observer_ != nullptr) observer_->phase_begins(wires_.now, steps_, wires_.phase_number);
  if (wires_.phase->word_bits == 0) {
    next_ = after_words();
    go();
    return;
  }
  wires_.latest = wires_.now;
  fire(SlotAction::announce);
  if (wires_.phase->shift) {
    slot_.words = times_.words(wires_.phase_number).value_or(0);
    go_on(after_words(), later(wires_.now, slot_.words));
  } else {
    go_on(Next::words_sent, wires_.now);
  }
}

void Lockstep::grant() {
  listen_for_words();
  wires_.latest = wires_.now;
  fire(SlotAction::grant);
  go_on(Next::credits_sent, wires_.now);
}

void Lockstep::credits_sent() {
  Cycle credits = credits_.cycles(wires_.phase_number);
  if (!wires_.phase->shift) credits = std::max(credits, wires_.latest - wires_.now);
  slot_.words += credits;
  go_on(Next::decide, later(wires_.now, credits));
}

/// A phase without words begins with what follows them, and what landed before comes in just then.
void Lockstep::listen_for_words() {
  if (wires_.phase->word_bits > 0) wires_.listening = &wires_.phase->hears;
}

void Lockstep::decide() {
  if (wires_.credits != nullptr) {
    wires_.listening = &credits_.ports(wires_.phase_number);
  } else {
    listen_for_words();
  }
  wires_.latest = wires_.now;
  decision_from_ = wires_.now;
  departure_ = wires_.now + wires_.phase->decision;
  wires_.named.reset();
  wires_.landed.clear();
  if (ends_.reports(*wires_.phase)) wires_.landed.assign(experiment_.fabric.pes(), departure_);
  fire(SlotAction::decide);
  if (wires_.phase->shift) {
    finish_after(wires_.now);
  } else {
    go_on(Next::tasks_sent, wires_.now);
  }
}

void Lockstep::tasks_sent() {
  const Cycle landed = std::max(wires_.latest, departure_);
  slot_.transfers = landed - departure_;
  const auto send = [this](std::uint64_t link, Cycle start) {
    return senders_[link]->send_status(start);
  };
  slot_.barrier += ends_.known(*wires_.phase, departure_, landed, wires_.landed, send) - landed;
  finish_after(wires_.now);
}

void Lockstep::finish_after(Cycle decision) {
  const Cycle end = decision + slot_.decision + slot_.transfers + slot_.barrier;
  landing_from_ = slot_.transfers > 0 ? end - 1 : none;
  go_on(Next::end_phase, end);
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
  if (pass_over()) return;
  wires_.phase_number =
      wires_.named.value_or((wires_.phase_number + 1) % experiment_.scheme->phases().size());
  begin_phase();
}

bool Lockstep::pass_over() {
  if (!next_work_ || meter_.done()) return false;
  const Cycle last = clock_.last_cycle();
  const auto steps = meter_.alike(slot_.total(), std::min(next_work_().value_or(last), last));
  if (steps == 0) return false;
  meter_.pass_over(slot_, steps);
  steps_ += steps;
  go_on(Next::begin_phase, wires_.now + steps * slot_.total());
  return true;
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
    throw ValueError(
        fmt::format("the run is longer than the kernel can count: cycle {} of {}; level steps has "
                    "no such limit",
                    cycle, clock_.time(1).to_string()));
  }
  wake_ = cycle;
  next_trigger(clock_.until(cycle), again_);
}

}  // namespace isobar
