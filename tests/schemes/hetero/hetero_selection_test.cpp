// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "models/errors.h"
#include "models/schemes/hetero/exchange.h"
#include "models/schemes/hetero/granularity.h"
#include "models/schemes/hetero/selection.h"
#include "models/workloads/random.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

using Tasks = std::vector<MovableTask>;

/// Whole loads, many of them alike, so that sums are exact; some moves gain locality.
Tasks some_tasks(std::size_t most) {
  const auto count = *rc::gen::inRange<std::size_t>(0, most + 1);
  const auto largest = *rc::gen::element(3, 40, 1000, 1'000'000);
  Tasks tasks(count);
  for (auto& task : tasks) {
    task.load = *rc::gen::inRange(0, largest + 1);
    task.bytes = *rc::gen::inRange(0, 100);
    task.lost = *rc::gen::inRange(-20, 21);
  }
  return tasks;
}

double load_of(const Tasks& tasks, const Selection& chosen) {
  return std::accumulate(chosen.begin(), chosen.end(), 0.0,
                         [&](double sum, std::size_t task) { return sum + tasks[task].load; });
}

double some_amount(const Tasks& tasks) {
  Selection all(tasks.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto most = static_cast<int>(load_of(tasks, all));
  return *rc::gen::inRange(0, most + most / 4 + 2);
}

/// The most of `value` over all sets of tasks of a load of at most `amount`.
template <class Value>
double exhaustive(const Tasks& tasks, double amount, const Value& value) {
  double best = 0;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << tasks.size(); ++set) {
    double load = 0;
    double worth = 0;
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      if ((set >> task & 1U) == 0) continue;
      load += tasks[task].load;
      worth += value(tasks[task]);
    }
    if (load <= amount) best = std::max(best, worth);
  }
  return best;
}

double own_load(const MovableTask& task) { return task.load; }

}  // namespace

TEST_CASE("no selection gives more than the transfer, or a task twice") {
  test::property([] {
    const auto tasks = some_tasks(60);
    const double amount = some_amount(tasks);
    for (const auto& method : selection_methods()) {
      SelectionSetting setting;
      setting.epsilon = *rc::gen::element(0.05, 0.1, 0.5);
      setting.per_byte = *rc::gen::element(0.0, 0.1, 3.0);
      setting.per_lost_byte = *rc::gen::element(0.0, 0.1, 3.0);
      setting.combinations = *rc::gen::element<std::size_t>(1, 10, 500);
      const auto chosen = method.select(tasks, amount, setting);
      RC_ASSERT(load_of(tasks, chosen) <= amount);
      RC_ASSERT(std::adjacent_find(chosen.begin(), chosen.end(), std::greater_equal<>()) ==
                chosen.end());
      for (const auto task : chosen) RC_ASSERT(task < tasks.size());
      RC_ASSERT(method.select(tasks, 0, setting).empty());
      RC_ASSERT(method.select(tasks, -1, setting).empty());
    }
  });
}

TEST_CASE("greedy: the largest that fits first, and less is missing than any task that stays") {
  CHECK(select_greedy({{5}, {9}, {4}, {7}, {4}}, 15) == Selection{0, 1});
  CHECK(select_greedy({{5}, {9}, {4}, {7}, {4}}, 8) == Selection{3});
  CHECK(select_greedy({{4}, {4}, {4}}, 9) == Selection{0, 1});
  test::property([] {
    const auto tasks = some_tasks(40);
    const double amount = some_amount(tasks);
    const auto chosen = select_greedy(tasks, amount);
    const double missing = amount - load_of(tasks, chosen);
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      const bool stays = !std::binary_search(chosen.begin(), chosen.end(), task);
      RC_ASSERT(!stays || tasks[task].load == 0 || missing < tasks[task].load);
    }
  });
}

TEST_CASE("subset sum: within ε·ΔL of the best of all subsets") {
  test::property([] {
    const auto tasks = some_tasks(13);
    const double amount = some_amount(tasks);
    SelectionSetting setting;
    setting.epsilon = *rc::gen::element(0.01, 0.1, 0.2, 0.4);
    const double sum = load_of(tasks, select_subset_sum(tasks, amount, setting));
    RC_ASSERT(sum >= exhaustive(tasks, amount, own_load) - setting.epsilon * amount);
  });
}

TEST_CASE("subset sum: of many tasks, within ε·ΔL of a sum that is known to be there") {
  Random random = random_stream(9, "subset sum");
  for (int trial = 0; trial < 100; ++trial) {
    Tasks tasks(20 + random() % 60);
    double amount = 0;
    for (auto& task : tasks) {
      task.load = static_cast<double>(1 + random() % 1'000'000);
      if (random() % 8 == 0) amount += task.load;
    }
    SelectionSetting setting;
    setting.epsilon = trial % 2 == 0 ? 0.02 : 0.2;
    const double sum = load_of(tasks, select_subset_sum(tasks, amount, setting));
    REQUIRE(sum <= amount);
    REQUIRE(sum >= (1 - setting.epsilon) * amount);
  }
}

TEST_CASE("tight sum: within n/1000 of ΔL of the best of all subsets, and no more than ΔL") {
  test::property([] {
    const auto tasks = some_tasks(13);
    const double amount = some_amount(tasks);
    const auto chosen = select_tight_sum(tasks, amount);
    const double sum = load_of(tasks, chosen);
    RC_ASSERT(std::is_sorted(chosen.begin(), chosen.end()));
    RC_ASSERT(sum <= amount);
    RC_ASSERT(sum >= exhaustive(tasks, amount, own_load) -
                         amount * static_cast<double>(tasks.size()) / 1000);
  });
}

TEST_CASE("tight sum: few large tasks rather than many small ones of the same sum") {
  Tasks tasks(20, {1});
  tasks.push_back({12});
  tasks.push_back({8});
  CHECK(select_tight_sum(tasks, 20) == Selection{20, 21});
  CHECK(select_tight_sum(tasks, 21) == Selection{0, 20, 21});
  CHECK(select_tight_sum(tasks, 0).empty());
}

TEST_CASE("knapsack: the value of the best of all subsets") {
  test::property([] {
    const auto tasks = some_tasks(13);
    const double amount = some_amount(tasks);
    SelectionSetting setting;
    setting.per_byte = *rc::gen::element(0.0, 0.25, 2.0);
    setting.per_lost_byte = *rc::gen::element(0.0, 0.5, 4.0);
    const auto value = [&](const MovableTask& task) {
      return task.load - setting.per_byte * task.bytes - setting.per_lost_byte * task.lost;
    };
    const auto best = [&](double at_most) {
      return amount > 0 ? exhaustive(tasks, at_most, value) : 0;
    };
    const auto got = [&] {
      double sum = 0;
      for (const auto task : select_knapsack(tasks, amount, setting)) sum += value(tasks[task]);
      return sum;
    };
    RC_ASSERT(got() == best(amount));
    // With fewer combinations than there are: as good as the best within less.
    setting.combinations = *rc::gen::inRange<std::size_t>(15, 200);
    const auto lost = static_cast<double>(tasks.size()) / static_cast<double>(setting.combinations);
    RC_ASSERT(got() >= best(amount * (1 - lost)));
  });
}

TEST_CASE("knapsack: exact to the last task while there are few combinations") {
  // 500.02 and 500.03 are alike on a grid of 10,000; only one of them leaves room for the third.
  CHECK(select_knapsack({{500.02}, {500.03}, {499.98}}, 1000.005) == Selection{0, 2});
}

TEST_CASE("knapsack: a task whose move costs more than it brings stays, and locality breaks ties") {
  SelectionSetting setting;
  setting.per_byte = 0.1;
  CHECK(select_knapsack({{10, 200, 0}, {10, 20, 0}}, 20, setting) == Selection{1});
  setting.per_lost_byte = 1;
  CHECK(select_knapsack({{10, 0, 5}, {10, 0, -5}, {10, 0, 0}}, 10, setting) == Selection{1});
  // Worth moving for what it saves on the links alone.
  CHECK(select_knapsack({{0, 0, -5}, {10, 0, 0}}, 10, setting) == Selection{0, 1});
}

TEST_CASE("one task more comes nearer to the transfer, or is not there") {
  CHECK(with_one_more({{10}}, 9, {}) == Selection{0});
  CHECK(with_one_more({{10}}, 5, {}).empty());
  CHECK(with_one_more({{10}, {7}, {3}}, 16, {0}) == Selection{0, 1});
  test::property([] {
    const auto tasks = some_tasks(40);
    const double amount = some_amount(tasks);
    const auto chosen = select_greedy(tasks, amount);
    const auto more = with_one_more(tasks, amount, chosen);
    const double before = amount - load_of(tasks, chosen);
    const double after = std::abs(amount - load_of(tasks, more));
    RC_ASSERT(more == chosen || (after < before && more.size() == chosen.size() + 1));
    RC_ASSERT(std::is_sorted(more.begin(), more.end()));
    for (std::size_t task = 0; task < tasks.size(); ++task) {
      if (std::binary_search(chosen.begin(), chosen.end(), task)) continue;
      RC_ASSERT(after <= std::abs(before - tasks[task].load));
    }
  });
}

TEST_CASE("selections by name") {
  const std::vector<MovableTask> tasks = {{6}, {5}, {5}};
  std::map<std::string, Selection> chosen;
  for (const auto& method : selection_methods()) chosen[method.name] = method.select(tasks, 10, {});
  CHECK(chosen ==
        std::map<std::string, Selection>{
            {"greedy", {0}}, {"subset_sum", {1, 2}}, {"tight_sum", {1, 2}}, {"knapsack", {1, 2}}});
}

TEST_CASE("several resources: every task of a selection brings it nearer, and no other would") {
  test::property([] {
    const auto resources = *rc::gen::inRange<std::size_t>(1, 4);
    std::vector<std::vector<double>> loads(*rc::gen::inRange<std::size_t>(0, 12));
    std::vector<double> amount(resources);
    for (auto& load : loads) {
      for (std::size_t i = 0; i < resources; ++i) {
        load.push_back(*rc::gen::inRange(0, 100));
      }
    }
    for (auto& one : amount) one = *rc::gen::inRange(-200, 400);
    const auto left = [&](const Selection& chosen) {
      double sum = 0;
      for (std::size_t i = 0; i < resources; ++i) {
        double rest = amount[i];
        for (const auto task : chosen) rest -= loads[task][i];
        sum += std::abs(rest);
      }
      return sum;
    };
    const auto chosen = select_nearest(loads, amount);
    RC_ASSERT(std::is_sorted(chosen.begin(), chosen.end()));
    RC_ASSERT(chosen.empty() || left(chosen) < left({}));
    for (std::size_t task = 0; task < loads.size(); ++task) {
      if (std::binary_search(chosen.begin(), chosen.end(), task)) continue;
      auto more = chosen;
      more.push_back(task);
      RC_ASSERT(left(more) >= left(chosen));
    }
  });
}

TEST_CASE("an exchange: each swap the nearest, and nearer than without it") {
  CHECK(exchange_tasks({10}, {7}, 3).given == Selection{0});
  CHECK(exchange_tasks({10, 8}, {7, 6}, 2).taken == Selection{1});
  // 10 for 3 would be 7 of 3 missing: 4 over.
  CHECK(exchange_tasks({10}, {3}, 3).given.empty());
  test::property([] {
    const auto list = rc::gen::container<std::vector<double>>(
        rc::gen::map(rc::gen::inRange(0, 1000), [](int load) { return double{1} * load; }));
    auto mine = *list;
    auto theirs = *list;
    const double amount = *rc::gen::inRange(1, 1000);
    const double enough = *rc::gen::element(0.0, 10.0);
    const auto [given, taken] = exchange_tasks(mine, theirs, amount, enough);
    RC_ASSERT(given.size() == taken.size());
    RC_ASSERT(std::set<std::size_t>(given.begin(), given.end()).size() == given.size());
    RC_ASSERT(std::set<std::size_t>(taken.begin(), taken.end()).size() == taken.size());
    double missing = amount;
    std::vector<bool> gone(mine.size());
    std::vector<bool> came(theirs.size());
    for (std::size_t n = 0; n <= given.size(); ++n) {
      double nearest = std::abs(missing);
      for (std::size_t i = 0; i < mine.size(); ++i) {
        for (std::size_t j = 0; j < theirs.size(); ++j) {
          if (gone[i] || came[j]) continue;
          nearest = std::min(nearest, std::abs(missing - mine[i] + theirs[j]));
        }
      }
      if (n == given.size()) {
        RC_ASSERT(std::abs(missing) <= enough || nearest == std::abs(missing));
        break;
      }
      RC_ASSERT(std::abs(missing) > std::max(enough, nearest));
      missing -= mine[given[n]] - theirs[taken[n]];
      RC_ASSERT(std::abs(missing) == nearest);
      gone[given[n]] = true;
      came[taken[n]] = true;
    }
  });
}

TEST_CASE("division: tasks above the threshold, in as few parts as stay within it") {
  const auto divided = tasks_to_divide({30, 10, 11, 400}, 2, 5);
  REQUIRE(divided.size() == 3);
  CHECK((divided[0].task == 0 && divided[0].parts == 3));
  CHECK((divided[1].task == 2 && divided[1].parts == 2));
  CHECK((divided[2].task == 3 && divided[2].parts == 16));
  CHECK(division_threshold(9, 0.9) == Approx(10));
}

TEST_CASE("the threshold of division falls, and not below its end") {
  FallingThreshold threshold(8, 0.5, 2);
  CHECK(threshold.fall());
  CHECK(threshold.fall());
  CHECK(threshold.now() == 2);
  CHECK_FALSE(threshold.fall());
  CHECK(threshold.now() == 2);
}

namespace {

bool anyone(std::size_t /*a*/, std::size_t /*b*/) { return true; }

}  // namespace

TEST_CASE("merging: a task joins a neighbour, and nobody else") {
  const auto in_a_row = [](std::size_t a, std::size_t b) { return a + 1 == b || b + 1 == a; };
  CHECK(tasks_to_merge({1, 1, 1, 1}, 1, 10, in_a_row) == std::vector<Selection>{{0, 1, 2, 3}});
  CHECK(tasks_to_merge({1, 9, 1, 1}, 1, 5, in_a_row) == std::vector<Selection>{{2, 3}});
  CHECK(tasks_to_merge({1, 9, 1}, 1, 5, in_a_row).empty());
}

TEST_CASE("merging: small tasks in groups, none of which is divided again") {
  CHECK(tasks_to_merge({9, 1, 2, 1, 30}, 2, 3, anyone) == std::vector<Selection>{{1, 3, 2}});
  CHECK(tasks_to_merge({9, 9}, 1, 10, anyone).empty());
  test::property([] {
    const auto loads = *rc::gen::container<std::vector<double>>(
        rc::gen::map(rc::gen::inRange(0, 1000), [](int load) { return double{1} * load; }));
    const double capacity = *rc::gen::element(0.5, 1.0, 40.0);
    const double below = *rc::gen::inRange(0, 2000);
    std::set<std::size_t> seen;
    for (const auto& group : tasks_to_merge(loads, capacity, below, anyone)) {
      double together = 0;
      for (const auto task : group) {
        together += loads[task];
        RC_ASSERT(seen.insert(task).second);
      }
      RC_ASSERT(group.size() >= 2);
      RC_ASSERT(together / capacity <= below);
    }
    // At most one task small enough to go with another stays alone.
    std::vector<double> left;
    for (std::size_t task = 0; task < loads.size(); ++task) {
      if (seen.count(task) == 0) left.push_back(loads[task]);
    }
    std::sort(left.begin(), left.end());
    if (left.size() > 2) RC_ASSERT((left[1] + left[2]) / capacity > below);
  });
}
