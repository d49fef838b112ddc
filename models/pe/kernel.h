// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <systemc>

namespace isobar {

/// Runs the kernel until nothing happens any more, or for `most` from now. Throws ModelError for
/// what a process threw.
void run_kernel(const std::optional<sc_core::sc_time>& most = {});

}  // namespace isobar
