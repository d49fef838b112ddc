// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_cosim.h"

#include <utility>

#include "tb/cosim_run.h"
#include "tb/sliced/sliced_bench.h"

namespace isobar {

CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      SlicedModule& gates, Watch watch, Observer* observer, RowWatcher* rows) {
  return run_beside<SlicedBench>(experiment, setting, gates, std::move(watch), observer, rows);
}

}  // namespace isobar
