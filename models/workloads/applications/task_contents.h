// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>

#include "models/errors.h"
#include "models/workloads/application.h"

namespace isobar {

/// What the tasks of an application carry that have come to be and are not yet finished, by
/// identity: the order in which they are added.
template <typename Content>
class TaskContents {
 public:
  void add(Content content) { waiting_.emplace(next_++, std::move(content)); }
  /// What a task carries that has been added and not taken. Throws ModelError for any other.
  Content& at(TaskId task) { return found(*this, task)->second; }
  const Content& at(TaskId task) const { return found(*this, task)->second; }
  /// The same, for the last time: it is removed.
  Content take(TaskId task) {
    const auto place = found(*this, task);
    Content content = std::move(place->second);
    waiting_.erase(place);
    return content;
  }
  std::size_t size() const { return waiting_.size(); }

 private:
  template <class Self>
  static auto found(Self& self, TaskId task) {
    const auto place = self.waiting_.find(task);
    if (place == self.waiting_.end()) throw ModelError("no task of this identity waits");
    return place;
  }

  std::unordered_map<TaskId, Content> waiting_;
  TaskId next_ = 0;
};

}  // namespace isobar
