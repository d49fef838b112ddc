// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>

#include "models/experiment/experiment.h"
#include "models/measure/meter.h"
#include "sim/terminal/say.h"

namespace isobar {

/// What a terminal shows of a run, from half a second on and at most ten times a second: the
/// fabric's loads as a picture, where there is room for it, and below it a line that says how far
/// the run is. It costs a step a decrement: the clock is read only every so many steps.
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  /// Where and when the line is shown; by default standard error, if that is a terminal.
  struct Terminal {
    std::ostream* out;
    bool is_terminal;
    std::function<Clock::time_point()> now;
    std::function<unsigned()> columns;
    std::function<unsigned()> rows;

    /// No terminal where little is to be said.
    static Terminal standard_error(Say how = Say::all);
  };

  /// What the run goes by, which the line counts.
  enum class Pace : std::uint8_t { steps, cycles };

  explicit ProgressBar(const Experiment& experiment)
      : ProgressBar(experiment, Terminal::standard_error()) {}
  ProgressBar(const Experiment& experiment, Terminal terminal)
      : ProgressBar(experiment.goal, std::move(terminal), &experiment.fabric,
                    experiment.agents ? Pace::cycles : Pace::steps) {}
  /// Without a fabric there is no picture; it must outlive this.
  ProgressBar(const Goal& goal, Terminal terminal, const Fabric* fabric = nullptr,
              Pace pace = Pace::steps);
  /// Clears what is shown.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// To be called at every step end, or now and then. The time of the run counts from the first
  /// call.
  void update(const Progress& progress) {
    if (!terminal_.is_terminal || --steps_to_look_ > 0) return;
    look(progress);
  }

  /// Removes what is shown, so that something else can be written; update() brings it back.
  void clear();

 private:
  void look(const Progress& progress);
  std::string line(const Progress& progress, Clock::time_point now) const;
  std::string picture(const Progress& progress) const;
  std::string back_to_the_top() const;

  Goal goal_;
  Terminal terminal_;
  const Fabric* fabric_;
  Pace pace_;
  std::int64_t steps_to_look_ = 1;  ///< the clock is read when this reaches 0
  std::int64_t stride_ = 1;         ///< steps between readings
  bool started_ = false;
  Clock::time_point start_;
  Clock::time_point looked_;  ///< the clock's last reading
  Clock::time_point next_draw_;
  Instant first_;  ///< where the run was at start_
  bool drawn_ = false;
  std::size_t lines_above_ = 0;  ///< lines of the picture that is shown
};

}  // namespace isobar
