// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// The program `isobar`: run, cosim and list. Of its other commands it knows the names. Returns the
/// exit status. Throws InputError or ValueError for what cannot be used.
int isobar_commands(int argc, char** argv);

}  // namespace isobar
