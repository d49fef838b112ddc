// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/limited_run.h"
#include "sim/torture/dice.h"

namespace isobar {

/// Something that goes wrong around a program while it runs.
struct Fault {
  std::string words;  ///< "no file can be longer than 4096 bytes"
  RunLimits limits{};
  Disturbance disturbance{};

  bool fills_disk() const { return limits.file_bytes.has_value(); }
};

/// Draws one: a full disk, a signal (SIGKILL, SIGINT, SIGTERM), standard output that is closed or
/// that nobody reads. The program also has `limits`; undisturbed it runs for `seconds` and
/// writes no file longer than `bytes`.
Fault draw_fault(Dice& dice, const RunLimits& limits, double seconds, std::uint64_t bytes);

}  // namespace isobar
