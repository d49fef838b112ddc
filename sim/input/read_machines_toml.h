// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>

#include "sim/input/machine_table.h"

namespace isobar {

/// A table in TOML: a [[machine]] a PE, with `speed` (all have one, or none has), `memory` (where
/// it is missing there is no bound) and `name`; numbers, or texts as parse_speed and parse_memory
/// take them. Throws ValueError naming the line from 1 and what is wrong there, or how many
/// machines there are instead of `pes`.
MachineTable read_machines_toml(std::istream& in, Node pes);

}  // namespace isobar
