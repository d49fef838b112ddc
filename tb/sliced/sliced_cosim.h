// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/cosim.h"
#include "tb/sliced/sliced_module.h"

namespace isobar {

/// As run_cosim with verilated PEs, but with the PE as gates, of which all PEs of the fabric are
/// evaluated at once. `gates` has as many PEs as the fabric, and all of them are RTL.
CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      SlicedModule& gates, Watch watch = {}, Observer* observer = nullptr,
                      RowWatcher* rows = nullptr);

}  // namespace isobar
