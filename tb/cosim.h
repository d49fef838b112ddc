// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "tb/scoreboard.h"
#include "tb/verilated_library.h"

namespace isobar {

struct CosimResult {
  std::optional<Mismatch> mismatch;
  std::optional<RunResult> run;  ///< if nothing differed
  std::int64_t pe_cycles = 0;    ///< of the RTL's PEs, compared
  std::int64_t events = 0;       ///< messages, decisions, landings and streams' transfers, compared
  /// If something did: tells a watcher the last rows of that PE.
  std::function<void(RowWatcher&)> replay;
};

/// The level `rtl`: runs an experiment with PEs of the RTL, each held in every cycle against a
/// model PE that gets the same inputs. SystemC allows one such run in a process. The first
/// difference ends it. `observer` and `rows`, which is told of all rows that change, may be null.
/// Throws as run_cycles.
CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      const VerilatedLibrary& library, Watch watch = {},
                      Observer* observer = nullptr, RowWatcher* rows = nullptr);

}  // namespace isobar
