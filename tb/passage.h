// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/link/link.h"
#include "models/link/task.h"

namespace isobar {

/// Computes the bits of a task on a link, all of which follow from its identity, so that a fault in
/// any lane can be seen. If there are more than 32 bits, the low 32 are the identity itself.
void task_payload(const Task& task, std::int64_t bits, std::vector<std::uint64_t>& words);

/// A message under way over a link, which is known as a whole when it starts.
struct Passage {
  Message::Kind kind = Message::Kind::none;
  Cycle start = 0;         ///< first busy cycle, set-up included
  Cycle valid = 0;         ///< first cycle with bits
  Cycle end = 0;           ///< the cycle after the last one
  std::int64_t value = 0;  ///< the value of a word
  Task task;               ///< the task of a transfer
  std::int64_t bits = 0;
  std::vector<std::uint64_t> payload;

  static Passage of_word(Cycle start, const RtlLink& link, std::int64_t value, std::int64_t bits);
  static Passage of_task(Cycle start, const RtlLink& link, const Task& task, std::int64_t bits);

  bool has_bits(Cycle cycle) const { return cycle >= valid && cycle < end; }
  /// Writes the lanes of the beat that is on the line in `cycle` to bit `offset` of `line`, whose
  /// bits there must be 0.
  void put_beat(Cycle cycle, const RtlLink& link, std::uint64_t* line, std::size_t offset) const;
};

}  // namespace isobar
