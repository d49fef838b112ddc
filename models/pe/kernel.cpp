// SPDX-License-Identifier: Apache-2.0
#include "models/pe/kernel.h"

#include "models/errors.h"

namespace isobar {

void run_kernel(const std::optional<sc_core::sc_time>& most) {
  try {
    if (most) {
      sc_core::sc_start(*most, sc_core::SC_EXIT_ON_STARVATION);
    } else {
      sc_core::sc_start();
    }
  } catch (const sc_core::sc_report& report) {  // how the kernel passes on what a process threw
    throw ModelError(report.get_msg());
  }
}

}  // namespace isobar
