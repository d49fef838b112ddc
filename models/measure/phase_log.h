// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/measure/link_use.h"
#include "models/measure/phase_shifts.h"

namespace isobar {

/// A transfer as it was ordered.
struct Move {
  Node node = 0;  ///< from here
  unsigned port = 0;
  Load tasks = 0;
};

/// A phase that is over; all transfers have landed.
struct PhaseEntry {
  std::int64_t step = 0;    ///< from 0
  std::size_t phase = 0;    ///< of the scheme's program
  Cycle from = 0;           ///< its first cycle
  Cycle to = 0;             ///< the one after its last
  std::int64_t shifts = 0;  ///< what it added to T
  std::vector<Move> moves;  ///< by node and port
  std::vector<Load> before;
  std::vector<Load> after;
  LinkUse use;  ///< in its cycles
};

/// Tells what each phase of a run was, the same at every level. Loads follow from the decisions, so
/// nothing but the scheme may change them.
class PhaseLog final : public Observer {
 public:
  using Tell = std::function<void(const PhaseEntry&)>;

  /// `experiment` must outlive the log.
  PhaseLog(const Experiment& experiment, Tell tell);

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override;
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override;
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;

  /// The run has ended before cycle `end`: tells its last phase, if there was any.
  void finish(Cycle end);

 private:
  /// A message that keeps a link busy in from … to − 1.
  struct Busy {
    std::uint64_t link = 0;
    Cycle from = 0;
    Cycle to = 0;
  };

  void spend(Cycle end);

  const Experiment& experiment_;
  Tell tell_;
  PhaseShifts shifts_;
  PhaseEntry entry_;  ///< of the phase under way; its loads are those from before
  bool under_way_ = false;
  std::vector<Busy> messages_;  ///< those that end in the phase under way or later
  LinkUseSum use_;
};

}  // namespace isobar
