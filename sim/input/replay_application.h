// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/input/file_application.h"

namespace isobar {

/// `replay:FOLDER[@PHASE],NAME=VALUE`: the tasks of an LBDatafile set (lbdatafile_set.h) on the PEs
/// of their ranks, each worked on once, for as long as it took. The tasks of an entity in several
/// phases follow each other; no phase waits for the end of the one before.
FileApplication replay_application();

}  // namespace isobar
