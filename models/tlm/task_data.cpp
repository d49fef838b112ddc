// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/task_data.h"

#include <utility>

namespace isobar {

TaskData::TaskData(std::int64_t bits, std::uint64_t first)
    : bits_(bits), words_(static_cast<std::size_t>((bits + 63) / 64)), first_(first) {}

void TaskData::reset() {
  kept_.clear();
  next_ = first_;
}

std::uint64_t TaskData::last_mask() const {
  const auto used = bits_ % 64;
  return used == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
}

bool TaskData::fits(const Words& words) const {
  return words.size() == words_ && (words.back() & ~last_mask()) == 0;
}

void TaskData::keep(Words words) { kept_.emplace(next_++, std::move(words)); }

TaskData::Words TaskData::take(Task task) {
  const auto found = kept_.find(task.id);
  if (found != kept_.end()) {
    auto words = std::move(found->second);
    kept_.erase(found);
    return words;
  }
  Words words(words_, 0);
  words[0] = task.id;
  words.back() &= last_mask();
  return words;
}

}  // namespace isobar
