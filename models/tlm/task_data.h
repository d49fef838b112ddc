// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/link/task.h"

namespace isobar {

/// What the tasks of a fabric carry, by identity: `bits` bits in words of 64, the lowest first. The
/// fabric moves identities; data are put in at one socket and come out at another.
class TaskData {
 public:
  using Words = std::vector<std::uint64_t>;

  /// Identities below `first` are taken.
  TaskData(std::int64_t bits, std::uint64_t first);

  /// Words of a task.
  std::size_t words() const { return words_; }
  /// Whether the words have no bits beyond a task's.
  bool fits(const Words& words) const;
  /// The identity of the next task that is put.
  Task next() const { return {next_}; }
  /// The task `next()` is put, with these words.
  void keep(Words words);
  /// The words of a task that leaves the fabric. Those of a task that no socket put are its
  /// identity, as on the links of the RTL.
  Words take(Task task);
  /// Forgets all data, and names tasks from the first identity on again.
  void reset();

 private:
  std::size_t bits_;
  std::size_t words_;
  std::uint64_t first_;
  std::uint64_t next_ = first_;
  std::unordered_map<std::uint64_t, Words> kept_;
};

}  // namespace isobar
