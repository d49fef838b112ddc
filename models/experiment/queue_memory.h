// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// What the tasks of a PE's queue lie in, as isobar_pkg encodes it. It changes no cycle, only what
/// the PE is built of.
enum class QueueMemory : std::uint8_t { registers, lut_ram, block_ram };

}  // namespace isobar
