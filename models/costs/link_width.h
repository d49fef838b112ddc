// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// The bits of the longest message that a PE can send: a word, or as many tasks as its scheme sends
/// at once, at most what its queue holds, or the most that can be counted. No link is built wider,
/// whatever its bandwidth.
std::int64_t longest_message(const Experiment& experiment);

/// The lanes that a link is built with: as many as its bandwidth asks for at the PE's clock, and no
/// more than the longest message has bits.
std::int64_t built_lanes(const Experiment& experiment, const LinkTiming& link);

/// The bits that pass such a link in a cycle in which it is busy.
double bits_a_cycle(const Experiment& experiment, const LinkTiming& link);

}  // namespace isobar
