// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/sliced/gate_netlist.h"

namespace isobar {

/// C++ that simulates a netlist for many PEs at once: each gate is one operation on numbers that
/// have a bit of every PE. It is what tb/abi/sliced.cpp includes. What only some registers need is
/// computed where one of them is enabled in any PE. Throws ModelError if gates depend on each other
/// in a ring.
std::string sliced_source(const GateNetlist& netlist);

}  // namespace isobar
