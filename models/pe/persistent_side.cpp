// SPDX-License-Identifier: Apache-2.0
#include "models/pe/persistent_side.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/measure/work_meter.h"

namespace isobar {

double PersistentSide::rated_speed() const {
  return boost::rational_cast<double>(pe_.run.experiment().capacity(pe_.node));
}

Cycle PersistentSide::worked() const {
  return shared_out(pe_.executors.counters(pe_.run.now()).work, executors());
}

std::vector<const TaskCard*> PersistentSide::cards() const {
  std::vector<const TaskCard*> all;
  const auto& tasks = pe_.queue.tasks();
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    all.push_back(&application().card(tasks[i].id));
  }
  return all;
}

const TaskCard& PersistentSide::card(TaskNumber number) const {
  return application().card(identity_of(number));
}

Load PersistentSide::spare_places() const {
  const auto& e = pe_.run.experiment();
  const auto tasks = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  return std::max<Load>(0, e.queue_depth - 1 - tasks) / e.fabric.pes();
}

std::int64_t PersistentSide::memory() const {
  const auto& memories = pe_.run.experiment().memories;
  return memories.empty() ? no_bound : memories[pe_.node];
}

void PersistentSide::send_task(Node to, TaskNumber number) {
  const auto place = place_of(number);
  const auto bytes = application().card(pe_.queue.tasks()[place].id).bytes;
  const Node stop =
      pe_.departures.send_tasks(to, {pe_.queue.change().take(place)}, 0, bits_of_byte * bytes);
  pe_.left(1);
  pe_.go(stop, 1);
}

std::vector<TaskNumber> PersistentSide::divide(TaskNumber number, std::size_t parts) {
  const auto divided = application().divide(identity_of(number), parts, pe_.node);
  for (std::int64_t i = 0; i < divided.others.count; ++i) {
    pe_.queue.change().push({divided.others.first + static_cast<TaskId>(i)});
  }
  pe_.queue.changed();
  return divided.numbers;
}

void PersistentSide::merge(TaskNumber number, TaskNumber other) {
  const auto gone = pe_.queue.change().take(place_of(other));
  application().merge(identity_of(number), gone.id);
  pe_.queue.changed();
}

void PersistentSide::retie(TaskNumber number, std::vector<TaskTie> ties) {
  application().retie(identity_of(number), std::move(ties));
}

std::uint32_t PersistentSide::place_of(TaskNumber number) const {
  const auto& tasks = pe_.queue.tasks();
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    if (application().card(tasks[i].id).number == number) return i;
  }
  throw ModelError("an agent names a task that it does not hold");
}

}  // namespace isobar
