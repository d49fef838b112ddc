// SPDX-License-Identifier: Apache-2.0
// What watching costs: a whole run of level `cycles` on a 32×32 torus until balanced, all PEs and
// links, without a file and with a wave file or a trace. The trace is of the first 100 steps. Time
// is the clock's, of which a wave file takes little where a second processor is free; `cpu` is what
// all processors spend on it.
#include <benchmark/benchmark.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/pe/run_cycles.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "waves/trace_recorder.h"
#include "waves/wave_recorder.h"

namespace {

namespace fs = std::filesystem;

/// Seconds.
struct Spent {
  double clock;
  double processors;  ///< of this process
};

Spent now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  const auto clock = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double>(clock).count(),
          seconds(usage.ru_utime) + seconds(usage.ru_stime)};
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
    window.to = isobar::RunInstant::parse("steps:100");
    return record<isobar::TraceRecorder>(e, file, window);
  }
  if (!file.extension().empty()) return record<isobar::WaveRecorder>(e, file);
  isobar::run_cycles(e);
  return 0;
}

struct Measured {
  Spent spent;
  double megabytes;
};

/// A run in a process of its own.
Measured measure(const isobar::Experiment& e, const fs::path& file) {
  const auto numbers = isobar::test::in_child([&] {
    const auto start = now();
    const auto bytes = run(e, file);
    const auto end = now();
    const auto microseconds = [](double seconds) {
      return static_cast<std::int64_t>(std::llround(seconds * 1e6));
    };
    return std::vector<std::int64_t>{microseconds(end.clock - start.clock),
                                     microseconds(end.processors - start.processors), bytes};
  });
  const auto million = [&](std::size_t i) { return 1e-6 * static_cast<double>(numbers[i]); };
  return {{million(0), million(1)}, million(2)};
}

/// A folder that lives as long as the benchmark.
class Folder {
 public:
  Folder() : path_((fs::temp_directory_path() / "isobar-bench-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return fs::path(path_) / name; }

 private:
  std::string path_;
};

void watched(benchmark::State& state, const std::string& load, const std::string& file) {
  const auto e = isobar::test::experiment("torus:32x32", "lm-c5", load);
  const Folder folder;
  for (auto _ : state) {
    const auto [spent, megabytes] = measure(e, folder / file);
    state.SetIterationTime(spent.clock);
    state.counters["cpu"] = spent.processors;
    state.counters["MB"] = megabytes;
  }
}

/// All three, one after the other, and how they compare: what other programs take away is taken
/// from all alike. The time is that of the run with FST.
void compared(benchmark::State& state, const std::string& load) {
  const auto e = isobar::test::experiment("torus:32x32", "lm-c5", load);
  const Folder folder;
  for (auto _ : state) {
    const auto none = measure(e, folder / "none");
    const auto fst = measure(e, folder / "run.fst");
    const auto vcd = measure(e, folder / "run.vcd");
    state.SetIterationTime(fst.spent.clock);
    state.counters["fst/none"] = fst.spent.clock / none.spent.clock;
    state.counters["vcd/none"] = vcd.spent.clock / none.spent.clock;
    state.counters["fst/none_cpu"] = fst.spent.processors / none.spent.processors;
    state.counters["vcd/none_cpu"] = vcd.spent.processors / none.spent.processors;
    state.counters["fst/vcd_size"] = fst.megabytes / vcd.megabytes;
  }
}

void repeated(benchmark::internal::Benchmark* b) {
  b->Iterations(1)->Repetitions(5)->UseManualTime()->Unit(benchmark::kMillisecond);
  b->ReportAggregatesOnly(true);
}

BENCHMARK_CAPTURE(compared, spike, "spike:5")->Apply(repeated);
BENCHMARK_CAPTURE(compared, random, "uniform:0..100")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_without, "spike:5", "none")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_fst, "spike:5", "run.fst")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_vcd, "spike:5", "run.vcd")->Apply(repeated);
BENCHMARK_CAPTURE(watched, spike_trace, "spike:5", "run.json")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_without, "uniform:0..100", "none")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_fst, "uniform:0..100", "run.fst")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_vcd, "uniform:0..100", "run.vcd")->Apply(repeated);
BENCHMARK_CAPTURE(watched, random_trace, "uniform:0..100", "run.json")->Apply(repeated);

}  // namespace
