// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// The bits of a message's number among those of its sender to its destination, modulo 2^16.
inline constexpr std::int64_t number_bits = 16;

/// The bits of a message's header: its kind, its destination and its source; the PE over which it
/// goes and its number, if routes are random; the last of its destinations, if routers replicate
/// messages (docs/network.md).
std::int64_t header_bits(const Experiment& experiment);

}  // namespace isobar
