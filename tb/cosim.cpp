// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim.h"

#include <utility>

#include "tb/bench.h"
#include "tb/cosim_run.h"

namespace isobar {

CosimResult run_cosim(const Experiment& experiment, const CosimSetting& setting,
                      const VerilatedLibrary& library, Watch watch, Observer* observer,
                      RowWatcher* rows, InsideWaves* inside) {
  auto result =
      run_beside<Bench>(experiment, setting, library, std::move(watch), observer, rows, inside);
  library.write_coverage();
  return result;
}

}  // namespace isobar
