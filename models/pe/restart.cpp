// SPDX-License-Identifier: Apache-2.0
#include "models/pe/restart.h"

#include <fmt/format.h>

#include <utility>

namespace isobar {

Restart::Restart(const sc_core::sc_module_name& name, const CycleClock& clock, Observer* observer,
                 std::function<void(const sc_core::sc_time& begin)> begin_again)
    : sc_module(name), clock_(clock), observer_(observer), begin_again_(std::move(begin_again)) {
  SC_HAS_PROCESS(Restart);
  SC_METHOD(act);
  sensitive << middle_;
  dont_initialize();
}

void Restart::refuse_pe(std::size_t node) const {
  throw ValueError(fmt::format("PE {} of {} cannot be reset", node, get_parent_object()->name()));
}

void Restart::request() {
  if (!clock_.has_begun()) return;
  const auto half = sc_core::sc_time::from_value(clock_.time(1).value() / 2);
  if (half == sc_core::SC_ZERO_TIME) {
    throw ValueError("a fabric whose cycle is one unit of the kernel's time cannot be reset");
  }
  const auto to_next = clock_.until(clock_.now() + 1);
  if (observer_ != nullptr && !observer_->can_restart()) {
    throw ValueError(
        "an observer of this fabric cannot follow a reset: waves and records are of one run");
  }
  middle_.notify(to_next > half ? to_next - half : to_next + clock_.time(1) - half);
}

void Restart::act() {
  reported([this] {
    if (observer_ != nullptr) observer_->restarts();
    begin_again_(sc_core::sc_time_stamp() + clock_.until(clock_.now() + 1));
  });
}

}  // namespace isobar
