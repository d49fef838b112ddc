// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>

#include "sim/input/machine_table.h"

namespace isobar {

/// A CSV table whose first row names the columns, in any order: `speed`, `memory`, `name`, of which
/// one of the first two is needed. Values are as parse_speed and parse_memory take them; an empty
/// memory has no bound. Blank lines and those that start with `#`, white space, a byte-order mark
/// and any line ends are allowed. Throws ValueError naming the line from 1 and what is wrong there,
/// or how many rows there are instead of `pes`.
MachineTable read_machines_csv(std::istream& in, Node pes);

}  // namespace isobar
