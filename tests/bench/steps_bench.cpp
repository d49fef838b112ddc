// SPDX-License-Identifier: Apache-2.0
// Speed of the Liquid kernels: PE-steps (one PE, all its dimensions) a second, and beside it what a
// plain copy of the same loads takes, the two measured in turns. `of_copy` is the ratio of the two
// rates, loads by loads; a copy reads and writes each once, as a step at least must.
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "models/steps/liquid_kernel.h"
#include "models/steps/plane.h"
#include "models/steps/run_liquid.h"
#include "tests/support/experiments.h"

namespace {

using isobar::LiquidKernel;
using isobar::LiquidPlan;

/// The time of one thread is that for which it ran; that of several includes waiting for a
/// processor.
double now(unsigned threads) {
  timespec time{};
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds(unsigned threads, const std::function<void()>& work) {
  const double start = now(threads);
  work();
  return now(threads) - start;
}

/// The middle of an odd number of measurements, which other load on the machine disturbs least.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Clock cycles a second of this core now: additions that wait for each other take one each.
double clock_rate() {
  constexpr std::int64_t additions = 20'000'000;
  const double time = seconds(1, [] {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < additions; ++i) {
      sum += i;
      benchmark::DoNotOptimize(sum);
    }
  });
  return static_cast<double>(additions) / time;
}

/// Copies as a step does its work: in one part a thread.
class Copy {
 public:
  Copy(std::size_t bytes, unsigned threads) : from_(bytes), to_(bytes), threads_(threads) {
    std::memset(from_.data(), 1, bytes);
    std::memset(to_.data(), 1, bytes);
  }
  void operator()() {
    if (threads_ == 1) {
      std::memcpy(to_.data(), from_.data(), from_.size());
    } else {
      std::vector<std::thread> others;
      for (unsigned part = 0; part < threads_; ++part) {
        others.emplace_back([this, part] {
          const std::size_t size = from_.size() / threads_;
          std::memcpy(to_.data() + part * size, from_.data() + part * size, size);
        });
      }
      for (auto& thread : others) thread.join();
    }
    benchmark::ClobberMemory();
  }

 private:
  isobar::Plane<char> from_;
  isobar::Plane<char> to_;
  unsigned threads_;
};

struct Case {
  const char* fabric;
  unsigned load_bits;
  std::size_t steps_per_pass;  ///< 0: as suits
  unsigned threads = 1;
  bool counts = false;
  const char* scheme = "lm-c5";
};

/// As for a run that gives a summary: each PE's deepest queue is not kept.
isobar::Experiment experiment(const char* fabric, const char* scheme, const char* load) {
  auto e = isobar::test::experiment(fabric, scheme, load);
  e.lists_deepest = false;
  return e;
}

LiquidPlan plan_of(const Case& c, const isobar::Experiment& e) {
  auto plan = LiquidPlan::suited(e, c.threads);
  plan.load_bits = c.load_bits;
  plan.counts = c.counts;
  if (c.steps_per_pass > 0) plan.steps_per_pass = c.steps_per_pass;
  return plan;
}

void kernel(benchmark::State& state, const Case& c) {
  constexpr int rounds = 15;
  constexpr double least_pe_steps = 2e7;
  const auto e = experiment(c.fabric, c.scheme, "uniform:0..120");
  const auto plan = plan_of(c, e);
  const auto kernel = LiquidKernel::make(e, plan);
  const double nodes = e.fabric.nodes();
  Copy copy(e.fabric.nodes() * c.load_bits / 8, plan.threads);
  const auto passes =
      static_cast<int>(1 + least_pe_steps / (nodes * static_cast<double>(plan.steps_per_pass)));
  const double pe_steps = passes * static_cast<double>(plan.steps_per_pass) * nodes;
  kernel->advance(plan.steps_per_pass);
  for (auto _ : state) {
    std::vector<double> steps;
    std::vector<double> copies;
    std::vector<double> ratios;
    std::vector<double> clocks;
    for (int round = 0; round < rounds; ++round) {
      copies.push_back(seconds(plan.threads, [&] {
        for (int i = 0; i < passes; ++i) copy();
      }));
      steps.push_back(seconds(plan.threads, [&] {
        for (int i = 0; i < passes; ++i) kernel->advance(plan.steps_per_pass);
      }));
      ratios.push_back(copies.back() / steps.back() * static_cast<double>(plan.steps_per_pass));
      clocks.push_back(clock_rate());
    }
    const double rate = pe_steps / median(steps);
    state.SetIterationTime(median(steps));
    state.counters["PE_steps_per_s"] = rate;
    state.counters["copy_GB_per_s"] = passes * nodes * c.load_bits / 8 / median(copies) * 1e-9;
    state.counters["of_copy"] = median(ratios);
    state.counters["per_cycle"] = rate / median(clocks) / plan.threads;
  }
}

/// A whole run until balanced, with everything that its result holds, in turns with the kernel
/// alone for as many steps.
void whole_run(benchmark::State& state, const char* fabric, const char* load, unsigned threads) {
  constexpr int rounds = 3;
  auto e = experiment(fabric, "lm-c5", load);
  e.max_steps = std::numeric_limits<std::int64_t>::max();
  auto plan = LiquidPlan::suited(e, threads);
  for (auto _ : state) {
    std::vector<double> runs;
    std::vector<double> ratios;
    std::int64_t steps = 0;
    for (int round = 0; round < rounds; ++round) {
      runs.push_back(seconds(plan.threads, [&] { steps = run_liquid(e, {}, plan).run.steps; }));
      auto bare = plan;
      bare.counts = false;
      const auto kernel = LiquidKernel::make(e, bare);
      const double alone = seconds(plan.threads, [&] {
        for (auto left = static_cast<std::size_t>(steps); left > 0;) {
          const auto now = std::min(left, bare.steps_per_pass);
          kernel->advance(now);
          left -= now;
        }
      });
      ratios.push_back(alone / runs.back());
    }
    state.SetIterationTime(median(runs));
    state.counters["steps"] = static_cast<double>(steps);
    state.counters["PE_steps_per_s"] = static_cast<double>(steps) * e.fabric.nodes() / median(runs);
    state.counters["of_kernel"] = median(ratios);
  }
}

void once(benchmark::internal::Benchmark* b) {
  b->Iterations(1)->Repetitions(3)->UseManualTime()->Unit(benchmark::kMillisecond);
}

constexpr auto ring = "ring:16777216";
constexpr auto torus = "torus:4096x4096";
constexpr auto cube = "torus:256x256x256";

BENCHMARK_CAPTURE(kernel, ring_32_bit_1_step, Case{ring, 32, 1})->Apply(once);
BENCHMARK_CAPTURE(kernel, ring_16_bit_1_step, Case{ring, 16, 1})->Apply(once);
BENCHMARK_CAPTURE(kernel, ring_32_bit, Case{ring, 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, ring_16_bit, Case{ring, 16, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_32_bit_1_step, Case{torus, 32, 1})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_16_bit_1_step, Case{torus, 16, 1})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_8_bit_1_step, Case{torus, 8, 1})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_32_bit, Case{torus, 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_32_bit_counted, Case{torus, 32, 0, 1, true})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_16_bit, Case{torus, 16, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_16_bit_counted, Case{torus, 16, 0, 1, true})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_8_bit, Case{torus, 8, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_32_bit_1_step_2_threads, Case{torus, 32, 1, 2})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_32_bit_2_threads, Case{torus, 32, 0, 2})->Apply(once);
BENCHMARK_CAPTURE(kernel, cube_32_bit, Case{cube, 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, cube_32_bit_counted, Case{cube, 32, 0, 1, true})->Apply(once);
BENCHMARK_CAPTURE(kernel, cube_16_bit, Case{cube, 16, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, cube_8_bit, Case{cube, 8, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, hypercube_20_8_bit, Case{"hypercube:20", 8, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, hypercube_20_32_bit, Case{"hypercube:20", 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, hhc_12_8_bit, Case{"hhc:12", 8, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, ring_in_cache, Case{"ring:65536", 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_in_cache, Case{"torus:512x256", 32, 0})->Apply(once);
BENCHMARK_CAPTURE(kernel, torus_in_cache_c4, Case{"torus:512x256", 32, 0, 1, false, "lm-c4"})
    ->Apply(once);
BENCHMARK_CAPTURE(kernel, small_torus, Case{"torus:64x64", 32, 0})->Apply(once);
BENCHMARK_CAPTURE(whole_run, torus_256, "torus:256x256", "spike:5", 1)->Apply(once);
BENCHMARK_CAPTURE(whole_run, torus_128, "torus:128x128", "spike:5", 1)->Apply(once);

}  // namespace
