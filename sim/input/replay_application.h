// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/input/file_application.h"

namespace isobar {

/// `replay:FOLDER[@PHASE]`: the tasks of an LBDatafile set (lbdatafile_set.h), rank r's on PE r,
/// each worked on once, for as long as it took.
FileApplication replay_application();

}  // namespace isobar
