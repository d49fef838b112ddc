// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"

namespace isobar {

/// News to the holder of task `to`: what was `task` is `now` as far as `to` talks to it, one
/// of the parts that it was divided into, or what it has become part of.
struct PartNews {
  TaskNumber to = 0;
  TaskNumber task = 0;
  TaskNumber now = 0;
};

/// One PE's tasks, divided and merged while all PEs do the same and none moves (Watts, Rieffel and
/// Taylor 1998, Granularity adjustment). A PE parts its own tasks before it hears what others did,
/// so that news names tasks as they were before; whoever holds such a task passes it to what the
/// task has become.
class Parting {
 public:
  using Out = std::vector<std::pair<Node, PartNews>>;

  explicit Parting(Node self) : self_(self) {}

  /// To be called before the first of all that is done at a time; `since`: the last selection.
  void begin(std::int64_t since);
  void divide(PersistentTasks& tasks, Directory& directory, TaskNumber task, std::size_t parts,
              Out& out);
  void merge(PersistentTasks& tasks, Directory& directory, TaskNumber task, TaskNumber other,
             Out& out);
  void hear(PersistentTasks& tasks, Directory& directory, Node from, const PartNews& news);

 private:
  static void retie(PersistentTasks& tasks, const PartNews& news);
  void tell(PersistentTasks& tasks, const Directory& directory, const PartNews& news,
            Out& out) const;

  Node self_;
  std::int64_t since_ = 0;
  std::map<TaskNumber, std::vector<TaskNumber>> became_;  ///< its own tasks, this time
};

}  // namespace isobar
