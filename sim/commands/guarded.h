// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// Does what a program does with its command line, and says each error in one line. Returns the
/// exit status.
int guarded(int (*program)(int argc, char** argv), int argc, char** argv);

}  // namespace isobar
