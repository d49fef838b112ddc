// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/memory_tally.h"

#include <algorithm>

namespace isobar {

void MemoryTally::add(const TaskCard& card) {
  if (!card.memory) {
    settled_ += card.bytes;
    return;
  }
  settled_ += card.memory->footprint;
  for (const auto& block : card.memory->blocks) {
    if (blocks_.insert(block.id).second) settled_ += block.bytes;
  }
  const auto more = card.memory->working - working_;
  if (more <= 0) return;
  added_working_ += more;
  working_ += more;
}

std::int64_t MemoryTally::more_with(const TaskCard& card) const {
  if (!card.memory) return card.bytes;
  auto more = card.memory->footprint + std::max<std::int64_t>(0, card.memory->working - working_);
  for (const auto& block : card.memory->blocks) {
    if (blocks_.count(block.id) == 0) more += block.bytes;
  }
  return more;
}

double memory_share(const TaskCard& card) {
  if (!card.memory) return static_cast<double>(card.bytes);
  auto share = static_cast<double>(card.memory->footprint);
  for (const auto& block : card.memory->blocks) {
    share += static_cast<double>(block.bytes) / static_cast<double>(block.tasks);
  }
  return share;
}

bool depends_on_others(const TaskCard& card) {
  return card.memory && (card.memory->working > 0 || !card.memory->blocks.empty());
}

}  // namespace isobar
