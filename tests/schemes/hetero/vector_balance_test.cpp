// SPDX-License-Identifier: Apache-2.0
// The six phases with time and memory as a vector: none is balanced at the cost of the other, and
// with one of them alone nothing is other than without the other.
#include <algorithm>
#include <map>
#include <numeric>

#include "models/schemes/hetero/selection.h"
#include "models/workloads/applications/iterations.h"
#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/six_phases_world.h"

using namespace isobar;
using test::any_world;
using test::experiment;
using test::Outcome;
using test::run;
using test::World;

namespace {

const auto& methods = test::six_phases_methods;

std::string some_select() { return ",select=" + (*rc::gen::elementOf(selection_methods())).name; }

double largest_of_mean(const std::vector<std::int64_t>& of) {
  const double sum = std::accumulate(of.begin(), of.end(), 0.0);
  const auto most = static_cast<double>(*std::max_element(of.begin(), of.end()));
  return sum > 0 ? most * static_cast<double>(of.size()) / sum : 1;
}

struct Unevenness {
  double time;
  double memory;
  double larger() const { return std::max(time, memory); }
};

/// U_max/U_avg of both on PEs that are all alike.
Unevenness at_start(const World& world) {
  std::vector<Cycle> work;
  std::vector<std::int64_t> bytes;
  for (const auto& of_pe : world.tasks) {
    work.push_back(0);
    bytes.push_back(0);
    for (const auto& card : of_pe) {
      work.back() += card.work;
      bytes.back() += card.bytes;
    }
  }
  return {largest_of_mean(work), largest_of_mean(bytes)};
}

Unevenness at_end(const Outcome& out) {
  return {largest_of_mean(out.last_cycles), largest_of_mean(out.last_bytes)};
}

/// Tasks of any work and any bytes on two PEs that are alike.
World two_pes() {
  World world{Fabric::parse("ring:2"), TaskSet(2), 5, {}, {1 << 20, 1 << 20}};
  const auto count = *rc::gen::inRange<std::size_t>(1, 24);
  for (std::size_t i = 0; i < count; ++i) {
    TaskCard card;
    card.work = *rc::gen::inRange<Cycle>(1, 1000);
    card.bytes = *rc::gen::inRange<std::int64_t>(0, 1000);
    world.tasks[*rc::gen::inRange<Node>(0, 2)].push_back(card);
  }
  return world;
}

World any_world_or_pair() { return *rc::gen::arbitrary<bool>() ? any_world() : two_pes(); }

/// What of a run does not depend on when words arrive.
using Course = std::map<std::string, std::vector<std::int64_t>>;

Course course_of(const Outcome& out) {
  Course course = {{"longest", out.longest},
                   {"moved", out.moved},
                   {"tasks", out.tasks},
                   {"bytes", out.last_bytes},
                   {"cycles", out.last_cycles}};
  for (const char* name : {"balancings", "selections", "tasks_moved", "bytes_moved"}) {
    course[name] = {out.statistics.at(name)};
  }
  return course;
}

}  // namespace

TEST_CASE("vector balancing: with a resource that no task needs it is balancing of the other",
          "[systemc]") {
  test::property_of_runs([] {
    auto world = any_world_or_pair();
    for (auto& of_pe : world.tasks) {
      for (auto& card : of_pe) card.bytes = 0;
    }
    const auto scheme = *rc::gen::elementOf(methods);
    const auto others =
        some_select() + *rc::gen::element<std::string>("", ",capacities=rated", ",eff_min=0.99");
    const auto time = run(experiment(world, scheme + ":balance=time" + others));
    const auto vector = run(experiment(world, scheme + ":balance=vector" + others));
    RC_ASSERT(course_of(time) == course_of(vector));
    RC_TAG(time.statistics.at("tasks_moved") > 0 ? "moved" : "stayed");
    // The words for time are the same, and those for memory come besides.
    const auto words = [](const Outcome& out) {
      return std::accumulate(out.words.begin(), out.words.end(), std::int64_t{0});
    };
    const auto reductions = 2 * (world.fabric.pes() - 1) * (world.iterations - 1);
    RC_ASSERT(words(vector) - words(time) >= static_cast<std::int64_t>(reductions));
  });
}

TEST_CASE("vector balancing: two resources that are alike are balanced as one", "[systemc]") {
  test::property_of_runs([] {
    auto world = any_world_or_pair();
    world.speeds.clear();
    world.memories.assign(world.fabric.pes(), std::int64_t{1} << 40);
    const auto scale = *rc::gen::element(1, 4, 32);
    for (auto& of_pe : world.tasks) {
      for (auto& card : of_pe) card.bytes = scale * card.work;
    }
    const auto scheme = *rc::gen::elementOf(methods);
    const auto others = some_select();
    const auto time = run(experiment(world, scheme + ":balance=time" + others));
    const auto vector = run(experiment(world, scheme + ":balance=vector" + others));
    RC_ASSERT(course_of(time) == course_of(vector));
    RC_TAG(time.statistics.at("tasks_moved") > 0 ? "moved" : "stayed");
  });
}

TEST_CASE("vector balancing: the larger of U_max/U_avg of time and of memory does not rise",
          "[systemc]") {
  test::property_of_runs([] {
    const auto world = two_pes();
    const auto scheme = *rc::gen::elementOf(methods) + ":balance=vector" + some_select() +
                        *rc::gen::element<std::string>("", ",eff_min=0.99");
    const auto before = at_start(world);
    const auto after = at_end(run(experiment(world, scheme)));
    RC_ASSERT(after.larger() <= before.larger() * (1 + 1e-9));
    RC_TAG(after.larger() < before.larger() ? "fell" : "stayed");
  });
}

TEST_CASE("vector balancing: every task is somewhere, once", "[systemc][volume]") {
  test::property_of_cases(100, [] {
    // Only all tasks, each once, make the sum of the powers of two.
    World world{test::any_fabric(), {}, 5, {}, {}};
    world.tasks.resize(world.fabric.pes());
    const auto count = *rc::gen::inRange<unsigned>(1, 17);
    auto order = std::vector<unsigned>(count);
    std::iota(order.begin(), order.end(), 0U);
    for (unsigned i = 0; i < count; ++i) {
      std::swap(order[i], order[*rc::gen::inRange<std::size_t>(i, count)]);
      TaskCard card;
      card.work = Cycle{1} << i;
      card.bytes = std::int64_t{1} << order[i];
      world.tasks[*rc::gen::inRange<std::size_t>(0, world.tasks.size())].push_back(card);
    }
    const auto scheme = *rc::gen::elementOf(methods);
    const auto out =
        run(experiment(world, scheme + ":balance=vector,eff_min=0.99" + some_select()));
    RC_ASSERT(out.finished);
    for (const auto tasks : out.tasks) RC_ASSERT(tasks == static_cast<Load>(count));
    for (const auto total : out.total) RC_ASSERT(total == (Cycle{1} << count) - 1);
    RC_ASSERT(std::accumulate(out.last_bytes.begin(), out.last_bytes.end(), std::int64_t{0}) ==
              (std::int64_t{1} << count) - 1);
    RC_TAG(out.statistics.at("exchanged") > 0 ? "exchanged" : "not exchanged");
  });
}

TEST_CASE("vector balancing: both are even where each alone leaves the other as it was",
          "[systemc]") {
  // Eight tasks of 1000 cycles and 100 bytes on PE 0, eight of 100 and 1000 on PE 1.
  World world{Fabric::parse("ring:2"), TaskSet(2), 4, {}, {100'000, 100'000}};
  world.tasks[0].resize(8, {0, 1000, 100, {}});
  world.tasks[1].resize(8, {0, 100, 1000, {}});
  for (const auto& method : methods) {
    const auto scheme =
        method + (method == "hetero-hbm" ? ":" : ":tolerance=0.001,") + "selections=1,balance=";
    const auto time = at_end(run(experiment(world, scheme + "time")));
    CHECK(time.time < 1.1);
    CHECK(time.memory > 1.8);
    const auto memory = at_end(run(experiment(world, scheme + "memory")));
    CHECK(memory.memory < 1.1);
    CHECK(memory.time > 1.8);
    const auto out = run(experiment(world, scheme + "vector"));
    CHECK(out.last_cycles == std::vector<Cycle>{4400, 4400});
    CHECK(out.last_bytes == std::vector<std::int64_t>{4400, 4400});
    CHECK(out.statistics.at("tasks_moved") == 8);
    CHECK(out.statistics.at("exchanged") == 4);
  }
}
