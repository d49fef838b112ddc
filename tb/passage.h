// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/link/link.h"
#include "models/link/task.h"

namespace isobar {

/// Computes the bits of a task on a link, all of which follow from its identity, so that a fault in
/// any lane can be seen. If there are more than 32 bits, the low 32 are the identity itself.
void task_payload(const Task& task, std::int64_t bits, std::vector<std::uint64_t>& words);
/// The task with these bits, whose identity is below 2^32 and, if there are fewer bits, below
/// 2^bits; none if there is no such task.
std::optional<Task> task_of(const std::vector<std::uint64_t>& words, std::int64_t bits);

/// A message under way over a link.
struct Passage {
  Message::Kind kind = Message::Kind::none;
  Cycle start = 0;          ///< first busy cycle, set-up included
  Cycle valid = 0;          ///< first cycle with bits
  Cycle end = 0;            ///< the cycle after the last one
  std::int64_t value = 0;   ///< the value of a word
  std::vector<Task> tasks;  ///< those of a transfer, the first one first
  std::int64_t bits = 0;
  std::vector<std::uint64_t> payload;

  // These three are known as a whole when they start; of the fourth the payload is still to come.

  static Passage of_word(Cycle start, const RtlLink& link, std::int64_t value, std::int64_t bits);
  /// The `count` oldest tasks of `queue`, which stay in it, of `bits` each.
  static Passage of_tasks(Cycle start, const RtlLink& link, const TaskQueue& queue,
                          std::int64_t count, std::int64_t bits);
  static Passage of_status(Cycle start, const RtlLink& link);
  static Passage awaited(Message::Kind kind, Cycle start, const RtlLink& link, std::int64_t bits);

  bool has_bits(Cycle cycle) const { return cycle >= valid && cycle < end; }

  // A transfer's tasks follow each other. As `cycle` begins:
  /// how many have left their queue: each does as its bits, or the set-up before them, begin;
  std::int64_t begun(Cycle cycle) const {
    if (tasks.empty() || cycle < start) return 0;
    if (cycle >= end) return count();
    return cycle < valid || count() == 1 ? 1 : 1 + (cycle - valid) / of_each();
  }
  /// of how many all bits have been on the line.
  std::int64_t ended(Cycle cycle) const {
    if (cycle >= end) return count();
    return cycle < valid || count() < 2 ? 0 : (cycle - valid) / of_each();
  }
  /// The task whose last bits are on the line in `cycle`; null if there is none.
  const Task* ends(Cycle cycle) const {
    if (!has_bits(cycle) || tasks.empty()) return nullptr;
    if (cycle + 1 == end) return &tasks.back();
    const bool one_ends = count() > 1 && (cycle + 1 - valid) % of_each() == 0;
    return one_ends ? &tasks[static_cast<std::size_t>(ended(cycle + 1) - 1)] : nullptr;
  }

  /// Writes the lanes of the beat that is on the line in `cycle` to bit `offset` of `line`, whose
  /// bits there must be 0.
  void put_beat(Cycle cycle, const RtlLink& link, std::uint64_t* line, std::size_t offset) const;
  /// Reads the lanes from there into the payload, in the last cycle of the beat.
  void take_beat(Cycle cycle, const RtlLink& link, const std::uint64_t* line, std::size_t offset);

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(tasks.size()); }
  Cycle of_each() const { return (end - valid) / count(); }
};

}  // namespace isobar
