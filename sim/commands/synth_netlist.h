// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/synth.h"

namespace isobar {

/// A line for a shell: the co-simulation for whose parameters a PE of this plan is made, with
/// random work on every PE. `folder` is what `--rtl` gets.
std::string cosim_line(const SynthPlan& plan, Condition condition, unsigned dimensions,
                       const std::string& folder);

/// Writes a row's netlist to `isobar_pe.v` and the models of its cells to `DEVICE_cells.v` in the
/// folder, which is made if there is none. Throws ValueError if that cannot be.
void write_netlist(const SynthPlan& plan, const SynthRow& row, const std::string& yosys,
                   const std::string& folder);

}  // namespace isobar
