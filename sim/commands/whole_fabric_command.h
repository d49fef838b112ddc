// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config.h"
#include "sim/terminal/say.h"

namespace isobar {

/// `isobar cosim --whole`: the whole fabric in RTL, without SystemC, held against the level steps;
/// a fabric of work stealing against the level cycles. Returns the exit status.
int whole_fabric_command(const Config& config, Say how);

}  // namespace isobar
