// SPDX-License-Identifier: Apache-2.0
#include "models/pe/agent_side.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <utility>
#include <vector>

namespace isobar {

void AgentPeParts::left(Load tasks) {
  run.tasks_left(tasks);
  queue.changed();
}

void AgentSide::send_words(Node first, Node count, const AgentWord& word) {
  if (has_broadcast()) {
    pe_.departures.send_words(first, count, word);
  } else {
    AgentPe::send_words(first, count, word);
  }
}

Load AgentSide::send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd end) {
  const auto& e = pe_.run.experiment();
  const Load sent = std::min(tasks, load());
  if (sent <= 0) return 0;
  const Load most = e.balancer.tasks_per_message > 0 ? e.balancer.tasks_per_message : sent;
  boost::container::small_vector<std::pair<Node, Load>, 1> stops;  // what goes to one after another
  for (Load left = sent; left > 0;) {
    const Load count = std::min(left, most);
    std::vector<Task> some;
    some.reserve(static_cast<std::size_t>(count));
    for (Load i = 0; i < count; ++i) some.push_back(take(pe_.queue.change(), end));
    const Node stop = pe_.departures.send_tasks(to, std::move(some), note, count * e.task_bits);
    if (stops.empty() || stops.back().first != stop) stops.emplace_back(stop, 0);
    stops.back().second += count;
    left -= count;
  }
  pe_.left(sent);
  for (const auto& [stop, count] : stops) pe_.go(stop, count);
  return sent;
}

}  // namespace isobar
