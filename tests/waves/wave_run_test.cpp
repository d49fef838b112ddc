// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/waves/wave_file.h"
#include "waves/wave_recorder.h"

using namespace isobar;
using namespace isobar::test;

namespace {

/// Cycles for which a variable holds a value before `end`.
Cycle cycles_of(const Values& values, const std::string& value, Cycle end, std::uint64_t ps) {
  Cycle sum = 0;
  for (auto at = values.begin(); at != values.end(); ++at) {
    const auto next = std::next(at);
    const auto until = next == values.end() ? static_cast<std::uint64_t>(end) * ps : next->first;
    if (at->second == value) sum += static_cast<Cycle>((until - at->first) / ps);
  }
  return sum;
}

}  // namespace

TEST_CASE("a wave file holds the loads of every step and each link's busy cycles",
          "[waves][systemc]") {
  constexpr std::uint64_t ps = 4000;
  struct Run {
    std::string fabric;
    std::string scheme;
    std::string load;
    Cycle setup;
    std::string file;
  };
  const auto run = GENERATE(Run{"ring:8", "lm-c5", "spike:2", 0, "run.vcd"},
                            Run{"ring:8", "lm-c5", "spike:2", 0, "run.fst"},
                            Run{"torus:4x3", "lm-c4", "uniform:0..9", 3, "run.vcd"},
                            Run{"hypercube:3", "lm-c0", "spike:3", 0, "run.fst"},
                            Run{"torus:4x3", "nna", "uniform:0..90", 0, "run.fst"});
  const Scratch folder;
  auto e = experiment(run.fabric, run.scheme, run.load);
  e.max_steps = 40;
  const auto& fabric = e.fabric;
  e.links.assign(e.links.size(), LinkTiming({250'000'000, 1, run.setup}, e.clock));

  std::map<Cycle, std::vector<Load>> loads;
  run_steps(e, [&](const Progress& progress) {
    loads[progress.at.cycles] = progress.loads;
    return true;
  });
  // A SystemC run needs a process of its own; what it measured comes back, four numbers a link.
  const auto measured = in_child([&] {
    WaveRecorder recorder(e, WaveScope::parse("", fabric), folder / run.file);
    const auto result = run_cycles(e, {}, &recorder);
    recorder.finish(result.run.cycles);
    std::vector<std::int64_t> numbers = {result.run.cycles};
    for (const auto& link : result.links) {
      numbers.insert(numbers.end(),
                     {link.transfers, link.tasks, link.word_cycles + link.words * run.setup,
                      link.transfer_cycles + link.transfers * run.setup});
    }
    return numbers;
  });
  const Cycle end = measured[0];
  REQUIRE(loads.rbegin()->first == end);
  REQUIRE(loads.size() > 3);

  const auto wave = read_wave(folder / run.file);
  for (const auto& [cycle, of_step] : loads) {
    const auto time = static_cast<std::uint64_t>(cycle) * ps;
    for (Node node = 0; node < fabric.nodes(); ++node) {
      INFO("cycle " << cycle << ", PE " << node);
      const auto& values = wave.signals.at(fmt::format("isobar.pe_{}.load", node));
      REQUIRE(value_at(values, time) == bits(static_cast<std::uint64_t>(of_step[node])));
    }
  }
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto& port = fabric.ports()[slot % fabric.degree()];
    const auto path = fmt::format("isobar.pe_{}.link_{}_{}", slot / fabric.degree(), port.dimension,
                                  port.direction == Direction::successor ? "succ" : "pred");
    INFO(path);
    const auto& states = wave.signals.at(path + ".state");
    const auto* const of_link = &measured[1 + 4 * slot];
    const auto word_cycles = of_link[2];
    const auto transfer_cycles = of_link[3];
    CHECK(cycles_of(states, "\"word\"", end, ps) == word_cycles);
    CHECK(cycles_of(states, "\"transfer\"", end, ps) == transfer_cycles);
    CHECK(cycles_of(states, "\"idle\"", end, ps) == end - word_cycles - transfer_cycles);
    // A transfer is where the state becomes one; its tasks were ordered out before.
    std::int64_t transfers = 0;
    std::int64_t tasks = 0;
    for (const auto& [time, state] : states) {
      if (state != "\"transfer\"") continue;
      const auto sent = value_at(wave.signals.at(path + ".tasks"), time);
      CHECK(value_at(wave.signals.at(path + ".shift"), time) == sent);
      ++transfers;
      tasks += std::stoll(sent, nullptr, 2);
    }
    CHECK(transfers == of_link[0]);
    CHECK(tasks == of_link[1]);
  }
}

TEST_CASE("both levels write the same waves", "[waves][systemc]") {
  const auto* scheme = GENERATE("lm-c5", "nna", "de");
  const auto* name = GENERATE("run.vcd", "run.fst");
  const Scratch folder;
  auto e = experiment("torus:4x3", scheme, "uniform:0..9");
  e.max_steps = 12;
  const auto steps_file = folder / (std::string("steps_") + name);
  const auto cycles_file = folder / (std::string("cycles_") + name);
  WaveRecorder recorder(e, WaveScope::parse("", e.fabric), steps_file);
  recorder.finish(run_steps_generic(e, {}, &recorder).run.cycles);
  in_child([&] {
    WaveRecorder other(e, WaveScope::parse("", e.fabric), cycles_file);
    other.finish(run_cycles(e, {}, &other).run.cycles);
    return std::vector<std::int64_t>();
  });
  const auto steps = read_wave(steps_file);
  const auto cycles = read_wave(cycles_file);
  CHECK(steps.times == cycles.times);
  CHECK(steps.signals == cycles.signals);
  CHECK(steps.signals.at("isobar.pe_0.load").size() > 1);
}
