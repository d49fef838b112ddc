// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/isobar_commands.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) { return isobar_commands(argc, argv); }

}  // namespace isobar
