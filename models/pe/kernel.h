// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// Runs the kernel until nothing happens any more. Throws ModelError for what a process reported.
void run_kernel();

}  // namespace isobar
