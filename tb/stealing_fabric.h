// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/link/observer.h"
#include "models/measure/watch.h"
#include "tb/inside_waves.h"
#include "tb/verilated_library.h"
#include "tb/whole_fabric.h"

namespace isobar {

/// Runs an experiment of work stealing in a whole fabric of RTL beside the level `cycles`, cycle by
/// cycle. `library` is isobar_stealing_fabric with the rtl_fabric_options() of `parameters`. In
/// every cycle it compares each load, each bit of each link, what executors get from their queues
/// and put there, and that there are no errors; at the end the transfer, word and set-up cycles of
/// every link, and the queues, task by task. Executors do at the RTL's streams what they do in the
/// model. The first difference ends the run, whose step is 0. `watch` is called now and then; the
/// run ends if it returns false. Memory does not grow with the length of the run. `watcher`, which
/// hears of no steps, and `mutant` are as in run_whole_fabric. `observer`, which may be null,
/// observes the model, and `inside` the RTL, whose library `library` then is. SystemC allows one
/// such run in a process. Throws as run_whole_fabric, and what run_cycles throws.
WholeResult run_stealing_fabric(const Experiment& experiment, const RtlParameters& parameters,
                                const VerilatedLibrary& library, const Watch& watch = {},
                                FabricWatcher* watcher = nullptr, std::uint64_t mutant = 0,
                                Observer* observer = nullptr, InsideWaves* inside = nullptr);

/// Where PEs are in isobar_stealing_fabric.
InsideWaves::Place stealing_place(const RtlParameters& parameters);

}  // namespace isobar
