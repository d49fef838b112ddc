// SPDX-License-Identifier: Apache-2.0
#include "models/steps/task_queues.h"

#include <algorithm>

#include "models/experiment/credits.h"
#include "models/link/announce_tasks.h"
#include "models/schemes/contract/phase_rules.h"

namespace isobar {

/// A PE's queue as its executor sees it: with the load that it had when the cycle began.
class TaskQueues::Side final : public QueueSide {
 public:
  Side(TaskQueues& tasks, Node node)
      : tasks_(tasks),
        node_(node),
        load_(tasks.load(node) + (tasks.deciding() ? tasks.pes_[node].departing : 0)) {}

  bool empty() override { return load_ == 0; }
  bool full() override {
    return is_full_for_executor(tasks_.experiment_.queue_depth, load_, tasks_.pes_[node_].granted);
  }
  std::optional<Task> fetch() override { return tasks_.fetch(node_); }
  bool accept(Task task) override { return tasks_.accept(node_, task); }

 private:
  TaskQueues& tasks_;
  Node node_;
  Load load_;
};

TaskQueues::TaskQueues(Meter& meter, const Experiment& experiment, Observer* observer,
                       ApplicationRun& run)
    : meter_(meter),
      experiment_(experiment),
      observer_(observer),
      setting_{experiment, &run, observer, ActsAt::cycle_end, false},
      degree_(experiment.fabric.degree()) {
  TaskId id = 0;
  pes_.reserve(experiment.fabric.pes());
  for (Node node = 0; node < experiment.fabric.pes(); ++node) {
    auto& pe = pes_.emplace_back(PeTasks{{}, 0, 0, Executors(setting_, node)});
    for (Load i = 0; i < experiment.loads[node]; ++i) pe.queue.push({id++});
    calendar_.put(0, node);
  }
}

void TaskQueues::pass(Cycle to) {
  for (Cycle next = calendar_.next(); next < to; next = calendar_.next()) {
    now_ = next;
    std::optional<Node> last;
    for (const Node node : calendar_.take(now_)) {
      if (std::exchange(last, node) == node) continue;  // a second look would see a later queue
      auto& executors = pes_[node].executors;
      Side side(*this, node);
      const Executors::Surroundings here{now_, side};
      if (const auto next = executors.run(here)) calendar_.put(*next, node);
    }
  }
}

std::optional<Task> TaskQueues::fetch(Node node) {
  std::optional<Task> task;
  if (!deciding()) task = take(pes_[node].queue, experiment_.fetch);
  if (observer_ != nullptr) {
    observer_->task_fetched(now_, node, task ? std::optional(task->id) : std::nullopt);
  }
  if (task) changed(node, -1);
  return task;
}

bool TaskQueues::accept(Node node, Task task) {
  const bool accepted = now_ != landing_;
  if (observer_ != nullptr) observer_->task_offered(now_, node, task.id, accepted);
  if (!accepted) return false;
  pes_[node].queue.push(task);
  changed(node, 1);
  return true;
}

void TaskQueues::changed(Node node, Load by) {
  meter_.changed(node, by);
  if (deciding() && now_ + 1 < departure_) {
    load_changes(now_ + 1, node, load(node) + pes_[node].departing);
    load_changes(departure_, node, load(node));
  } else {
    load_changes(now_ + 1, node, load(node));
  }
}

void TaskQueues::load_changes(Cycle from, Node node, Load load) {
  meter_.load_changes(from, node, load);
  if (observer_ != nullptr) observer_->load_changes(from, node, load);
}

void TaskQueues::grant(const std::vector<Load>& granted) {
  for (Node node = 0; node < pes_.size(); ++node) pes_[node].granted = granted[node];
  granted_ = true;
}

void TaskQueues::leave(const Sending& move) {
  auto& pe = pes_[move.node];
  for (std::int64_t i = 0; i < move.tasks; ++i) flight_.push_back(pe.queue.pop());
  pe.departing += move.tasks;
}

void TaskQueues::announce(const Sending& move, Cycle begin, Cycle serial,
                          Observer& observer) const {
  const auto* first = flight_.data() + flight_.size() - move.tasks;
  announce_tasks(observer, first, move.tasks, move.slot, begin, serial);
}

void TaskQueues::decided(Cycle decision, const Slot& slot) {
  decision_ = decision;
  departure_ = decision + slot.decision;
  landing_.reset();
  if (slot.transfers > 0) landing_ = departure_ + slot.transfers + slot.barrier - 1;
}

void TaskQueues::land(const Phase& phase, const std::vector<Sending>& moves, Cycle now) {
  const auto& ports = phase.receives;
  landings_.clear();
  std::size_t first = 0;
  for (const auto& move : moves) {
    pes_[move.node].departing = 0;
    const auto port = std::find(ports.begin(), ports.end(), move.input % degree_);
    const auto place =
        move.input / degree_ * degree_ + static_cast<std::size_t>(port - ports.begin());
    landings_.push_back({place, first, &move});
    first += static_cast<std::size_t>(move.tasks);
  }
  if (ports.size() > 1) {
    std::sort(landings_.begin(), landings_.end(),
              [](const Landing& a, const Landing& b) { return a.place < b.place; });
  }
  for (const auto& [place, at, move] : landings_) {
    const auto node = static_cast<Node>(place / degree_);
    auto& pe = pes_[node];
    for (std::size_t i = 0; i < static_cast<std::size_t>(move->tasks); ++i) {
      pe.queue.push(flight_[at + i]);
    }
    PhaseRules::room(node, load(node), experiment_.queue_depth);
    load_changes(now, node, load(node));
    if (pe.executors.landed()) calendar_.put(now, node);
  }
  flight_.clear();
  if (!std::exchange(granted_, false)) return;
  for (auto& pe : pes_) pe.granted = 0;
}

std::vector<ExecutorCounters> TaskQueues::executor_counters(Cycle end) const {
  std::vector<ExecutorCounters> counters;
  for (const auto& pe : pes_) counters.push_back(pe.executors.counters(end));
  return counters;
}

std::vector<std::vector<Task>> TaskQueues::list() const {
  std::vector<std::vector<Task>> lists;
  for (const auto& pe : pes_) {
    auto& list = lists.emplace_back();
    pe.queue.list(list);
    pe.executors.list(list);
  }
  return lists;
}

}  // namespace isobar
