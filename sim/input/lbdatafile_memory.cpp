// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

namespace isobar {
namespace {

using Blocks = std::map<std::uint64_t, SharedBlock>;

/// Calls `see` with each rank and each of its tasks.
template <class See>
void for_each_task(const std::vector<LbRank>& set, See see) {
  for (std::size_t rank = 0; rank < set.size(); ++rank) {
    for (const auto& task : set[rank].phase.persistent_tasks) see(rank, task);
  }
}

Blocks blocks_of(const std::vector<LbRank>& set) {
  Blocks blocks;
  for_each_task(set, [&](std::size_t rank, const auto& task) {
    if (!task.memory || !task.memory->block) return;
    const auto home = static_cast<Node>(task.memory->home.value_or(rank));
    const auto id = *task.memory->block;
    auto& block = blocks.emplace(id, SharedBlock{id, 0, 0, home}).first->second;
    block.bytes = std::max(block.bytes, task.memory->block_bytes);
    ++block.tasks;
  });
  return blocks;
}

TaskMemory memory_of(const LbDatafile::PersistentTask& task, const Blocks& blocks) {
  TaskMemory memory;
  if (!task.memory) return memory;
  memory.footprint = task.memory->footprint;
  memory.working = task.memory->working;
  if (task.memory->block) memory.blocks.push_back(blocks.at(*task.memory->block));
  return memory;
}

}  // namespace

void place_memory(const std::vector<LbRank>& set, LbTasks& tasks) {
  bool is_said = false;
  std::int64_t silent = 0;
  bool sends = false;
  for_each_task(set, [&](std::size_t, const auto& task) {
    is_said = is_said || task.memory;
    sends = sends || task.bytes;
    if (!task.memory) ++silent;
  });
  if (!is_said) return;
  const auto blocks = blocks_of(set);
  tasks.memory_besides.assign(set.size(), 0);
  std::size_t place = 0;
  std::size_t before = 0;
  for_each_task(set, [&](std::size_t rank, const auto& task) {
    if (rank != before) place = 0;
    before = rank;
    tasks.tasks[rank][place++].memory = memory_of(task, blocks);
    auto& besides = tasks.memory_besides[rank];
    if (task.memory) besides = std::max(besides, task.memory->rank_working);
  });
  if (sends) {
    tasks.notes.push_back(
        "task_serialized_bytes of the LBDatafiles go over the links when a task moves and are not "
        "counted as memory");
  }
  if (silent > 0) {
    tasks.notes.push_back(fmt::format(
        "{} tasks of the LBDatafiles say nothing of their memory and are counted as taking none",
        silent));
  }
}

}  // namespace isobar
