// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/dsmc.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/workloads/application.h"
#include "models/workloads/applications/iterations.h"

namespace isobar {

BlockGrid block_grid(std::size_t blocks, std::size_t side) {
  std::size_t down = 1;
  for (std::size_t d = 1; d * d <= blocks; ++d) {
    if (blocks % d == 0) down = d;
  }
  return {blocks / down, down, side};
}

GasHistory history_of(Gas gas, const BlockGrid& grid, std::size_t iterations) {
  GasHistory history;
  const std::vector<std::uint32_t> none(iterations);
  history.particles.assign(grid.blocks(), none);
  history.collisions.assign(grid.blocks(), none);
  std::vector<std::size_t> block(gas.particles());
  for (std::size_t i = 0; i < gas.particles(); ++i) block[i] = grid.block_of(gas.cell_of(i));
  for (std::size_t t = 0; t < iterations; ++t) {
    for (const auto b : block) ++history.particles[b][t];
    gas.fly();
    for (std::size_t i = 0; i < gas.particles(); ++i) {
      const auto now = grid.block_of(gas.cell_of(i));
      if (now != block[i]) ++history.crossings[{block[i], now}];
      block[i] = now;
    }
    const auto& collisions = gas.collide();
    for (std::size_t cell = 0; cell < gas.cells(); ++cell) {
      history.collisions[grid.block_of(cell)][t] += collisions[cell];
    }
  }
  return history;
}

namespace {

const auto n_parameter = parameter("n", "iterations").range(1, 1e6).whole(20);
const auto tasks_parameter = parameter("tasks", "blocks of cells a PE").range(1, 1e4).whole(4);
const auto side_parameter = parameter("side", "of a block").range(1, 1000, "cells").whole(6);
const auto density_parameter =
    parameter("density", "particles a cell, in the mean").range(0, 1000).real(8);
const auto fill_parameter =
    parameter("fill",
              "share of the box in which the gas is at the start, from the first row of blocks on")
        .range(0.001, 1)
        .real(1);
const auto speed_parameter =
    parameter("speed", "of particles at the start, root of the mean square")
        .range(0, 100, "cells an iteration")
        .real(0.5);
const auto collide_parameter =
    parameter("collide", "probability that a pair in a cell collides in an iteration")
        .range(0, 1)
        .real(0.5);
const auto cell_parameter = parameter("cell", "work on a cell").range(0, 1e9, "cycles").whole(100);
const auto particle_parameter =
    parameter("particle", "work on a particle").range(0, 1e9, "cycles").whole(1000);
const auto collision_parameter =
    parameter("collision", "work on a collision").range(0, 1e9, "cycles").whole(500);
const auto bytes_parameter =
    parameter("bytes", "of a particle, in a task that moves and between tasks")
        .range(1, 1e6, "bytes")
        .whole(40);

/// Rounded up.
std::int64_t mean(std::int64_t sum, std::int64_t count) { return (sum + count - 1) / count; }

constexpr double most_flights = 1e10;
constexpr double most_turns = 1e8;

/// Throws ValueError for what would take hours or more memory than there is.
void check_size(const ParameterValues& values, const BlockGrid& grid) {
  const auto n = values.get(n_parameter);
  const auto cells = static_cast<double>(grid.width() * grid.height());
  const auto particles = cells * values.get(density_parameter);
  if (particles * static_cast<double>(n) > most_flights) {
    throw ValueError(
        fmt::format("dsmc: {:.3g} particles for n={} iterations; at most {:.0e} "
                    "flights of a particle",
                    particles, n, most_flights));
  }
  if (static_cast<double>(grid.blocks()) * static_cast<double>(n) > most_turns) {
    throw ValueError(fmt::format("dsmc: {} blocks for n={} iterations; at most {:.0e} of a block",
                                 grid.blocks(), n, most_turns));
  }
}

Gas gas_of(const ApplicationSetting& setting, const BlockGrid& grid) {
  const auto& values = setting.parameters;
  const auto particles =
      static_cast<double>(grid.width() * grid.height()) * values.get(density_parameter);
  return Gas(
      {grid.width(), grid.height(), static_cast<std::size_t>(particles),
       values.get(speed_parameter), values.get(fill_parameter), values.get(collide_parameter)},
      random_stream(setting.seed, "dsmc"));
}

std::function<std::unique_ptr<Application>()> prepare(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  const auto n = values.get(n_parameter);
  const auto a_pe = static_cast<std::size_t>(values.get(tasks_parameter));
  const auto grid =
      block_grid(setting.nodes * a_pe, static_cast<std::size_t>(values.get(side_parameter)));
  check_size(values, grid);
  const auto history = history_of(gas_of(setting, grid), grid, static_cast<std::size_t>(n));
  const auto of_cells = static_cast<Cycle>(grid.side * grid.side) * values.get(cell_parameter);
  TaskSet tasks(setting.nodes);
  IterationsSetting iterations;
  iterations.iterations = n;
  for (std::size_t block = 0; block < grid.blocks(); ++block) {
    std::int64_t particles = 0;
    auto& work = iterations.work.emplace_back();
    for (std::size_t t = 0; t < static_cast<std::size_t>(n); ++t) {
      particles += history.particles[block][t];
      work.push_back(std::max<Cycle>(
          1, of_cells + history.particles[block][t] * values.get(particle_parameter) +
                 history.collisions[block][t] * values.get(collision_parameter)));
    }
    TaskCard card;
    card.work = work.front();
    card.bytes = std::max<std::int64_t>(1, mean(particles * values.get(bytes_parameter), n));
    tasks[block / a_pe].push_back(std::move(card));
  }
  const auto bytes = [&](std::size_t from, std::size_t to) {
    const auto found = history.crossings.find({from, to});
    const auto crossings = found == history.crossings.end() ? 0 : found->second;
    return mean(crossings * values.get(bytes_parameter), n);
  };
  const auto tie = [&](std::size_t from, std::size_t to) {
    tasks[from / a_pe][from % a_pe].ties.push_back(
        {to, static_cast<Node>(to / a_pe), bytes(from, to), bytes(to, from)});
  };
  for (const auto& [ends, crossings] : history.crossings) {
    const auto [from, to] = ends;
    const bool is_second = from > to && history.crossings.count({to, from}) != 0;
    if (is_second) continue;  // the tie was made from its other end
    tie(from, to);
    tie(to, from);
  }
  return [tasks = std::move(tasks), iterations = std::move(iterations)] {
    return std::make_unique<Iterations>(tasks, iterations);
  };
}

const RegisterApplication registered(
    {"dsmc",
     "particles of a gas that fly between blocks of cells, which are persistent tasks",
     "Watts, Rieffel and Taylor 1998, Results",
     {n_parameter, tasks_parameter, side_parameter, density_parameter, fill_parameter,
      speed_parameter, collide_parameter, cell_parameter, particle_parameter, collision_parameter,
      bytes_parameter},
     false,
     [](const ApplicationSetting& setting) { return prepare(setting)(); },
     {},
     prepare});

}  // namespace
}  // namespace isobar
