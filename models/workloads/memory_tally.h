// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>

#include "models/workloads/task_card.h"

namespace isobar {

/// How many bytes tasks take of one PE's memory: the footprint of each, each shared block once,
/// and the working bytes of the one that needs most, because a PE works on one task at a time
/// (the memory model of DARMA-tasking's LB-analysis-framework).
class MemoryTally {
 public:
  MemoryTally() = default;
  /// What tasks take besides what is there: these blocks, and so many working bytes.
  MemoryTally(std::set<std::uint64_t> blocks, std::int64_t working)
      : blocks_(std::move(blocks)), working_(working) {}

  void add(const TaskCard& card);
  /// By how many bytes `add` would raise `bytes`.
  std::int64_t more_with(const TaskCard& card) const;

  std::int64_t bytes() const { return settled_ + added_working_; }
  /// Footprints and blocks: what a move carries from one memory to the other.
  std::int64_t settled() const { return settled_; }
  const std::set<std::uint64_t>& blocks() const { return blocks_; }
  /// The most working bytes of a task.
  std::int64_t working() const { return working_; }

 private:
  std::int64_t settled_ = 0;
  std::int64_t added_working_ = 0;  ///< beyond those that were there
  std::set<std::uint64_t> blocks_;
  std::int64_t working_ = 0;
};

/// What the task adds to a memory in the mean: its footprint, and its part of the blocks that it
/// shares.
double memory_share(const TaskCard& card);

/// Whether what the task takes of a memory depends on which tasks are there besides.
bool depends_on_others(const TaskCard& card);

}  // namespace isobar
