// SPDX-License-Identifier: Apache-2.0
#include "models/tlm/task_data.h"

#include <utility>

#include "models/packed_words.h"

namespace isobar {

TaskData::TaskData(std::int64_t bits, std::uint64_t first)
    : bits_(static_cast<std::size_t>(bits)), words_(words_for(bits_)), first_(first) {}

void TaskData::reset() {
  kept_.clear();
  next_ = first_;
}

bool TaskData::fits(const Words& words) const {
  return words.size() == words_ && (words.back() & ~last_mask(bits_)) == 0;
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
  words.back() &= last_mask(bits_);
  return words;
}

}  // namespace isobar
