// SPDX-License-Identifier: Apache-2.0
#include "models/pe/agent_side.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace isobar {

void PeParts::left(Node to, Load tasks) {
  run.tasks_left(tasks);
  queue.changed();
  run.decides(node, router->route_port(to), tasks);
}

Load AgentSide::send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd end) {
  const auto& e = pe_.run.experiment();
  const Load sent = std::min(tasks, load());
  const Load most = e.balancer.tasks_per_message > 0 ? e.balancer.tasks_per_message : sent;
  for (Load left = sent; left > 0;) {
    const Load count = std::min(left, most);
    std::vector<Task> some;
    for (Load i = 0; i < count; ++i) some.push_back(take(pe_.queue.change(), end));
    pe_.departures.send_tasks(to, std::move(some), note, count * e.task_bits);
    left -= count;
  }
  if (sent <= 0) return 0;
  pe_.left(to, sent);
  return sent;
}

}  // namespace isobar
