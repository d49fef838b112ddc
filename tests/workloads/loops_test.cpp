// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/loops.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/run_application.h"

using namespace isobar;
using test::any;
using test::application_refusal;
using test::contains;
using test::make_application;
using test::newest;
using test::oldest;
using test::run_application;

namespace {

constexpr Cycle loop = 1300;  // at 1 GHz

/// Cycles of all tasks, one list a PE, of g tasks each.
std::vector<std::vector<Cycle>> work_of(const std::string& text, Node nodes, std::uint64_t seed) {
  const auto application = make_application(text, nodes, seed);
  std::vector<std::vector<Cycle>> work;
  TaskId task = 0;
  for (const auto load : application->initial_loads()) {
    auto& tasks = work.emplace_back();
    for (Load i = 0; i < load; ++i) tasks.push_back(application->work(task++));
  }
  return work;
}

Cycle sum(const std::vector<Cycle>& work) {
  return std::accumulate(work.begin(), work.end(), Cycle{0});
}

}  // namespace

TEST_CASE("loops: Table III's totals, at every grain", "[workloads][loops]") {
  const int grain = GENERATE(10, 20, 50, 100, 200, 500, 1000);
  INFO(grain);
  constexpr int runs = 40;
  double total = 0;
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    const auto work = work_of("loops:g=" + std::to_string(grain), 32, seed);
    REQUIRE(work.size() == 32);
    for (const auto& tasks : work) {
      CHECK(tasks.size() == static_cast<std::size_t>(grain));
      total += static_cast<double>(sum(tasks)) / static_cast<double>(loop);
    }
  }
  // A run's total has a standard deviation of sqrt(32)·14.1·10^6 loops, and a little for the sizes.
  const double deviation = 0.85e8 / std::sqrt(runs);
  CHECK(std::abs(total / runs - 8e8) < 4 * deviation);
}

TEST_CASE("loops: sizes are whole numbers of psi loops in the paper's range",
          "[workloads][loops]") {
  // omega = 500, psi = 2000; tau is below 2·5·l, l below 50.
  constexpr Cycle psi = 2000 * loop;
  Cycle least = psi * 1000;
  Cycle most = 0;
  std::vector<double> blocks;
  for (const auto& tasks : work_of("loops", 2000, 7)) {
    for (const auto work : tasks) {
      CHECK(work % psi == 0);
      least = std::min(least, work);
      most = std::max(most, work);
    }
    blocks.push_back(static_cast<double>(sum(tasks)) / (1e6 * loop));
  }
  CHECK(least == psi);
  CHECK(most <= 489 * psi);  // 2·5·49 − 1
  CHECK(most > 480 * psi);
  // l_i uniform in 1..49: a tenth of the PEs below 5, say, and a tenth above 45.
  const auto below = [&](double limit) {
    return std::count_if(blocks.begin(), blocks.end(), [=](double l) { return l < limit; });
  };
  CHECK(below(60) == 2000);
  CHECK((below(5.5) > 140 && below(5.5) < 270));
  CHECK((below(25) > 900 && below(25) < 1100));
  CHECK((below(44.5) > 1730 && below(44.5) < 1870));
}

TEST_CASE("loops: spread and skew set the sizes free one by one", "[workloads][loops]") {
  SECTION("all alike") {
    for (const auto& tasks : work_of("loops:skew=0,spread=0", 8, 3)) {
      for (const auto work : tasks) CHECK(work == 250'000 * loop);
    }
  }
  SECTION("equal tasks on unequal PEs") {
    std::vector<Cycle> sizes;
    for (const auto& tasks : work_of("loops:spread=0", 8, 3)) {
      for (const auto work : tasks) CHECK(work == tasks.front());
      sizes.push_back(tasks.front());
    }
    CHECK(*std::min_element(sizes.begin(), sizes.end()) <
          *std::max_element(sizes.begin(), sizes.end()));
  }
  SECTION("unequal tasks on PEs of one mean") {
    for (const auto& tasks : work_of("loops:skew=0,g=1000", 8, 3)) {
      CHECK(*std::min_element(tasks.begin(), tasks.end()) <
            *std::max_element(tasks.begin(), tasks.end()) / 10);
      const auto mean = static_cast<double>(sum(tasks)) / 1000;
      CHECK(std::abs(mean / (25'000.0 * loop) - 1) < 0.08);  // 4 standard deviations
    }
  }
  SECTION("half the range") {
    for (const auto& tasks : work_of("loops:skew=0,spread=0.5", 8, 3)) {
      for (const auto work : tasks) {
        CHECK(work >= 126'000 * loop);
        CHECK(work <= 374'000 * loop);
      }
    }
  }
}

TEST_CASE("loops: the time of a loop becomes cycles exactly, rounded up", "[workloads][loops]") {
  const auto choice = ApplicationChoice::parse("loops:g=1,h=1,mean=1,weight=1,loop=1.3");
  const auto work = [&](const Rational& clock) {
    return choice.entry->make({1, 1, clock, choice.parameters})->work(0);
  };
  CHECK(work(1'000'000'000) == 2);                      // 1.3
  CHECK(work(10'000'000'000) == 13);                    // exact
  CHECK(work(Rational(1'000'000'000'000, 1301)) == 1);  // 0.9992
  CHECK(work(Rational(1'000'000'000'000, 1299)) == 2);  // 1.0008
  CHECK(work(1'000) == 1);                              // never less
}

TEST_CASE("loops: the same in any order, and a PE's draw does not depend on the others",
          "[workloads][loops]") {
  const auto first = run_application(*make_application("loops:g=20", 16, 5), oldest());
  CHECK(first.work.size() == 320);
  CHECK(std::all_of(first.children.begin(), first.children.end(), [](auto n) { return n == 0; }));
  CHECK(first.figure("loops") * loop == first.total());
  for (const auto& pick : {newest(), any(1), any(2)}) {
    const auto other = run_application(*make_application("loops:g=20", 16, 5), pick);
    CHECK(other.work == first.work);
    CHECK(other.statistics == first.statistics);
  }
  auto fewer = work_of("loops:g=20", 9, 5);
  auto more = work_of("loops:g=20", 16, 5);
  more.resize(9);
  CHECK(fewer == more);
  CHECK(fewer != work_of("loops:g=20", 9, 6));
}

TEST_CASE("loops: what cannot be is refused", "[workloads][loops]") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"loops:g=0", "g must be a whole number from 1"},
      {"loops:g=1.5", "g must be a whole number"},
      {"loops:mean=1500000", "mean=1500000 must be a multiple of the block size, h=1000000"},
      {"loops:mean=10", "must be a multiple"},
      {"loops:skew=2", "skew must be"},
      {"loops:spread=-1", "spread must be"},
      {"loops:loop=0", "loop must be"},
      {"loops:tasks=1", "'tasks=1' is no parameter of loops"},
      {"loops:g=1000000,h=1,mean=1000000000000000,weight=1000,loop=1000000000", "2^60"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = application_refusal(text);
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
  CHECK(contains(application_refusal("loops:g=1000000", 1000), "at most 268435456 tasks"));
}
