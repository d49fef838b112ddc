// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/parted_tasks.h"

#include <algorithm>

namespace isobar {
namespace {

auto tie_with(std::vector<TaskTie>& ties, TaskNumber other) {
  return std::find_if(ties.begin(), ties.end(),
                      [&](const TaskTie& tie) { return tie.with == other; });
}

/// Ties to one task are one.
void join(std::vector<TaskTie>& ties, const TaskTie& more) {
  const auto known = tie_with(ties, more.with);
  if (known == ties.end()) {
    ties.push_back(more);
  } else {
    known->bytes += more.bytes;
    known->back += more.back;
  }
}

TaskMemory memory_of(const TaskCard& card) {
  return card.memory.value_or(TaskMemory{card.bytes, 0, {}});
}

TaskMemory together(const TaskCard& card, const TaskCard& other) {
  auto memory = memory_of(card);
  const auto more = memory_of(other);
  memory.footprint += more.footprint;
  memory.working = std::max(memory.working, more.working);
  for (const auto& block : more.blocks) {
    const auto is_it = [&](const SharedBlock& known) { return known.id == block.id; };
    auto& blocks = memory.blocks;
    if (std::none_of(blocks.begin(), blocks.end(), is_it)) blocks.push_back(block);
  }
  return memory;
}

}  // namespace

std::vector<TaskCard> divided(const TaskCard& card, const std::vector<TaskNumber>& numbers,
                              Node home, std::int64_t face) {
  const auto parts = numbers.size();
  std::vector<TaskCard> all(parts, card);
  for (std::size_t n = 0; n < parts; ++n) {
    auto& part = all[n];
    part.number = numbers[n];
    part.work = part_of(card.work, n, parts);
    part.bytes = part_of(card.bytes, n, parts);
    if (part.memory) part.memory->footprint = part_of(card.memory->footprint, n, parts);
    part.ties.clear();
    if (card.ties.empty()) continue;
    for (const std::size_t next : {n - 1, n + 1}) {
      if (next >= parts) continue;
      part.ties.push_back({numbers[next], home, face, face});
    }
  }
  for (std::size_t i = 0; i < card.ties.size(); ++i) {
    all[i * parts / card.ties.size()].ties.push_back(card.ties[i]);
  }
  return all;
}

TaskCard merged(const TaskCard& card, const TaskCard& other) {
  auto one = card;
  one.work += other.work;
  one.bytes += other.bytes;
  if (one.memory || other.memory) one.memory = together(card, other);
  for (const auto& tie : other.ties) join(one.ties, tie);
  const auto within = [&](const TaskTie& tie) {
    return tie.with == card.number || tie.with == other.number;
  };
  one.ties.erase(std::remove_if(one.ties.begin(), one.ties.end(), within), one.ties.end());
  return one;
}

void rename_tie(std::vector<TaskTie>& ties, TaskNumber other, TaskNumber now) {
  const auto found = tie_with(ties, other);
  if (found == ties.end() || other == now) return;
  auto tie = *found;
  ties.erase(found);
  tie.with = now;
  join(ties, tie);
}

}  // namespace isobar
