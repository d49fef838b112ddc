// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>

#include "models/experiment/external_load.h"
#include "models/later.h"
#include "models/types.h"

namespace isobar {

/// An executor that works, and looks for messages after every `period` cycles of work for `cost`
/// cycles. Looks that find nothing need no event: where they are follows by arithmetic. A look that
/// falls together with the end of the work comes after it. A period of 0: it never looks.
///
/// Work and looks go on in the executor's own time, which stands still in cycles that others take;
/// questions and answers are in cycles of the run.
class PollClock {
 public:
  /// `external` may be null: nobody takes anything.
  PollClock(Cycle period, Cycle cost, const ExternalLoad* external = nullptr)
      : period_(period), cost_(cost), external_(external) {}

  /// `work` > 0 cycles of its own of work begin in cycle `now`.
  void begin(Cycle now, Cycle work) {
    begun_ = now;
    since_ = own(now);
    work_ = work;
  }
  /// The cycle after the last one of the work, if nothing interrupts it. Throws ValueError if that
  /// is more than can be counted.
  Cycle end() const { return when(own_end()); }
  /// The end of the first look that ends in cycle `cycle` or later; none before the work is over.
  std::optional<Cycle> look_end(Cycle cycle) const {
    // The own time that is not before `cycle`: in a cycle that others take the next one.
    const Cycle earliest = cycle == 0 ? 0 : own(cycle - 1) + 1;
    const Cycle first = first_look() + cost_;
    const Cycle round = period_ + cost_;
    const Cycle k = earliest <= first ? 0 : (earliest - first + round - 1) / round;
    if (k >= looks()) return std::nullopt;
    return when(first + k * round);
  }

  struct Spent {
    Cycle work = 0;
    Cycle looks = 0;
  };
  /// The work stops in `now`, the end of a look; what is left of it can be begun again.
  Spent interrupt(Cycle now) {
    const auto spent = until(now);
    work_ -= own_until(own(now)).work;
    worked_ = 0;
    return spent;
  }
  /// The work is over, in `end()`.
  Spent finish() {
    const auto spent = until(end());
    if (period_ > 0) worked_ += work_ - looks() * period_;
    work_ = 0;
    return spent;
  }
  /// Cycles of its own.
  Cycle left() const { return work_; }
  /// Whether a look is due now, between two tasks.
  bool is_due() const { return period_ > 0 && worked_ >= period_; }
  void looked() { worked_ = 0; }
  /// Work and looks from `begin` up to `now` ≤ end(), where a run ends in between. Cycles that
  /// others take belong to what they delay.
  Spent until(Cycle now) const {
    if (external_ == nullptr) return own_until(now);
    Cycle in_looks = 0;
    const Cycle round = period_ + cost_;
    for (Cycle k = 0; cost_ > 0 && k < looks(); ++k) {
      const Cycle from = when(first_look() + k * round);
      if (from >= now) break;
      in_looks += std::min(now, when(first_look() + k * round + cost_)) - from;
    }
    return {now - begun_ - in_looks, in_looks};
  }
  struct Doing {
    bool looks;   ///< else it works
    Cycle until;  ///< when that changes, or the work is over
  };
  /// What it does in cycle `now` < end().
  Doing doing(Cycle now) const {
    const auto doing = own_doing(own(now));
    return {doing.looks, when(doing.until)};
  }
  /// The work stops in `now`, wherever that is; for an executor that never looks.
  Spent suspend(Cycle now) {
    work_ -= own(now) - since_;
    return {now - begun_, 0};
  }

 private:
  Cycle own(Cycle cycle) const { return external_ == nullptr ? cycle : external_->own(cycle); }
  Cycle when(Cycle own) const { return external_ == nullptr ? own : external_->when(own); }

  // In own time.

  Cycle own_end() const { return later(later(since_, work_), in_all(looks(), cost_)); }
  Cycle first_look() const { return since_ + period_ - worked_; }
  /// Looks before the work is over.
  Cycle looks() const {
    if (period_ == 0) return 0;
    const Cycle lead = period_ - worked_;
    return work_ > lead ? (work_ - lead - 1) / period_ + 1 : 0;
  }
  Spent own_until(Cycle now) const {
    const Cycle passed = now - since_;
    const Cycle lead = period_ - worked_;
    if (looks() == 0 || passed <= lead) return {passed, 0};
    const Cycle round = period_ + cost_;
    const Cycle rounds = std::min(looks(), (passed - lead) / round);
    const Cycle rest = passed - lead - rounds * round;
    return {lead + rounds * period_ + std::max<Cycle>(0, rest - cost_),
            rounds * cost_ + std::min(rest, cost_)};
  }
  Doing own_doing(Cycle now) const {
    const Cycle first = first_look();
    if (looks() == 0 || now < first) return {false, looks() == 0 ? own_end() : first};
    const Cycle round = period_ + cost_;
    const Cycle k = (now - first) / round;
    if (k >= looks()) return {false, own_end()};
    const Cycle begin = first + k * round;
    if (now < begin + cost_) return {true, begin + cost_};
    return {false, k + 1 < looks() ? begin + round : own_end()};
  }

  Cycle period_;
  Cycle cost_;
  const ExternalLoad* external_;
  Cycle begun_ = 0;   ///< in cycles of the run
  Cycle since_ = 0;   ///< the same instant in own time
  Cycle work_ = 0;    ///< from then on
  Cycle worked_ = 0;  ///< since the last look, then
};

}  // namespace isobar
