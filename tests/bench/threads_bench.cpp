// SPDX-License-Identifier: Apache-2.0
// How much faster two threads are than one at level `cycles`: Liquid C5, and two message-driven
// schemes whose partners are all PEs or neighbours, on square tori with default links. One and two
// threads run in turns; elaboration is not in the time. Beside it a copy of 128 MiB by one thread
// and by two, for what does not fit the caches goes no faster than memory does.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstring>
#include <string>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/message_driven_fabric.h"
#include "models/schemes/contract/registry.h"
#include "models/team.h"
#include "models/workloads/application.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

namespace {

using Clock = std::chrono::steady_clock;
using isobar::Experiment;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string torus(std::int64_t side) {
  return "torus:" + std::to_string(side) + "x" + std::to_string(side);
}

Experiment liquid(std::int64_t side) {
  constexpr std::int64_t phases = 20'000'000;
  auto e = isobar::test::experiment(torus(side), "lm-c5", "uniform:0..100");
  e.max_steps = phases / (2 * side * side);
  e.goal = {isobar::Goal::Kind::steps, e.max_steps};
  return e;
}

/// For so many cycles of a PE in all.
Experiment with_agents(Experiment e, const std::string& scheme, std::int64_t pe_cycles) {
  e.scheme = nullptr;
  e.agents = isobar::SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
  e.goal = {isobar::Goal::Kind::cycles, pe_cycles / e.fabric.pes()};
  e.max_cycles = 2 * e.goal.count;
  return e;
}

Experiment averaging(std::int64_t side) {
  return with_agents(isobar::test::experiment(torus(side), "none", "uniform:0..100"), "nna-async",
                     40'000'000);
}

Experiment stealing(std::int64_t side) {
  const auto choice = isobar::ApplicationChoice::parse("uts:t=1,a=3,d=7,b=4,r=19");
  auto e = isobar::test::experiment(torus(side), "none", "spike:0");
  e.application = [choice, pes = e.fabric.pes(), clock = e.clock] {
    return choice.entry->make({pes, 1, clock, choice.parameters});
  };
  e.loads = e.application()->initial_loads();
  e.queue_depth = 1 << 17;
  e.load_bits = isobar::default_load_bits(e.queue_depth);
  return with_agents(std::move(e), "steal", 750'000'000);
}

/// In a child: nanoseconds of a run. The fabric is kept, for the kernel forgets modules in a time
/// quadratic in their number.
template <class Model, class Parts>
std::vector<std::int64_t> time_of(const Experiment& e, unsigned threads) {
  Parts parts;
  parts.names = false;
  parts.threads = threads;
  static Model* kept = nullptr;
  kept = new Model("fabric", e, {}, nullptr, parts);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborates, and runs the first instant
  const auto start = Clock::now();
  sc_core::sc_start();
  const auto seconds = seconds_since(start);
  return {static_cast<std::int64_t>(seconds * 1e9), kept->done() ? 1 : 0};
}

double seconds(const Experiment& e, unsigned threads) {
  const auto measured = isobar::test::in_child([&] {
    return e.agents ? time_of<isobar::MessageDrivenFabric, isobar::MessageDrivenParts>(e, threads)
                    : time_of<isobar::FabricModel, isobar::FabricParts>(e, threads);
  });
  return static_cast<double>(measured.front()) * 1e-9;
}

void report(benchmark::State& state, double one, double two) {
  state.SetIterationTime(two);
  state.counters["one_by_two"] = one / two;
  state.counters["one_s"] = one;
  state.counters["two_s"] = two;
}

void threads(benchmark::State& state, Experiment (*make)(std::int64_t side)) {
  const auto e = make(state.range(0));
  for (auto _ : state) {
    const auto one = seconds(e, 1);
    report(state, one, seconds(e, 2));
  }
}

void threads_copy(benchmark::State& state) {
  constexpr std::size_t bytes = 128 << 20;
  std::vector<unsigned char> from(bytes, 1);
  std::vector<unsigned char> to(bytes, 2);
  for (auto _ : state) {
    const auto time = [&](unsigned size) {
      isobar::Team team(size);
      const auto part = bytes / size;
      const auto start = Clock::now();
      for (int i = 0; i < 10; ++i) {
        team.run([&](unsigned number) {
          std::memcpy(to.data() + number * part, from.data() + number * part, part);
        });
      }
      benchmark::DoNotOptimize(to.data());
      return seconds_since(start);
    };
    const auto one = time(1);
    report(state, one, time(2));
  }
}

void in_turns(benchmark::internal::Benchmark* b) {
  b->Iterations(1)->Repetitions(5)->UseManualTime()->Unit(benchmark::kMillisecond);
  b->ReportAggregatesOnly(true);
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Arg(32)->Arg(64)->Arg(128)->Arg(256);
  in_turns(b);
}

BENCHMARK(threads_copy)->Apply(in_turns);
BENCHMARK_CAPTURE(threads, liquid, liquid)->Apply(sizes);
BENCHMARK_CAPTURE(threads, steal, stealing)->Apply(sizes);
BENCHMARK_CAPTURE(threads, nna_async, averaging)->Apply(sizes);

}  // namespace
