// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/parting.h"

#include <algorithm>

#include "models/workloads/parted_tasks.h"

namespace isobar {

void Parting::begin(std::int64_t since) {
  since_ = since;
  became_.clear();
}

void Parting::divide(LastingTasks& tasks, Directory& directory, TaskNumber task, std::size_t parts,
                     Out& out) {
  const auto ties = tasks.card(task).ties;
  const auto divided = tasks.divide(task, parts);
  for (const auto part : divided) directory.arrives(part, since_);
  tell(tasks, directory, ties, {0, task, divided[1], parts}, out);
  became_[task] = divided;
}

void Parting::merge(LastingTasks& tasks, Directory& directory, TaskNumber task, TaskNumber other,
                    Out& out) {
  auto ties = tasks.card(other).ties;
  tasks.merge(task, other);
  const auto within = [&](const TaskTie& tie) { return tie.with == task; };
  ties.erase(std::remove_if(ties.begin(), ties.end(), within), ties.end());
  tell(tasks, directory, ties, {0, other, task, 0}, out);
  became_[other] = {task};
}

/// Who talks to the task: those that are here at once.
void Parting::tell(LastingTasks& tasks, const Directory& directory,
                   const std::vector<TaskTie>& ties, const PartNews& news, Out& out) {
  for (const auto& tie : ties) {
    auto told = news;
    told.to = tie.with;
    const Node there = directory.of(tie.with);
    if (there == self_) {
      retie(tasks, tie.with, told);
    } else {
      out.emplace_back(there, told);
    }
  }
}

void Parting::hear(LastingTasks& tasks, Directory& directory, Node from, const PartNews& news) {
  if (news.parts == 0) {
    directory.set(news.other, from, since_);
  } else {
    for (const auto part : numbers(news)) directory.set(part, from, since_);
  }
  const auto became = became_.find(news.to);
  if (became == became_.end()) {
    retie(tasks, news.to, news);
  } else {
    for (const auto task : became->second) retie(tasks, task, news);
  }
}

void Parting::retie(LastingTasks& tasks, TaskNumber task, const PartNews& news) const {
  auto ties = tasks.card(task).ties;
  if (news.parts == 0) {
    tie_whole(ties, news.task, news.other);
  } else {
    tie_parts(ties, numbers(news));
  }
  tasks.retie(task, std::move(ties));
}

std::vector<TaskNumber> Parting::numbers(const PartNews& news) const {
  std::vector<TaskNumber> all = {news.task};
  for (auto next = news.other; all.size() < news.parts; next += pes_) all.push_back(next);
  return all;
}

}  // namespace isobar
