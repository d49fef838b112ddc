// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lbdatafile_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include "sim/input/input_file.h"

namespace isobar {
namespace {

using Blocks = std::map<std::uint64_t, SharedBlock>;

Blocks blocks_of(const LbSet& set, Node pes, const LbEntities& entities) {
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  Blocks blocks;
  for (const auto& entity : entities.all()) {
    const auto& memory = entity.task->memory;
    if (!memory || !memory->block) continue;
    const auto home = memory->home.value_or(entity.rank);
    if (home >= pe_of.size()) {
      fail_at(set.ranks[entity.rank].file,
              fmt::format("home_rank of shared_id {} is {}; ranks go from 0 to {}", *memory->block,
                          home, pe_of.size() - 1));
    }
    const SharedBlock first{*memory->block, 0, 0, pe_of[home]};
    auto& block = blocks.emplace(first.id, first).first->second;
    block.bytes = std::max(block.bytes, memory->block_bytes);
    ++block.tasks;
  }
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

/// Bytes that the ranks of each PE need besides their tasks.
std::vector<std::int64_t> besides(const LbSet& set, Node pes, const LbEntities& entities) {
  std::vector<std::int64_t> by_rank(set.ranks.size(), 0);
  for (const auto& entity : entities.all()) {
    auto& bytes = by_rank[entity.rank];
    if (entity.task->memory) bytes = std::max(bytes, entity.task->memory->rank_working);
  }
  const auto pe_of = pes_of_ranks(set.ranks.size(), pes);
  std::vector<std::int64_t> by_pe(pes, 0);
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) by_pe[pe_of[rank]] += by_rank[rank];
  return by_pe;
}

}  // namespace

void place_memory(const LbSet& set, Node pes, const LbEntities& entities,
                  std::vector<TaskCard>& cards, LbTasks& read) {
  const auto& all = entities.all();
  const auto says = [](const LbEntity& entity) { return entity.task->memory.has_value(); };
  const auto silent =
      all.size() - static_cast<std::size_t>(std::count_if(all.begin(), all.end(), says));
  if (silent == all.size()) return;
  const auto blocks = blocks_of(set, pes, entities);
  for (std::size_t i = 0; i < cards.size(); ++i) cards[i].memory = memory_of(*all[i].task, blocks);
  read.memory_besides = besides(set, pes, entities);
  const auto sends = [](const LbEntity& entity) { return entity.task->bytes.has_value(); };
  if (std::any_of(all.begin(), all.end(), sends)) {
    read.notes.push_back(
        "task_serialized_bytes of the LBDatafiles go over the links when a task moves and are not "
        "counted as memory");
  }
  if (silent > 0) {
    read.notes.push_back(fmt::format(
        "{} tasks of the LBDatafiles say nothing of their memory and are counted as taking none",
        silent));
  }
}

}  // namespace isobar
