// SPDX-License-Identifier: Apache-2.0
#include "models/pe/kernel.h"

#include <cstring>
#include <new>
#include <systemc>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

void run_kernel() {
  // Processes report errors, and the kernel what they throw.
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    if (std::strcmp(report.get_msg_type(), report_value) == 0) throw ValueError(report.get_msg());
    const std::bad_alloc no_memory;  // of what a process throws the kernel keeps the text alone
    if (std::strcmp(report.get_msg(), no_memory.what()) == 0) throw no_memory;
    throw ModelError(report.get_msg());
  }
}

}  // namespace isobar
