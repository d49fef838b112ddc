// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/fst_over_none.h"

#include <sched.h>

#include <vector>

#include "host/scratch_folder.h"
#include "models/pe/run_cycles.h"
#include "tests/bench/guard/memory_at_hand.h"
#include "tests/bench/guard/processor_time.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "waves/wave_recorder.h"

namespace isobar::bench {
namespace {

/// Has this process run on one processor: two that share a core take twice the time for the same.
void stay_on_one_processor() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);
}

}  // namespace

double fst_over_none() {
  auto e = test::experiment("torus:32x32", "lm-c5", "spike:5");
  e.goal = {Goal::Kind::steps, 1000};
  const auto folder = temporary_folder("isobar-bench");
  const auto time = [&](bool recorded) {
    const auto spent = test::in_child([&] {
      stay_on_one_processor();
      have_memory_at_hand();
      const auto start = processor_nanoseconds();
      if (recorded) {
        WaveRecorder recorder(e, WaveScope::parse("", e.fabric), folder.path() / "run.fst");
        recorder.finish(run_cycles(e, {}, &recorder).run.cycles);
      } else {
        run_cycles(e);
      }
      return std::vector<std::int64_t>{processor_nanoseconds() - start};
    });
    return static_cast<double>(spent[0]);
  };
  const double none = time(false);
  return time(true) / none;
}

}  // namespace isobar::bench
