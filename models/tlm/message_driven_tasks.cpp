// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/message_driven_tasks.h"

#include <fmt/format.h>

#include <utility>

#include "models/errors.h"

namespace isobar {

QueueSide& MessageDrivenTasks::queue(Node pe) {
  if (auto* const side = fabric_.pe(pe).outside()) return *side;
  throw ValueError(fmt::format("PE {} has no side for an application outside the fabric", pe));
}

bool MessageDrivenTasks::is_settled() {
  // Routers act in the first delta of a cycle; a PE that they wake gathers in the second what
  // comes, and acts in the third.
  constexpr sc_dt::uint64 deltas = 3;
  const auto delta = sc_core::sc_delta_count();
  const auto& now = sc_core::sc_time_stamp();
  if (std::exchange(asked_, now) != now || first_asked_in_ == 0) first_asked_in_ = delta;
  return delta >= first_asked_in_ + deltas;
}

}  // namespace isobar
