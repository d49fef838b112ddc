// SPDX-License-Identifier: Apache-2.0
// What watching costs: a whole run of level `cycles` on a 32×32 torus until balanced, all PEs and
// links, without a file and with a wave file or a trace. The trace is of the first 100 steps. Time
// is the processor's, so that other programs matter less.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "models/pe/fabric_model.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "waves/trace_recorder.h"
#include "waves/wave_recorder.h"

namespace {

namespace fs = std::filesystem;

/// Microseconds of the processor that this process has used.
std::int64_t used() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto microseconds = [](const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
  };
  return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
}

/// What a recorder of a run left in its file: bytes.
template <class Recorder, class... More>
std::int64_t record(const isobar::Experiment& e, const fs::path& file, More... more) {
  Recorder recorder(e, isobar::WaveScope::parse("", e.fabric), file, more...);
  recorder.finish(isobar::run_cycles(e, {}, &recorder).run.cycles);
  return static_cast<std::int64_t>(fs::file_size(file));
}

std::int64_t run(const isobar::Experiment& e, const fs::path& file) {
  if (file.extension() == ".json") {
    isobar::WaveWindow window;
    window.to = isobar::RunMoment::parse("steps:100");
    return record<isobar::TraceRecorder>(e, file, window);
  }
  if (!file.extension().empty()) return record<isobar::WaveRecorder>(e, file);
  isobar::run_cycles(e);
  return 0;
}

void watched(benchmark::State& state, const std::string& load, const std::string& file) {
  const auto e = isobar::test::experiment("torus:32x32", "lm-c5", load);
  auto name = (fs::temp_directory_path() / "isobar-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return state.SkipWithError("no temporary folder");
  for (auto _ : state) {
    const auto measured = isobar::test::in_child([&] {
      const auto start = used();
      const auto bytes = run(e, fs::path(name) / file);
      return std::vector<std::int64_t>{used() - start, bytes};
    });
    state.SetIterationTime(static_cast<double>(measured[0]) * 1e-6);
    state.counters["MB"] = static_cast<double>(measured[1]) * 1e-6;
  }
  fs::remove_all(name);
}

void repeated(benchmark::internal::Benchmark* b) {
  b->Iterations(1)->Repetitions(5)->UseManualTime()->Unit(benchmark::kMillisecond);
  b->ReportAggregatesOnly(true);
}

BENCHMARK_CAPTURE(watched, spike_without, "spike:5", "none")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_fst, "spike:5", "run.fst")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_vcd, "spike:5", "run.vcd")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_trace, "spike:5", "run.json")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_without, "uniform:0..100", "none")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_fst, "uniform:0..100", "run.fst")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_vcd, "uniform:0..100", "run.vcd")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_trace, "uniform:0..100", "run.json")->Apply(repeated);

}  // namespace
