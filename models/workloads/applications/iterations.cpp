// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/iterations.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/word_parameter.h"
#include "models/workloads/parted_tasks.h"

namespace isobar {

Iterations::Iterations(TaskSet tasks, std::int64_t iterations, Cycle overhead)
    : iterations_(iterations), overhead_(overhead) {
  for (auto& of_pe : tasks) {
    loads_.push_back(static_cast<Load>(of_pe.size()));
    for (auto& card : of_pe) {
      const TaskNumber number = tasks_.size();
      card.number = number;
      alive_.add(number);
      tasks_.emplace(number, Lasting{std::move(card)});
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

std::int64_t Iterations::finish(TaskId task) {
  const auto number = alive_.take(task);
  if (++tasks_.at(number).done == iterations_) return 0;
  alive_.add(number);
  return 1;
}

std::vector<TaskNumber> Iterations::divide(TaskId task, std::size_t parts, Node node) {
  const auto whole = of(task);
  std::vector<TaskNumber> numbers = {whole.card.number};
  for (; numbers.size() < parts; next_[node] += next_.size()) numbers.push_back(next_[node]);
  for (auto& card : divided(whole.card, numbers, node, face_)) {
    const auto number = card.number;
    if (number != whole.card.number) alive_.add(number);
    tasks_[number] = {std::move(card), whole.done};
  }
  return numbers;
}

void Iterations::merge(TaskId task, TaskId other) {
  auto& into = of(task).card;
  into = merged(into, of(other).card);
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

std::unique_ptr<Application> make(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  const auto whole = [&](const char* name) { return static_cast<std::int64_t>(values.at(name)); };
  const auto least = whole("wl");
  const auto most = whole("wh");
  if (least > most) throw ValueError(fmt::format("iterations: wl={} is above wh={}", least, most));
  auto random = random_stream(setting.seed, "iterations");
  TaskSet tasks(setting.nodes);
  const auto on_first = values.at("start") != 0;
  const auto count = static_cast<std::int64_t>(setting.nodes) * whole("tasks");
  for (std::int64_t i = 0; i < count; ++i) {
    TaskCard card;
    card.work = boost::random::uniform_int_distribution<Cycle>(least, most)(random);
    card.bytes = whole("bytes");
    tasks[on_first ? 0 : static_cast<std::size_t>(i / whole("tasks"))].push_back(std::move(card));
  }
  tie_tasks(tasks, static_cast<TaskTies>(whole("ties")), whole("talk"), random);
  return std::make_unique<Iterations>(std::move(tasks), whole("n"), whole("overhead"));
}

std::vector<Parameter> parameters() {
  return {
      {"n", "", 20, 1, 1e9, true, "iterations"},
      {"tasks", "", 16, 1, 1e6, true, "tasks a PE"},
      word_parameter("start", {"even", "first"}, "as many on every PE, or all on PE 0"),
      {"wl", "cycles", 1000, 1, 1e12, true, "least work of a task, at speed 1"},
      {"wh", "cycles", 10000, 1, 1e12, true, "greatest"},
      {"bytes", "bytes", 1024, 1, 1e9, true, "that are sent when a task moves"},
      word_parameter("ties", {"none", "ring", "grid", "random"}, "which tasks talk to each other"),
      {"talk", "bytes", 64, 0, 1e9, true, "that a tie carries each way in an iteration"},
      {"overhead", "cycles", 0, 0, 1e12, true, "of an iteration on every PE besides its tasks"}};
}

const RegisterApplication registered(
    {"iterations", "tasks of unequal work that live on and are each worked on once an iteration",
     "Watts, Rieffel and Taylor 1998, Results", parameters(), false, make});

}  // namespace
}  // namespace isobar
