// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

namespace isobar {
namespace {

Fault full_disk(Dice& dice, const RunLimits& limits, std::uint64_t bytes) {
  const auto most = std::max(bytes, std::uint64_t{2});
  const auto taken = static_cast<std::uint64_t>(dice.logarithmic(1, static_cast<double>(most)));
  Fault fault{fmt::format("no file can be longer than {} bytes", taken), limits, {}};
  fault.limits.file_bytes = taken;
  return fault;
}

Fault sent(Dice& dice, const RunLimits& limits, double seconds) {
  const auto signal = dice.one_of(std::vector<int>{SIGKILL, SIGINT, SIGTERM});
  constexpr double thousandth = 1e-3;
  constexpr double longer = 1.2;  // some come after the end
  const auto after = longer * seconds * thousandth * static_cast<double>(dice.whole(0, 1000));
  Fault fault{fmt::format("signal {} after {:.4f} s", signal, after), limits, {}};
  fault.disturbance.signal = signal;
  fault.disturbance.seconds = after;
  return fault;
}

}  // namespace

Fault draw_fault(Dice& dice, const RunLimits& limits, double seconds, std::uint64_t bytes) {
  switch (dice.whole(0, 5)) {
    case 0:
    case 1:
      return full_disk(dice, limits, bytes);
    case 2:
      return {"standard output is closed", limits, {Disturbance::Output::closed}};
    case 3:
      return {"nobody reads standard output", limits, {Disturbance::Output::left}};
    default:
      return sent(dice, limits, seconds);
  }
}

}  // namespace isobar
