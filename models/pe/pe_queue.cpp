// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe_queue.h"

namespace isobar {

PeQueue::PeQueue(Node node, const RunSide& run, TaskId first_task) : node_(node), run_(run) {
  for (Load i = 0; i < run.experiment().loads[node]; ++i) {
    tasks_.push({first_task + static_cast<TaskId>(i)});
  }
  run_.watch_load(node, load());
}

std::optional<Task> PeQueue::fetch_if(bool allowed) {
  std::optional<Task> task;
  if (allowed && !tasks_.empty()) task = take(tasks_, run_.experiment().fetch);
  run_.task_fetched(node_, task);
  if (!task) return std::nullopt;
  ++fetched_;
  changed_by_executor();
  return task;
}

bool PeQueue::accept_if(bool allowed, Task task) {
  const bool accepted = allowed && !full();
  run_.task_offered(node_, task, accepted);
  if (!accepted) return false;
  tasks_.push(task);
  ++accepted_;
  changed_by_executor();
  return true;
}

bool PeQueue::land(const std::vector<Task>& tasks) {
  const auto count = static_cast<Load>(tasks.size());
  if (!has_room(count)) return false;
  for (const Task task : tasks) tasks_.push(task);
  run_.tasks_landed(count);
  changed();
  return true;
}

void PeQueue::changed_by_executor() {
  changed();
  if (!news_) news_ = run_.now();
}

void PeQueue::changed() { run_.load_changes(node_, load()); }

}  // namespace isobar
