// SPDX-License-Identifier: Apache-2.0
// Speed of the RTL beside the model's, PE-cycles a second of one core, on square tori with default
// links, Liquid C5 and random loads up to 15: the SystemC model alone, the model with a PE of
// the RTL beside every PE and everything compared, and the whole fabric as one RTL module.
// Verilating is not in the time, elaboration is.
#include <benchmark/benchmark.h>

#include <chrono>
#include <string>
#include <systemc>

#include "models/fabric/pe_set.h"
#include "models/pe/run_cycles.h"
#include "tb/cosim.h"
#include "tb/rtl_options.h"
#include "tb/sliced/sliced_cosim.h"
#include "tb/whole_fabric.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

namespace {

using Clock = std::chrono::steady_clock;
using isobar::Experiment;

Experiment torus(std::int64_t side, double pe_cycles) {
  const auto k = std::to_string(side);
  auto e = isobar::test::experiment("torus:" + k + "x" + k, "lm-c5", "uniform:0..15");
  e.queue_depth = 16;
  constexpr double step = 2 * 83;
  e.max_steps = static_cast<std::int64_t>(pe_cycles / step) / (side * side);
  e.goal = {isobar::Goal::Kind::steps, e.max_steps};
  return e;
}

void report(benchmark::State& state, const Experiment& e, double seconds) {
  const double pe_cycles = 2.0 * 83 * static_cast<double>(e.max_steps) * e.fabric.nodes();
  state.SetIterationTime(seconds);
  state.counters["PE_cycles_per_s"] = pe_cycles / seconds;
}

/// Seconds that `run` takes in a process of its own, as SystemC wants it.
template <class Run>
double timed_in_child(Run run) {
  const auto measured = isobar::test::in_child([&] {
    const auto start = Clock::now();
    run();
    const auto time = Clock::now() - start;
    return std::vector<std::int64_t>{
        std::chrono::duration_cast<std::chrono::nanoseconds>(time).count()};
  });
  return static_cast<double>(measured[0]) * 1e-9;
}

isobar::CosimSetting all_rtl(const Experiment& e) {
  isobar::CosimSetting setting;
  setting.parameters = isobar::RtlParameters::of(e);
  setting.nodes = isobar::PeSet::all(e.fabric).nodes();
  return setting;
}

void model_alone(benchmark::State& state) {
  const auto e = torus(state.range(0), 2e9);
  for (auto _ : state) report(state, e, timed_in_child([&] { isobar::run_cycles(e); }));
}

void rtl_beside_model(benchmark::State& state) {
  const auto e = torus(state.range(0), 2e7);
  const auto setting = all_rtl(e);
  const isobar::VerilatedLibrary library({"isobar_pe", isobar::rtl_pe_options(setting.parameters)});
  for (auto _ : state) {
    report(state, e, timed_in_child([&] {
             if (isobar::run_cosim(e, setting, library).mismatch) std::abort();
           }));
  }
}

void gates_beside_model(benchmark::State& state) {
  const auto e = torus(state.range(0), 1e8);
  const auto setting = all_rtl(e);
  isobar::SlicedModule gates(isobar::make_gate_netlist(setting.parameters, {}), e.fabric.pes());
  for (auto _ : state) {
    report(state, e, timed_in_child([&] {
             if (isobar::run_cosim(e, setting, gates).mismatch) std::abort();
           }));
  }
}

void rtl_whole(benchmark::State& state) {
  const auto e = torus(state.range(0), 5e7);
  const auto parameters = isobar::RtlParameters::of(e);
  const isobar::VerilatedLibrary library({"isobar_fabric", isobar::rtl_fabric_options(parameters)});
  for (auto _ : state) {
    report(state, e, timed_in_child([&] {
             if (isobar::run_whole_fabric(e, parameters, library).mismatch) std::abort();
           }));
  }
}

void sizes(benchmark::internal::Benchmark* b) {
  b->Arg(8)->Arg(16);
  b->Iterations(1)->Repetitions(5)->UseManualTime()->Unit(benchmark::kMillisecond);
  b->ReportAggregatesOnly(true);
}

BENCHMARK(model_alone)->Apply(sizes);
BENCHMARK(rtl_beside_model)->Apply(sizes);
BENCHMARK(gates_beside_model)->Apply(sizes);
BENCHMARK(rtl_whole)->Apply(sizes);

}  // namespace
