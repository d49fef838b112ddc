// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "tb/input_log.h"
#include "tb/inside_waves.h"
#include "tb/scoreboard.h"
#include "tb/verilated_library.h"

namespace isobar {

struct CosimResult {
  std::optional<Mismatch> mismatch;
  std::optional<RunResult> run;  ///< if nothing differed
  std::int64_t pe_cycles = 0;    ///< cycles of RTL PEs that were compared
  /// Messages, decisions, landings and stream transfers compared; of work stealing messages, and
  /// tasks fetched and offered.
  std::int64_t events = 0;
  /// If something differed: calls a watcher with the last rows of the PE that differs. Empty for
  /// work stealing, which has none.
  std::function<void(RowWatcher&)> replay;
  /// If something differed: what came in at the PE that differs, which is kept to the end of the
  /// program; null where the PEs are gates, and for work stealing.
  const InputLog* inputs = nullptr;
};

/// The level `rtl`: runs an experiment with PEs of the RTL, each of which is compared in every
/// cycle with a model PE that gets the same inputs. SystemC allows one such run in a process. The
/// first difference ends it. `observer` may be null, and so may `rows`, which is called for all
/// rows that change, and `inside`, whose PEs are looked into. Throws what run_cycles throws.
CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      const VerilatedLibrary& library, Watch watch = {},
                      Observer* observer = nullptr, RowWatcher* rows = nullptr,
                      InsideWaves* inside = nullptr);

}  // namespace isobar
