// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/packing.h"

#include <algorithm>
#include <numeric>

#include "tests/catch.h"
#include "tests/support/property.h"

using isobar::pack;

namespace {

double load_of(const std::vector<std::size_t>& task, const std::vector<double>& costs) {
  return std::accumulate(task.begin(), task.end(), 0.0,
                         [&](double sum, std::size_t job) { return sum + costs[job]; });
}

}  // namespace

TEST_CASE("every job is in one task, and no task is idle or without measure") {
  isobar::test::property([] {
    const auto milliseconds = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 100'000));
    const auto seconds = *rc::gen::inRange(1, 200);
    const auto most = *rc::gen::inRange<std::size_t>(1, 20);
    std::vector<double> costs;
    costs.reserve(milliseconds.size());
    for (const int cost : milliseconds) costs.push_back(cost / 1000.0);

    const auto tasks = pack(costs, seconds, most);
    RC_ASSERT(tasks.empty() == costs.empty());
    RC_ASSERT(tasks.size() <= most);
    std::vector<std::size_t> jobs;
    double longest = 0;
    double shortest = 1e9;
    for (const auto& task : tasks) {
      RC_ASSERT(!task.empty());
      RC_ASSERT(std::is_sorted(task.begin(), task.end()));
      jobs.insert(jobs.end(), task.begin(), task.end());
      longest = std::max(longest, load_of(task, costs));
      shortest = std::min(shortest, load_of(task, costs));
    }
    std::sort(jobs.begin(), jobs.end());
    std::vector<std::size_t> all(costs.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    RC_ASSERT(jobs == all);
    if (costs.empty()) return;
    // A task that were longer by more than one job could have given that to the shortest.
    RC_ASSERT(longest - shortest <= *std::max_element(costs.begin(), costs.end()) + 1e-6);
    const double sum = std::accumulate(costs.begin(), costs.end(), 0.0);
    RC_ASSERT(tasks.size() == 1 || sum / static_cast<double>(tasks.size()) >= seconds - 1e-6);
  });
}

TEST_CASE("long jobs get tasks of their own") {
  CHECK(pack({1, 9, 1, 1, 9, 1, 1}, 5, 3) ==
        std::vector<std::vector<std::size_t>>{{1}, {4}, {0, 2, 3, 5, 6}});
}
