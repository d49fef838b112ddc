// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "tb/verilated_library.h"

namespace isobar {

/// Where a fabric of RTL first differs from the level `steps`.
struct FabricMismatch {
  std::int64_t step = 0;
  Cycle cycle = 0;               ///< of the run, 0 its first one; at a step end the one after it
  std::optional<Node> node;      ///< none: of the whole fabric
  std::optional<unsigned> port;  ///< of the fabric, where a link differs that leaves there
  std::string quantity;
  std::string rtl;
  std::string model;
};

struct WholeResult {
  std::optional<FabricMismatch> mismatch;
  std::optional<RunResult> run;           ///< if nothing differed: what both measured
  std::vector<std::vector<Task>> queues;  ///< if nothing differed: the RTL's, oldest task first
  std::int64_t pe_cycles = 0;             ///< of the run, without filling and emptying the queues
  std::int64_t compared = 0;              ///< numbers and tasks
  double seconds = 0;                     ///< that the RTL's cycles of the run took
};

/// Runs an experiment in a whole fabric of RTL, without SystemC, beside the level `steps`.
/// `library` is isobar_fabric with the rtl_fabric_options() of `parameters`. Compared are: every
/// load at the start; the cycle and every load at every step end; at the end the transfer, word and
/// set-up cycles of every link, and that every task is still there, once and unaltered. The first
/// difference ends the run. `watch` is called at every step end at which nothing differs; the run
/// ends there if it returns false. Memory does not grow with the length of the run.
/// Throws ValueError for tasks of 32 bits or less, which do not tell which they are, and ModelError
/// if the library is of another number of PEs, or as run_steps.
WholeResult run_whole_fabric(const Experiment& experiment, const RtlParameters& parameters,
                             const VerilatedLibrary& library, const Watch& watch = {});

}  // namespace isobar
