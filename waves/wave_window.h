// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "models/types.h"

namespace isobar {

/// A moment of a run: the end of so many steps, or the beginning of a cycle.
struct RunMoment {
  enum class Unit : std::uint8_t { steps, cycles };
  Unit unit = Unit::cycles;
  std::int64_t count = 0;

  /// `steps:100` or `cycles:50000`. Throws ValueError on anything else.
  static RunMoment parse(std::string_view text);
};

/// The part of a run that is recorded; all of it where a bound is missing.
struct WaveWindow {
  std::optional<RunMoment> from;
  std::optional<RunMoment> to;

  /// What is wrong with it as far as the bounds can be compared before the run; else empty.
  std::string fault() const;
};

/// Finds out in a run in which cycles a window begins and ends. A bound in steps is known once its
/// step is reached.
class WindowFinder {
 public:
  static constexpr Cycle unknown = std::numeric_limits<Cycle>::max();

  explicit WindowFinder(const WaveWindow& window);

  /// `steps` steps are over, before cycle `cycle`.
  void reached(Cycle cycle, std::int64_t steps);
  /// The run has ended before cycle `end`, and so does the window. One that was not reached holds
  /// this last moment alone.
  void finish(Cycle end);

  /// The first cycle, and the one before which the window ends; what holds in it is seen too.
  Cycle from() const { return from_; }
  Cycle to() const { return to_; }
  /// Whether something of the cycles `first` … `last` − 1 is in the window, as far as is known.
  bool meets(Cycle first, Cycle last) const { return last > from_ && first < to_; }
  /// After finish: nothing of the run is in the window.
  bool missed() const { return missed_; }

 private:
  WaveWindow window_;
  Cycle from_ = 0;
  Cycle to_ = unknown;
  bool missed_ = false;
};

}  // namespace isobar
