// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// The part of a Liquid phase's slot that a cycle belongs to, as isobar_pkg encodes it. The last
/// cycle of the transfers, in which a task is written, is the landing.
enum class PhasePart : std::uint8_t { words, decision, transfer, landing };

}  // namespace isobar
