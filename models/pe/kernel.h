// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// Runs the kernel until nothing happens any more. Throws what a process reported or threw: a
/// ValueError and std::bad_alloc as such, all else as a ModelError.
void run_kernel();

}  // namespace isobar
