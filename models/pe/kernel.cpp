// SPDX-License-Identifier: Apache-2.0
#include "models/pe/kernel.h"

#include <systemc>

#include "models/errors.h"

namespace isobar {

void run_kernel() {
  // Processes report errors, and the kernel what they throw.
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    throw ModelError(report.get_msg());
  }
}

}  // namespace isobar
