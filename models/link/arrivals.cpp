// SPDX-License-Identifier: Apache-2.0
#include "models/link/arrivals.h"

namespace isobar {

Arrivals::Arrivals(const sc_core::sc_module_name& name, const CycleClock& clock)
    : sc_module(name), clock_(clock) {
  SC_HAS_PROCESS(Arrivals);
  SC_METHOD(act);
  sensitive << alarm_;
  dont_initialize();
}

Arrivals::OfLink& Arrivals::of(const void* link) {
  auto& known = links_[link];
  if (!known) known = std::make_unique<OfLink>();
  return *known;
}

void Arrivals::reset() {
  alarm_.cancel();
  pending_ = {};
  for (auto& [link, known] : links_) known->latest = {};
}

void Arrivals::expect(const void* link, Cycle usable, const Message& message) {
  const auto known = links_.find(link);
  if (known == links_.end()) return;
  pending_.push({{usable, message}, known->second.get()});
  set_alarm();
}

void Arrivals::act() {
  const Cycle now = clock_.now();
  while (!pending_.empty() && pending_.top().arrival.cycle <= now) {
    const auto [arrival, link] = pending_.top();
    pending_.pop();
    link->latest = arrival;
    link->event.notify();
  }
  set_alarm();
}

void Arrivals::set_alarm() {
  if (!pending_.empty()) alarm_.notify(clock_.until(pending_.top().arrival.cycle));
}

}  // namespace isobar
