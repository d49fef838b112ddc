// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "models/schemes/hetero/directory.h"
#include "models/schemes/lasting_tasks.h"

namespace isobar {

/// What the holder of task `to` is told of a task that it talks to: `task` has been divided into
/// `parts` ≥ 2, of which the others are `other`, `other` + N, … of N PEs; or, `parts` = 0, it has
/// become part of `other`.
struct PartNews {
  TaskNumber to = 0;
  TaskNumber task = 0;
  TaskNumber other = 0;
  std::size_t parts = 0;
};

/// One PE's tasks, divided and merged while all PEs do the same and none moves (Watts, Rieffel and
/// Taylor 1998, Granularity adjustment). A PE parts its own tasks before it hears what others did,
/// so that news names tasks as they were before; whoever holds such a task passes it to what the
/// task has become.
class Parting {
 public:
  using Out = std::vector<std::pair<Node, PartNews>>;

  Parting(Node self, Node pes) : self_(self), pes_(pes) {}

  /// To be called before the first of all that is done at a time; `since`: the last selection.
  void begin(std::int64_t since);
  void divide(LastingTasks& tasks, Directory& directory, TaskNumber task, std::size_t parts,
              Out& out);
  void merge(LastingTasks& tasks, Directory& directory, TaskNumber task, TaskNumber other,
             Out& out);
  void hear(LastingTasks& tasks, Directory& directory, Node from, const PartNews& news);

 private:
  void tell(LastingTasks& tasks, const Directory& directory, const std::vector<TaskTie>& ties,
            const PartNews& news, Out& out);
  void retie(LastingTasks& tasks, TaskNumber task, const PartNews& news) const;
  std::vector<TaskNumber> numbers(const PartNews& news) const;

  Node self_;
  Node pes_;
  std::int64_t since_ = 0;
  std::map<TaskNumber, std::vector<TaskNumber>> became_;  ///< its own tasks, this time
};

}  // namespace isobar
