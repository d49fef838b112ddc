// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// What a program does with its command line; each defines its own (docs/architecture.md,
/// "Programs"). Returns the exit status. Throws InputError or ValueError for what cannot be used.
int program(int argc, char** argv);

}  // namespace isobar
