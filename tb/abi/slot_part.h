// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// What a cycle of a Liquid phase's slot belongs to, as the RTL names it. The last cycle of the
/// transfers, in which a task is written, is the landing.
enum class PhasePart : std::uint8_t { words, decision, transfer, landing };

}  // namespace isobar
