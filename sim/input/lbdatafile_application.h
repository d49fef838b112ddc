// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/input/file_application.h"

namespace isobar {

/// `lbdatafile:FOLDER[@PHASE],NAME=VALUE`: the tasks of an LBDatafile set (lbdatafile_set.h) as
/// persistent tasks, rank r's on PE r, each worked on once an iteration, for as long as it took.
FileApplication lbdatafile_application();

}  // namespace isobar
