// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/workloads/parted_tasks.h"

namespace isobar {

Iterations::Iterations(TaskSet tasks, IterationsSetting setting) : setting_(std::move(setting)) {
  for (auto& of_pe : tasks) {
    loads_.push_back(static_cast<Load>(of_pe.size()));
    for (auto& card : of_pe) {
      const TaskNumber number = tasks_.size();
      card.number = number;
      alive_.add(number);
      Persistent task{std::move(card)};
      if (!setting_.work.empty()) task.in_turn = std::move(setting_.work.at(number));
      if (!task.in_turn.empty()) task.card.work = task.in_turn.front();
      tasks_.emplace(number, std::move(task));
    }
  }
  for (std::size_t node = 0; node < loads_.size(); ++node) next_.push_back(tasks_.size() + node);
  std::int64_t ties = 0;
  for (TaskNumber number = 0; number < tasks_.size(); ++number) {
    for (const auto& tie : tasks_.at(number).card.ties) {
      ++ties;
      face_ += tie.bytes;
      if (tie.with < tasks_.size()) continue;
      throw ValueError(fmt::format("task {} talks to task {}, which there is not; there are {}",
                                   number, tie.with, tasks_.size()));
    }
  }
  if (ties > 0) face_ /= ties;
}

std::vector<Load> Iterations::initial_loads() const { return loads_; }

std::int64_t Iterations::work_repeats_after() const {
  const auto first = tasks_.find(0);
  const bool is_in_turn = first != tasks_.end() && !first->second.in_turn.empty();
  return is_in_turn ? static_cast<std::int64_t>(first->second.in_turn.size()) : 1;
}

std::int64_t Iterations::finish(TaskId task) {
  const auto number = alive_.take(task);
  auto& one = tasks_.at(number);
  one.card.work = one.now();
  if (++one.done == setting_.iterations) return 0;
  alive_.add(number);
  return 1;
}

std::vector<TaskNumber> Iterations::divide(TaskId task, std::size_t parts, Node node) {
  const auto whole = of(task);
  std::vector<TaskNumber> numbers = {whole.card.number};
  for (; numbers.size() < parts; next_[node] += next_.size()) numbers.push_back(next_[node]);
  std::size_t part = 0;
  for (auto& card : divided(whole.card, numbers, node, face_)) {
    const auto number = card.number;
    if (number != whole.card.number) alive_.add(number);
    auto in_turn = whole.in_turn;
    for (auto& work : in_turn) work = std::max<Cycle>(1, part_of(work, part, parts));
    tasks_[number] = {std::move(card), whole.done, std::move(in_turn)};
    ++part;
  }
  return numbers;
}

void Iterations::merge(TaskId task, TaskId other) {
  auto& into = of(task);
  const auto& gone = of(other);
  into.card = merged(into.card, gone.card);
  for (std::size_t i = 0; i < into.in_turn.size(); ++i) into.in_turn[i] += gone.in_turn[i];
  tasks_.erase(alive_.take(other));
}

namespace {

void connect(std::vector<TaskCard*>& all, const std::vector<Node>& homes, std::size_t a,
             std::size_t b, std::int64_t bytes) {
  const auto knows = [&](std::size_t one, std::size_t other) {
    const auto& ties = all[one]->ties;
    return std::any_of(ties.begin(), ties.end(), [&](const TaskTie& t) { return t.with == other; });
  };
  if (a == b || knows(a, b)) return;
  all[a]->ties.push_back({b, homes[b], bytes, bytes});
  all[b]->ties.push_back({a, homes[a], bytes, bytes});
}

}  // namespace

void tie_tasks(TaskSet& tasks, TaskTies ties, std::int64_t bytes, Random& random) {
  std::vector<TaskCard*> all;
  std::vector<Node> homes;
  for (std::size_t node = 0; node < tasks.size(); ++node) {
    for (auto& card : tasks[node]) {
      all.push_back(&card);
      homes.push_back(static_cast<Node>(node));
    }
  }
  const auto count = all.size();
  if (count < 2 || ties == TaskTies::none) return;
  const auto join = [&](std::size_t a, std::size_t b) { connect(all, homes, a, b, bytes); };
  const auto width = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count))));
  boost::random::uniform_int_distribution<std::size_t> any(0, count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (ties == TaskTies::ring) join(i, (i + 1) % count);
    if (ties == TaskTies::random) {
      join(i, any(random));
      join(i, any(random));
    }
    if (ties != TaskTies::grid) continue;
    if ((i + 1) % width != 0 && i + 1 < count) join(i, i + 1);
    if (i + width < count) join(i, i + width);
  }
}

namespace {

enum class Start : std::uint8_t { even, first };

const auto n_parameter = parameter("n", "iterations").range(1, 1e9).whole(20);
const auto tasks_parameter = parameter("tasks", "tasks a PE").range(1, 1e6).whole(16);
const auto start_parameter =
    parameter("start", "as many on every PE, or all on PE 0")
        .one_of<Start>({{"even", Start::even}, {"first", Start::first}}, Start::even);
const auto work_min_parameter = parameter("work_min", "least work of a task, at speed 1")
                                    .formerly("wl")
                                    .range(1, 1e12, "cycles")
                                    .whole(1000);
const auto work_max_parameter = parameter("work_max", "greatest work of a task")
                                    .formerly("wh")
                                    .range(1, 1e12, "cycles")
                                    .whole(10'000);
const auto bytes_parameter =
    parameter("bytes", "that are sent when a task moves").range(1, 1e9, "bytes").whole(1024);
const auto ties_parameter = parameter("ties", "which tasks send to each other in every iteration")
                                .one_of<TaskTies>({{"none", TaskTies::none},
                                                   {"ring", TaskTies::ring},
                                                   {"grid", TaskTies::grid},
                                                   {"random", TaskTies::random}},
                                                  TaskTies::none);
const auto tie_bytes_parameter =
    parameter("tie_bytes", "that a tie carries in each direction in an iteration")
        .formerly("talk")
        .range(0, 1e9, "bytes")
        .whole(64);
const auto overhead_parameter =
    parameter("overhead", "of an iteration on every PE besides its tasks")
        .range(0, 1e12, "cycles")
        .whole(0);

std::unique_ptr<Application> make(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  const auto least = values.get(work_min_parameter);
  const auto most = values.get(work_max_parameter);
  const auto tasks_a_pe = values.get(tasks_parameter);
  if (least > most)
    throw ValueError(fmt::format("iterations: work_min={} is above work_max={}", least, most));
  auto random = random_stream(setting.seed, "iterations");
  TaskSet tasks(setting.nodes);
  const bool on_first = values.get(start_parameter) == Start::first;
  const auto count = static_cast<std::int64_t>(setting.nodes) * tasks_a_pe;
  for (std::int64_t i = 0; i < count; ++i) {
    TaskCard card;
    card.work = boost::random::uniform_int_distribution<Cycle>(least, most)(random);
    card.bytes = values.get(bytes_parameter);
    tasks[on_first ? 0 : static_cast<std::size_t>(i / tasks_a_pe)].push_back(std::move(card));
  }
  tie_tasks(tasks, values.get(ties_parameter), values.get(tie_bytes_parameter), random);
  return std::make_unique<Iterations>(
      std::move(tasks),
      IterationsSetting{values.get(n_parameter), values.get(overhead_parameter), {}, {}, {}});
}

const RegisterApplication registered(
    {"iterations",
     "persistent tasks of unequal work, each worked on once an iteration",
     "Watts, Rieffel and Taylor 1998, Results",
     {n_parameter, tasks_parameter, start_parameter, work_min_parameter, work_max_parameter,
      bytes_parameter, ties_parameter, tie_bytes_parameter, overhead_parameter},
     false,
     make});

}  // namespace
}  // namespace isobar
