// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "tb/cosim.h"
#include "tb/sliced/sliced_cosim.h"

namespace isobar::test {

/// What a run at level `cycles` leaves.
struct CyclesOutcome {
  RunResult result;
  std::vector<std::vector<Task>> queues;
};

/// Runs at level `cycles` in a child process, as SystemC allows one elaboration in each; a test can
/// so run thousands. Throws std::runtime_error with the child's message if it fails.
CyclesOutcome run_forked(const Experiment& experiment, const Watch& watch = {},
                         unsigned threads = 1);

/// What a run at level `rtl` leaves.
struct RtlOutcome {
  std::string mismatch;  ///< empty if RTL and model agree
  std::int64_t pe_cycles = 0;
  std::int64_t events = 0;
  std::int64_t full_queues = 0;  ///< how often a landing took the last place of a queue
  RunResult result;
};

RtlOutcome run_rtl_forked(const Experiment& experiment, const CosimSetting& setting,
                          const VerilatedLibrary& library);
RtlOutcome run_rtl_forked(const Experiment& experiment, const CosimSetting& setting,
                          SlicedModule& gates);

/// Calls `body` in a child process and returns the numbers that it returns.
std::vector<std::int64_t> in_child(const std::function<std::vector<std::int64_t>()>& body);

}  // namespace isobar::test
