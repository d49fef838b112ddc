// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/link/observer.h"
#include "models/link/task.h"

namespace isobar {

/// Announces the first `count` of `tasks`, which are all of a transfer: their bits share the
/// `serial` cycles from `begin` on, and each is announced for the first cycle that has bits of it
/// alone, or the last ones.
template <class Tasks>
void announce_tasks(Observer& observer, const Tasks& tasks, std::int64_t count, std::uint64_t link,
                    Cycle begin, Cycle serial) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Task& task = tasks[static_cast<std::uint32_t>(i)];
    observer.task_sent(link, begin + serial * i / count, task.id);
  }
}

}  // namespace isobar
