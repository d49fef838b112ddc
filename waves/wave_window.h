// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "models/types.h"

namespace isobar {

/// An instant of a run: the end of a number of steps, or the beginning of a cycle.
struct RunInstant {
  /// What an instant is counted in.
  enum class Unit : std::uint8_t { steps, cycles };
  Unit unit = Unit::cycles;  ///< what it is counted in
  std::int64_t count = 0;    ///< how many of them

  /// `steps:100` or `cycles:50000`. Throws ValueError on anything else.
  static RunInstant parse(std::string_view text);
};

/// The part of a run that is recorded; all of it where a bound is missing.
struct WaveWindow {
  std::optional<RunInstant> from;  ///< where it begins; none: with the run
  std::optional<RunInstant> to;    ///< where it ends; none: with the run

  /// What is wrong with the bounds, as far as they can be compared before the run; empty if nothing
  /// is.
  std::string fault() const;
};

/// Finds the cycles in which a window begins and ends. A bound in steps is known once the run has
/// reached that step.
class WindowFinder {
 public:
  /// A bound that is not known yet.
  static constexpr Cycle unknown = std::numeric_limits<Cycle>::max();

  /// Of a window whose fault() is empty.
  explicit WindowFinder(const WaveWindow& window);

  /// Announces that `steps` steps are over before cycle `cycle`.
  void reached(Cycle cycle, std::int64_t steps);
  /// Ends the window with a run that ended before cycle `end`. A window that was not reached then
  /// holds this last instant alone.
  void finish(Cycle end);

  /// The first cycle, and the one before which the window ends; the values that hold in that one
  /// are shown too.
  Cycle from() const { return from_; }
  /// The cycle before which the window ends.
  Cycle to() const { return to_; }
  /// Whether something of the cycles `first` … `last` − 1 is in the window, as far as is known.
  bool meets(Cycle first, Cycle last) const { return last > from_ && first < to_; }
  /// After finish: whether nothing of the run is in the window.
  bool missed() const { return missed_; }

 private:
  WaveWindow window_;
  Cycle from_ = 0;
  Cycle to_ = unknown;
  bool missed_ = false;
};

}  // namespace isobar
