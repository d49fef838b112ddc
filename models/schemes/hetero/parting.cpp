// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/parting.h"

#include <algorithm>

#include "models/workloads/parted_tasks.h"

namespace isobar {

void Parting::begin(std::int64_t since) {
  since_ = since;
  became_.clear();
}

void Parting::divide(PersistentTasks& tasks, Directory& directory, TaskNumber task,
                     std::size_t parts, Out& out) {
  const auto divided = tasks.divide(task, parts);
  for (const auto part : divided) directory.arrives(part, since_);
  for (const auto part : divided) {
    if (part == task) continue;
    const auto ties = tasks.card(part).ties;
    for (const auto& tie : ties) {
      const bool is_sibling = std::find(divided.begin(), divided.end(), tie.with) != divided.end();
      if (!is_sibling) tell(tasks, directory, {tie.with, task, part}, out);
    }
  }
  became_[task] = divided;
}

void Parting::merge(PersistentTasks& tasks, Directory& directory, TaskNumber task, TaskNumber other,
                    Out& out) {
  const auto ties = tasks.card(other).ties;
  tasks.merge(task, other);
  for (const auto& tie : ties) {
    if (tie.with != task) tell(tasks, directory, {tie.with, other, task}, out);
  }
  became_[other] = {task};
}

/// Whoever is here knows at once.
void Parting::tell(PersistentTasks& tasks, const Directory& directory, const PartNews& news,
                   Out& out) const {
  const Node there = directory.of(news.to);
  if (there == self_) {
    retie(tasks, news);
  } else {
    out.emplace_back(there, news);
  }
}

void Parting::hear(PersistentTasks& tasks, Directory& directory, Node from, const PartNews& news) {
  directory.set(news.now, from, since_);
  const auto became = became_.find(news.to);
  if (became == became_.end()) {
    retie(tasks, news);
  } else {
    for (const auto task : became->second) retie(tasks, {task, news.task, news.now});
  }
}

void Parting::retie(PersistentTasks& tasks, const PartNews& news) {
  auto ties = tasks.card(news.to).ties;
  rename_tie(ties, news.task, news.now);
  tasks.retie(news.to, std::move(ties));
}

}  // namespace isobar
