// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/combinations.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace isobar {

Selection Combinations::tasks(const Entry& entry) const {
  Selection chosen;
  for (auto at = entry.tasks; at != nothing; at = links_[at].rest)
    chosen.push_back(links_[at].task);
  return chosen;
}

Combinations::Entries Combinations::extended(double load, double value, double most) const {
  Entries with;
  for (const auto& entry : entries_) {
    if (entry.load + load > most) break;
    with.push_back({entry.load + load, entry.value + value, entry.tasks, true});
  }
  Entries all;
  all.reserve(entries_.size() + with.size());
  std::merge(entries_.begin(), entries_.end(), with.begin(), with.end(), std::back_inserter(all),
             [](const Entry& a, const Entry& b) {
               return a.load != b.load ? a.load < b.load : a.value > b.value;
             });
  // The last one left of those before has the most value.
  auto left = all.begin();
  for (auto entry = std::next(left); entry != all.end(); ++entry) {
    if (entry->value > left->value) *++left = *entry;
  }
  all.erase(std::next(left), all.end());
  return all;
}

void Combinations::keep(Entries entries, std::size_t task) {
  for (auto& entry : entries) {
    if (!entry.is_new) continue;
    links_.push_back({entry.tasks, static_cast<std::uint32_t>(task)});
    entry.tasks = static_cast<std::uint32_t>(links_.size() - 1);
    entry.is_new = false;
  }
  entries_ = std::move(entries);
}

}  // namespace isobar
