// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace isobar {

/// What the tasks of a PE's queue lie in, as isobar_pkg encodes it. It changes no cycle, only what
/// the PE is built of.
enum class QueueMemory : std::uint8_t { registers, lut_ram, block_ram };

/// A memory in the words of configurations and options, and in those of sentences.
struct QueueMemoryEntry {
  const char* word;    ///< as it is written in a configuration
  QueueMemory memory;  ///< what the word stands for
  const char* title;   ///< as sentences call it
};

inline constexpr std::array<QueueMemoryEntry, 3> queue_memories = {
    {{"block-ram", QueueMemory::block_ram, "block RAM"},
     {"lut-ram", QueueMemory::lut_ram, "LUT RAM"},
     {"registers", QueueMemory::registers, "registers"}}};

constexpr const QueueMemoryEntry& queue_memory_entry(QueueMemory memory) {
  for (const auto& entry : queue_memories) {
    if (entry.memory == memory) return entry;
  }
  return queue_memories[0];
}

}  // namespace isobar
