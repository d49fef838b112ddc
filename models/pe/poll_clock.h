// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "models/link/units.h"

namespace isobar {

/// An executor that works, and looks for messages after every `period` cycles of work for `cost`
/// cycles. Looks that find nothing need no event: where they are follows by arithmetic. A look that
/// falls together with the end of the work comes after it. A period of 0: it never looks.
class PollClock {
 public:
  PollClock(Cycle period, Cycle cost) : period_(period), cost_(cost) {}

  /// `work` > 0 cycles of work begin in cycle `now`.
  void begin(Cycle now, Cycle work) {
    since_ = now;
    work_ = work;
  }
  /// The cycle after the last one of the work, if nothing interrupts it.
  Cycle end() const { return since_ + work_ + looks() * cost_; }
  /// The end of the first look that ends in cycle `cycle` or later; none before the work is over.
  std::optional<Cycle> look_end(Cycle cycle) const {
    const Cycle first = since_ + (period_ - worked_) + cost_;
    const Cycle round = period_ + cost_;
    const Cycle k = cycle <= first ? 0 : (cycle - first + round - 1) / round;
    if (k >= looks()) return std::nullopt;
    return first + k * round;
  }

  struct Spent {
    Cycle work = 0;
    Cycle looks = 0;
  };
  /// The work stops in `now`, the end of a look; what is left of it can be begun again.
  Spent interrupt(Cycle now) {
    const Cycle count = (now - since_ - (period_ - worked_) - cost_) / (period_ + cost_) + 1;
    const Spent spent{now - since_ - count * cost_, count * cost_};
    work_ -= spent.work;
    worked_ = 0;
    return spent;
  }
  /// The work is over, in `end()`.
  Spent finish() {
    const Spent spent{work_, looks() * cost_};
    if (period_ > 0) worked_ += work_ - looks() * period_;
    work_ = 0;
    return spent;
  }
  Cycle left() const { return work_; }
  /// Whether a look is due now, between two tasks.
  bool is_due() const { return period_ > 0 && worked_ >= period_; }
  void looked() { worked_ = 0; }
  /// Work and looks from `begin` up to `now` ≤ end(), where a run ends in between.
  Spent until(Cycle now) const {
    const Cycle passed = now - since_;
    const Cycle lead = period_ - worked_;
    if (looks() == 0 || passed <= lead) return {passed, 0};
    const Cycle round = period_ + cost_;
    const Cycle rounds = std::min(looks(), (passed - lead) / round);
    const Cycle rest = passed - lead - rounds * round;
    return {lead + rounds * period_ + std::max<Cycle>(0, rest - cost_),
            rounds * cost_ + std::min(rest, cost_)};
  }
  struct Doing {
    bool looks;   ///< else it works
    Cycle until;  ///< when that changes, or the work is over
  };
  /// What it does in cycle `now` < end().
  Doing doing(Cycle now) const {
    const Cycle first = since_ + period_ - worked_;  // of a look
    if (looks() == 0 || now < first) return {false, looks() == 0 ? end() : first};
    const Cycle round = period_ + cost_;
    const Cycle k = (now - first) / round;
    if (k >= looks()) return {false, end()};
    const Cycle begin = first + k * round;
    if (now < begin + cost_) return {true, begin + cost_};
    return {false, k + 1 < looks() ? begin + round : end()};
  }
  /// The work stops in `now`, wherever that is; for an executor that never looks.
  Spent suspend(Cycle now) {
    const Spent spent{now - since_, 0};
    work_ -= spent.work;
    return spent;
  }

 private:
  /// Looks before the work is over.
  Cycle looks() const {
    if (period_ == 0) return 0;
    const Cycle lead = period_ - worked_;
    return work_ > lead ? (work_ - lead - 1) / period_ + 1 : 0;
  }

  Cycle period_;
  Cycle cost_;
  Cycle since_ = 0;
  Cycle work_ = 0;    ///< from `since_` on
  Cycle worked_ = 0;  ///< since the last look, in `since_`
};

}  // namespace isobar
