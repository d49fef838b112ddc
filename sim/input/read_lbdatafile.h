// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>

#include "sim/input/lbdatafile.h"

namespace isobar {

/// What is read of an LBDatafile's tasks: how many they are; how long each took besides; or also
/// what they are where they live on: who, how large, and who sends to whom.
enum class LbDetail : std::uint8_t { counts, times, persistent_tasks };

/// Reads one rank's file. `type` must be "LBDatafile", at the top level or under `metadata`; every
/// entry of phases[].tasks[] is one task, and with LbDetail::times its `time` is a number of
/// seconds, its `node`, if there is one, a rank; with LbDetail::lasting also its `entity`,
/// `migratable` or not. A communication is one of `type` SendRecv between two entities of `type`
/// object; `bytes` is of all its `messages`. All else is skipped.
/// Throws ValueError naming line and column, or the field and its value.
LbDatafile read_lbdatafile(std::istream& in, LbDetail detail);

}  // namespace isobar
