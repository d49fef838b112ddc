// SPDX-License-Identifier: Apache-2.0
// The gas of the application dsmc keeps its particles, momentum and energy; its blocks' work and
// messages are counted anew here.
#include "models/workloads/applications/dsmc.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "models/workloads/application.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::run_program;

namespace {

Gas::Setting box(std::size_t width, std::size_t height, std::size_t particles) {
  Gas::Setting setting;
  setting.width = width;
  setting.height = height;
  setting.particles = particles;
  return setting;
}

nlohmann::json run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"run", "--json", "-"});
  const auto ran = run_program(arguments);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return nlohmann::json::parse(ran.out);
}

double imbalance(const std::vector<std::vector<std::uint32_t>>& of_blocks, std::size_t t) {
  double sum = 0;
  double most = 0;
  for (const auto& one : of_blocks) {
    sum += one[t];
    most = std::max<double>(most, one[t]);
  }
  return most / (sum / static_cast<double>(of_blocks.size()));
}

}  // namespace

TEST_CASE("dsmc: a gas keeps its particles and its energy, and stays in its box") {
  test::property([] {
    auto setting = box(*rc::gen::inRange<std::size_t>(1, 9), *rc::gen::inRange<std::size_t>(1, 9),
                       *rc::gen::inRange<std::size_t>(0, 200));
    setting.speed = *rc::gen::inRange(0, 300) / 100.0;
    setting.fill = *rc::gen::inRange(1, 101) / 100.0;
    setting.collisions = *rc::gen::inRange(0, 101) / 100.0;
    Gas gas(setting, random_stream(*rc::gen::arbitrary<std::uint64_t>(), "gas"));
    const auto energy = gas.energy();
    for (int t = 0; t < 20; ++t) {
      gas.fly();
      const auto& collisions = gas.collide();
      std::vector<std::uint32_t> in_cell(gas.cells());
      for (std::size_t i = 0; i < gas.particles(); ++i) ++in_cell.at(gas.cell_of(i));
      for (std::size_t cell = 0; cell < gas.cells(); ++cell) {
        RC_ASSERT(collisions[cell] <= in_cell[cell] / 2);
      }
    }
    RC_ASSERT(gas.particles() == setting.particles);
    RC_ASSERT(std::abs(gas.energy() - energy) <= 1e-9 * energy);
  });
}

TEST_CASE("dsmc: all pairs collide or none, as the probability says") {
  for (const double collisions : {0.0, 1.0}) {
    auto setting = box(1, 1, 101);
    setting.collisions = collisions;
    Gas gas(setting, random_stream(1, "gas"));
    CHECK(gas.collide()[0] == (collisions == 0 ? 0 : 50));
  }
}

TEST_CASE("dsmc: a gas that fills its box stays even, and one in a corner spreads") {
  const auto grid = block_grid(16, 6);
  auto setting = box(grid.width(), grid.height(), 16'000);
  const auto even = history_of(Gas(setting, random_stream(1, "gas")), grid, 60);
  // 1,000 particles a block, give or take 32: the fullest of 16 is within 5 standard deviations.
  for (const std::size_t t : {0, 30, 59}) CHECK(imbalance(even.particles, t) < 1.16);
  setting.fill = 0.25;
  const auto spreads = history_of(Gas(setting, random_stream(1, "gas")), grid, 60);
  CHECK(imbalance(spreads.particles, 0) > 3.8);
  CHECK(imbalance(spreads.particles, 59) < 0.6 * imbalance(spreads.particles, 0));
}

TEST_CASE("dsmc: what is in a block is what was there, and came, less what left") {
  const auto grid = block_grid(6, 3);
  CHECK(grid.across == 3);
  CHECK(grid.down == 2);
  const Gas::Setting setting = box(grid.width(), grid.height(), 500);
  const std::size_t n = 10;
  const auto history = history_of(Gas(setting, random_stream(3, "gas")), grid, n + 1);
  const auto before = history_of(Gas(setting, random_stream(3, "gas")), grid, n);
  for (std::size_t b = 0; b < grid.blocks(); ++b) {
    std::int64_t gain = 0;
    for (const auto& [ends, count] : before.crossings) {
      if (ends.second == b) gain += count;
      if (ends.first == b) gain -= count;
    }
    CHECK(history.particles[b][n] == history.particles[b][0] + gain);
  }
}

TEST_CASE("dsmc: blocks are as nearly square as so many can be, and every cell is in one") {
  for (std::size_t blocks = 1; blocks < 40; ++blocks) {
    const auto grid = block_grid(blocks, 2);
    CHECK(grid.blocks() == blocks);
    std::map<std::size_t, std::size_t> cells;
    for (std::size_t cell = 0; cell < grid.width() * grid.height(); ++cell) {
      ++cells[grid.block_of(cell)];
    }
    CHECK(cells.size() == blocks);
    for (const auto& [block, count] : cells) CHECK(count == 4);
  }
}

TEST_CASE("dsmc: the work of a run is its particles', cells' and collisions'") {
  const auto result =
      run({"--fabric", "torus:2x2", "--scheme", "hetero-gde", "--app",
           "dsmc:n=5,cell=7,particle=0,collision=0,density=3", "--until", "finished"});
  // 16 blocks of 36 cells, of which each takes 7 cycles in each of 5 iterations.
  CHECK(result["application"]["cycles"]["work"] == 16 * 36 * 7 * 5);
  const auto particles =
      run({"--fabric", "torus:2x2", "--scheme", "hetero-gde", "--app",
           "dsmc:n=5,cell=1,particle=9,collision=0,density=3", "--until", "finished"});
  CHECK(particles["application"]["cycles"]["work"] == 16 * 36 * (1 + 3 * 9) * 5);
}

TEST_CASE("dsmc: balancing follows the gas, with the same work") {
  const auto app = "dsmc:n=40,tasks=9,fill=0.25";
  const auto balanced =
      run({"--fabric", "torus:4x4", "--scheme", "hetero-gde", "--app", app, "--until", "finished"});
  const auto without = run({"--fabric", "torus:4x4", "--scheme", "hetero-gde:eff_min=0", "--app",
                            app, "--until", "finished"});
  CHECK(balanced["application"]["cycles"]["work"] == without["application"]["cycles"]["work"]);
  CHECK(balanced["application"]["finished"] <
        0.8 * without["application"]["finished"].get<double>());
  // The gas moves on, so tasks are moved in more than one balancing.
  std::set<std::int64_t> moved;
  for (const auto& iteration : balanced["application"]["iterations"]) {
    moved.insert(iteration["tasks_moved"].get<std::int64_t>());
  }
  CHECK(moved.size() > 4);
  CHECK(balanced == run({"--fabric", "torus:4x4", "--scheme", "hetero-gde", "--app", app, "--until",
                         "finished"}));
}

TEST_CASE("dsmc: what would take too long is refused") {
  const auto ran = run_program({"run", "--fabric", "torus:8x8", "--scheme", "hetero-gde", "--app",
                                "dsmc:n=1000000,side=100"});
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "dsmc: 2.05e+07 particles for n=1000000 iterations; at most 1e+10"));
}
