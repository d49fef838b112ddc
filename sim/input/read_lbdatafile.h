// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

#include "sim/input/lbdatafile.h"

namespace isobar {

/// How much is read of an LBDatafile's tasks: their number; also how long each took; or also what
/// persistent tasks need: which entity each is, how large it is, and which sends to which.
enum class LbDetail : std::uint8_t { counts, times, persistent_tasks };

struct LbWanted {
  LbDetail detail = LbDetail::counts;
  /// A task's time is what it took in this of its `subphases`, 0 if it has none of this id.
  std::optional<std::uint64_t> subphase{};
};

/// Reads one rank's file, JSON or the same compressed with brotli. `type` must be "LBDatafile", at
/// the top level or under `metadata`; every entry of phases[].tasks[] is one task, and with
/// LbDetail::times its `time` is a number of seconds, its `node`, if there is one, a rank; with
/// LbDetail::persistent_tasks also its `entity`, `migratable` or not. A communication is one of
/// `type` SendRecv between two entities of `type` object; `bytes` counts all its `messages`. All
/// else is skipped. Throws ValueError naming line and column, or the field and its value.
LbDatafile read_lbdatafile(std::istream& in, const LbWanted& wanted);

}  // namespace isobar
