// SPDX-License-Identifier: Apache-2.0
// Speed of the levels, `steps` by its generic interpreter: PE-phases (one PE, one dimension, its
// words and its transfer) a second of one core, or of two at `cycles`, on square tori with default
// links, Liquid C5, real tasks in the queues and every counter on. Elaboration is not in the time.
// Memory is the process's peak, elaboration included. What elaboration costs with and without names
// stands beside.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <systemc>

#include "models/pe/fabric_model.h"
#include "models/steps/run_steps.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t phases_wanted = 30'000'000;

std::int64_t nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

isobar::Experiment torus(std::int64_t side, const std::string& load) {
  const auto k = std::to_string(side);
  auto e = isobar::test::experiment("torus:" + k + "x" + k, "lm-c5", load);
  e.max_steps = phases_wanted / (2 * side * side);
  e.goal = {isobar::Goal::Kind::steps, e.max_steps};
  return e;
}

void report(benchmark::State& state, const isobar::Experiment& e, std::int64_t nanoseconds,
            std::int64_t kibibytes) {
  const auto phases = static_cast<double>(2 * e.max_steps) * e.fabric.nodes();
  state.SetIterationTime(static_cast<double>(nanoseconds) * 1e-9);
  state.counters["PE_phases_per_s"] = phases / (static_cast<double>(nanoseconds) * 1e-9);
  state.counters["ns_per_PE_phase"] = static_cast<double>(nanoseconds) / phases;
  state.counters["peak_MiB"] = static_cast<double>(kibibytes) / 1024;
}

/// As the program makes it.
isobar::FabricParts without_names() {
  isobar::FabricParts parts;
  parts.names = false;
  return parts;
}

void cycles(benchmark::State& state, const std::string& load, unsigned threads) {
  const auto e = torus(state.range(0), load);
  for (auto _ : state) {
    const auto measured = isobar::test::in_child([&] {
      auto parts = without_names();
      parts.threads = threads;
      isobar::FabricModel fabric("fabric", e, {}, nullptr, parts);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborates, and runs the first instant
      const auto start = Clock::now();
      sc_core::sc_start();
      const auto time = nanoseconds_since(start);
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return std::vector<std::int64_t>{time, usage.ru_maxrss};
    });
    report(state, e, measured[0], measured[1]);
  }
}

void steps(benchmark::State& state, const std::string& load) {
  const auto e = torus(state.range(0), load);
  for (auto _ : state) {
    const auto measured = isobar::test::in_child([&] {
      const auto start = Clock::now();
      isobar::run_steps_generic(e);
      const auto time = nanoseconds_since(start);
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return std::vector<std::int64_t>{time, usage.ru_maxrss};
    });
    report(state, e, measured[0], measured[1]);
  }
}

/// Makes and elaborates a fabric, whose links and ports have names or not.
void elaboration(benchmark::State& state, bool names) {
  const auto e = torus(state.range(0), "uniform:0..9");
  for (auto _ : state) {
    const auto measured = isobar::test::in_child([&] {
      auto parts = without_names();
      parts.names = names;
      const auto start = Clock::now();
      // It is kept, for the kernel forgets modules in a time quadratic in their number.
      static isobar::FabricModel* kept = nullptr;
      kept = new isobar::FabricModel("fabric", e, {}, nullptr, parts);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      const auto time = nanoseconds_since(start);
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return std::vector<std::int64_t>{time, usage.ru_maxrss, kept->done() ? 1 : 0};
    });
    const auto pes = static_cast<double>(e.fabric.pes());
    state.SetIterationTime(static_cast<double>(measured[0]) * 1e-9);
    state.counters["us_per_PE"] = static_cast<double>(measured[0]) * 1e-3 / pes;
    state.counters["bytes_per_PE"] = static_cast<double>(measured[1]) * 1024 / pes;
  }
}

void five_times(benchmark::internal::Benchmark* b) {
  b->Iterations(1)->Repetitions(5)->UseManualTime()->Unit(benchmark::kMillisecond);
  b->ReportAggregatesOnly(true);
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Arg(8)->Arg(16)->Arg(32)->Arg(64)->Arg(128)->Arg(256);
  five_times(b);
}

void large(benchmark::internal::Benchmark* b) {
  b->Arg(256);
  five_times(b);
}

BENCHMARK_CAPTURE(cycles, spike, "spike:5", 1)->Apply(sizes);
BENCHMARK_CAPTURE(cycles, random, "uniform:0..100", 1)->Apply(sizes);
BENCHMARK_CAPTURE(cycles, spike_two_threads, "spike:5", 2)->Apply(sizes);
BENCHMARK_CAPTURE(cycles, random_two_threads, "uniform:0..100", 2)->Apply(sizes);
BENCHMARK_CAPTURE(elaboration, named, true)->Apply(large);
BENCHMARK_CAPTURE(elaboration, unnamed, false)->Apply(large);
BENCHMARK_CAPTURE(steps, spike, "spike:5")->Apply(sizes);
BENCHMARK_CAPTURE(steps, random, "uniform:0..100")->Apply(sizes);

}  // namespace

int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
