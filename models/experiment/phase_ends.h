// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/fabric/spanning_tree.h"
#include "models/later.h"

namespace isobar {

/// The cycles that a phase keeps for its words, whether they are sent or not. None if it knows for
/// nothing when the slowest word has arrived.
std::optional<Cycle> cycles_for_words(const Experiment& experiment, const Phase& phase);

/// The cycles of the largest transfer that a queue can make in a phase, over the slowest link.
/// Throws ValueError if they are more than can be counted.
Cycle longest_transfer(const Experiment& experiment, const Phase& phase);

/// Whether PEs have to find out when the transfers of a phase have landed: they do where tasks can
/// come in, unless the slot is fixed or the end is free.
bool end_is_paid(const Experiment& experiment, const Phase& phase);

/// Whether there is a phase whose end is paid for.
bool any_end_is_paid(const Experiment& experiment);

/// The cycles of each phase that are fixed beforehand, computed once.
class PhaseTimes {
 public:
  explicit PhaseTimes(const Experiment& experiment);

  /// The slot of a shift phase.
  const Slot& shift_slot(std::size_t phase) const { return phases_[phase].shift; }
  /// As cycles_for_words().
  const std::optional<Cycle>& words(std::size_t phase) const { return phases_[phase].words; }

 private:
  struct OfPhase {
    Slot shift;
    std::optional<Cycle> words;
  };
  std::vector<OfPhase> phases_;
};

/// How the PEs of a synchronous run learn that the transfers of a phase have landed (docs/time.md,
/// "The end of a phase").
class PhaseEnds {
 public:
  /// `experiment` must outlive it.
  explicit PhaseEnds(const Experiment& experiment);

  /// Whether PEs report over the spanning tree when their own transfers of the phase have landed.
  bool reports(const Phase& phase) const { return tree_ && end_is_paid(experiment_, phase); }
  /// Whether they do so in any phase by words over the links.
  bool sends_words() const { return tree_ && experiment_.phase_end == PhaseEnd::words; }

  /// The cycle in which all PEs know that the phase, one of the scheme's, is over, without its own
  /// barrier. Its transfers
  /// began in cycle `departure`, and the slowest has landed in cycle `landed`. Where PEs report,
  /// `own` says by PE when its own transfers have landed, and is used up. `send(link, start)` sends
  /// a status word over the link of a slot and returns the first cycle in which it can be used.
  template <class Send>
  Cycle known(const Phase& phase, Cycle departure, Cycle landed, std::vector<Cycle>& own,
              const Send& send) const {
    if (!end_is_paid(experiment_, phase)) return landed;
    switch (experiment_.phase_end) {
      case PhaseEnd::slot:
        return std::max(landed, later(departure, longest_[number(phase)]));
      case PhaseEnd::words:
        return tree_->reduce(own, send);
      case PhaseEnd::tree:
        return tree_->reduce(own, [this](std::uint64_t link, Cycle start) {
          return later(start, experiment_.link_of_slot(link).latency());
        });
      case PhaseEnd::free:
        break;
    }
    return landed;
  }

 private:
  std::size_t number(const Phase& phase) const {
    return static_cast<std::size_t>(&phase - experiment_.scheme->phases().data());
  }

  const Experiment& experiment_;
  std::optional<SpanningTree> tree_;
  std::vector<Cycle> longest_;  ///< by phase; empty unless phases last as long as a queue needs
};

}  // namespace isobar
