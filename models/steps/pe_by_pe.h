// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/experiment/credits.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/schemes/contract/phase_rules.h"
#include "models/steps/balancers.h"
#include "models/steps/wiring.h"

namespace isobar {

/// The balancers of any synchronous scheme, PE by PE. Throws ModelError where one breaks the rules
/// that its phases declare.
class PeByPe final : public Balancers {
 public:
  /// All arguments must outlive this object; `observer` may be null.
  PeByPe(const Experiment& experiment, const Wiring& wiring, Observer* observer);

  Cycle exchange(std::size_t phase, const std::vector<Load>& loads, Cycle now) override;
  Cycle grant(std::size_t phase, std::int64_t step, const std::vector<Load>& loads, Cycle now,
              std::vector<Load>& granted) override;
  std::size_t decide(std::size_t phase, const std::vector<Load>& loads, Cycle departure,
                     std::vector<Sending>& moves) override;
  std::vector<LinkCounters> word_counters() override { return std::move(link_counters_); }
  std::int64_t held_back() const override { return held_back_; }
  SchemeStatistics statistics(const std::vector<Load>& loads) override;

 private:
  PeView view(Node node, Load load);
  /// The most of `tasks` that can leave over the link of a slot, for want of room behind it.
  Load bounded(std::size_t phase, std::uint64_t slot, Load tasks);

  const Experiment& experiment_;
  const Fabric& fabric_;
  const SynchronousScheme& scheme_;
  const Wiring& wiring_;
  Observer* observer_;
  PhaseRules rules_;
  std::vector<LinkCounters> link_counters_;
  std::vector<std::int64_t> heard_;      ///< by input (wiring.h)
  std::vector<std::int64_t> registers_;  ///< by node and register
  std::vector<SerialMemo> word_cost_;    ///< by port
  Credits credits_;
  std::vector<SerialMemo> credit_cost_;  ///< by port
  std::vector<Load> credit_;             ///< by the slot of the link that it is for
  std::int64_t held_back_ = 0;
  Words words_;
  Orders orders_;
  std::vector<std::pair<std::uint64_t, std::int64_t>> spoken_;  ///< inputs and words
};

}  // namespace isobar
