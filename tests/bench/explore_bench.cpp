// SPDX-License-Identifier: Apache-2.0
// What a campaign costs beside its points: 64 runs of level `cycles`, of 60 to 90 ms each, by
// one worker and by two. `overhead` is the campaign's time over its points' own, divided by the
// workers; 1 would be nothing at all.
#include <SQLiteCpp/SQLiteCpp.h>
#include <benchmark/benchmark.h>

#include <filesystem>
#include <fstream>

#include "host/scratch_folder.h"
#include "sim/explore/campaign.h"

namespace {

using namespace isobar;

double seconds_of(const std::filesystem::path& folder, const char* what) {
  SQLite::Database database((folder / "campaign.db").string());
  return database.execAndGet(std::string("SELECT ") + what + "(seconds) FROM provenance")
      .getDouble();
}

void campaign(benchmark::State& state) {
  const ScratchFolder scratch(std::filesystem::temp_directory_path() / "isobar-bench",
                              "no temporary folder");
  std::ofstream(scratch.path() / "plan.toml")
      << "[base]\nfabric = \"torus:20x20\"\nscheme = \"lm-c5\"\nload = \"spike:5\"\n"
         "level = \"cycles\"\n[[axis]]\nkey = \"link.latency\"\nfrom = 1\nto = 64\nstep = 1\n";
  const auto plan = read_plan(scratch.path() / "plan.toml");
  const auto workers = static_cast<unsigned>(state.range(0));
  int number = 0;
  for (auto _ : state) {
    const auto folder = scratch.path() / std::to_string(number++);
    const auto start = std::chrono::steady_clock::now();
    {
      CampaignLock lock(folder);
      CampaignStore store(folder);
      run_campaign(plan, store, local_engine({workers, 0}, lock));
      store.close();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(took.count());
    state.counters["overhead"] = took.count() * workers / seconds_of(folder, "sum");
    state.counters["shortest_ms"] = 1000 * seconds_of(folder, "min");
  }
}

BENCHMARK(campaign)
    ->Name("campaign/64_points/workers")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(1)
    ->Repetitions(5)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->ReportAggregatesOnly(true);

}  // namespace
