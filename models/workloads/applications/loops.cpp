// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <memory>

#include "models/errors.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

using boost::multiprecision::cpp_int;

/// Most tasks: 2 GB of sizes.
constexpr std::int64_t most_tasks = std::int64_t{1} << 28;

constexpr std::int64_t most_loops = std::int64_t{1} << 60;

/// A whole number > 0, even around `mean`, no farther away than `share`·mean.
std::int64_t around(std::int64_t mean, double share, Random& random) {
  const auto reach =
      std::min(mean - 1, static_cast<std::int64_t>(std::floor(share * static_cast<double>(mean))));
  return boost::random::uniform_int_distribution<std::int64_t>(mean - reach, mean + reach)(random);
}

/// A stream a PE, so that a PE's load is the same on every fabric that has the PE.
void draw_pe(const Loops::Setting& setting, Node node, std::uint64_t seed,
             std::vector<std::int64_t>& sizes) {
  auto random = random_stream(seed, fmt::format("loops {}", node));
  const auto blocks = around(setting.mean_blocks, setting.skew, random);
  for (std::int64_t task = 0; task < setting.grain; ++task) {
    sizes.push_back(around(setting.weight * blocks, setting.spread, random));
  }
}

/// Whole loops of tasks whose sizes add up to `size`.
cpp_int loops_of(const Loops::Setting& setting, const cpp_int& size) {
  return size * setting.block / (setting.weight * setting.grain);
}

}  // namespace

Loops::Loops(const Setting& setting, Node nodes, std::uint64_t seed, const Rational& clock)
    : setting_(setting),
      nodes_(nodes),
      time_(setting.loop, clock, setting.block, setting.weight * setting.grain) {
  if (setting.grain > most_tasks / nodes) {
    throw ValueError(fmt::format("loops: g={} on {} PEs; there can be at most {} tasks in all",
                                 setting.grain, nodes, most_tasks));
  }
  sizes_.reserve(static_cast<std::size_t>(setting.grain) * nodes);
  for (Node node = 0; node < nodes; ++node) draw_pe(setting, node, seed, sizes_);
  cpp_int total = 0;
  for (const auto size : sizes_) total += size;
  if (total > most_loops || loops_of(setting, total) > most_loops) {
    throw ValueError("loops: the PEs' loads add up to more than 2^60 loops, or parts of them");
  }
  // So that no run ends in the middle on a task that is too long.
  time_.cycles(*std::max_element(sizes_.begin(), sizes_.end()));
}

std::vector<Load> Loops::initial_loads() const { return std::vector<Load>(nodes_, setting_.grain); }

Cycle Loops::work(TaskId task) { return time_.cycles(sizes_[task]); }

std::int64_t Loops::finish(TaskId task) {
  finished_ += sizes_[task];
  return 0;
}

ApplicationStatistics Loops::statistics() const {
  return {{"loops", static_cast<std::int64_t>(loops_of(setting_, finished_))}};
}

namespace {

const auto g_parameter = parameter("g", "grain: tasks of a PE").range(1, 1e6, "tasks").whole(100);
const auto mean_parameter = parameter("mean", "mean load of a PE, a multiple of h")
                                .range(1, 1e15, "loops")
                                .whole(25'000'000);
const auto h_parameter = parameter("h", "block size: a PE's load is a random number of blocks")
                             .range(1, 1e9, "loops")
                             .whole(1'000'000);
const auto weight_parameter =
    parameter("weight", "omega/g: the mean size of a task, in parts of h/(weight*g)")
        .range(1, 1000)
        .whole(5);
const auto skew_parameter =
    parameter("skew", "spread of the PEs' loads; 0: all have the mean").range(0, 1).real(1);
const auto spread_parameter =
    parameter("spread", "spread of a PE's task sizes; 0: all have the mean").range(0, 1).real(1);
const auto loop_parameter =
    parameter("loop", "time of one loop").range(0.001, 1e9, "ns").real(1300);

std::unique_ptr<Application> make_loops(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  Loops::Setting loops;
  loops.grain = values.get(g_parameter);
  loops.block = values.get(h_parameter);
  loops.weight = values.get(weight_parameter);
  loops.skew = values.get(skew_parameter);
  loops.spread = values.get(spread_parameter);
  loops.loop = values.get(loop_parameter);
  const auto mean = values.get(mean_parameter);
  if (mean % loops.block != 0 || mean == 0) {
    throw ValueError(fmt::format("loops: mean={} must be a multiple of the block size, h={}", mean,
                                 loops.block));
  }
  loops.mean_blocks = mean / loops.block;
  return std::make_unique<Loops>(loops, setting.nodes, setting.seed, setting.clock);
}

const RegisterApplication registered(
    {"loops",
     "busy loops of random lengths; every PE starts with g tasks, the imbalance lies in their "
     "sizes",
     "Willebeek-LeMair and Reeves 1993, Section V.A, Table III",
     {g_parameter, mean_parameter, h_parameter, weight_parameter, skew_parameter, spread_parameter,
      loop_parameter},
     false,
     make_loops,
     {{"loops", "", "loops run by the tasks that have been worked on"}}});

}  // namespace
}  // namespace isobar
