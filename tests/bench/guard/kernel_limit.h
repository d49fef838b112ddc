// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar::bench {

/// What the SystemC kernel by itself takes for one of its methods, which does nothing but count:
/// nanoseconds of the processor, elaboration left out. Each is measured in a process of its own.

/// `methods` methods are activated by one event, cycle after cycle.
double shared_activation(std::int64_t methods);

/// `pending` methods, each with an event of its own, which it notifies anew for a time drawn at
/// random when it is activated.
double timed_event(std::int64_t pending);

}  // namespace isobar::bench
