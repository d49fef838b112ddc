// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/steps/balancers.h"
#include "models/steps/wiring.h"

namespace isobar {

/// The balancers of a Liquid scheme on rings, in one loop over all loads for each phase. It makes
/// no words that an observer could see.
class LiquidAtOnce final : public Balancers {
 public:
  /// The rings of a phase's dimension.
  struct Ring {
    unsigned port;                  ///< the port to the successor
    std::vector<Node> predecessor;  ///< by node
    std::vector<Node> successor;
  };

  /// Whether it can balance an experiment: one with a Liquid scheme and a ring.
  static bool can_balance(const Experiment& experiment);

  /// Both arguments must outlive this object.
  LiquidAtOnce(const Experiment& experiment, const Wiring& wiring);

  Cycle exchange(std::size_t phase, const std::vector<Load>& loads, Cycle now) override;
  std::size_t decide(std::size_t phase, const std::vector<Load>& loads, Cycle departure,
                     std::vector<Sending>& moves) override;
  std::vector<LinkCounters> word_counters() override;

 private:
  const Experiment& experiment_;
  Condition condition_;
  const Wiring& wiring_;
  std::vector<Ring> rings_;   ///< by phase
  std::vector<Load> said_;    ///< by node: the load that it announced in the phase
  std::vector<char> shifts_;  ///< by node: whether its condition holds
  std::int64_t steps_ = 0;
};

}  // namespace isobar
