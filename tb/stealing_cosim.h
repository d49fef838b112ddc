// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/cosim_setting.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/measure/watch.h"
#include "tb/cosim.h"
#include "tb/inside_waves.h"
#include "tb/verilated_library.h"

namespace isobar {

/// The level `rtl` of work stealing, whose PEs have no phases in which one of the model could stand
/// beside one of the RTL: all of them are RTL, the fabric as one module, as run_stealing_fabric
/// compares it. `library` and `inside` are as there, the rest as in run_cosim. After a difference
/// there are neither rows nor inputs to look at.
CosimResult run_stealing_cosim(const Experiment& experiment, const CosimSetting& setting,
                               const VerilatedLibrary& library, const Watch& watch,
                               Observer* observer, InsideWaves* inside = nullptr);

}  // namespace isobar
