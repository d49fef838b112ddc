// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/synchronous.h"

namespace isobar {

/// Nothing is balanced: every PE works alone (NOBAL: Willebeek-LeMair and Reeves, Section V). A
/// step is a span of time, at whose end goals are tested; no cycle is taken from the executors.
class NoBalancing final : public SynchronousScheme {
 public:
  /// Steps of `step` ≥ 1 cycles.
  explicit NoBalancing(Cycle step);

  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t /*phase*/, const PeView& /*self*/, Words& /*out*/) const override {}
  void decide(std::size_t /*phase*/, const PeView& /*self*/, Orders& /*out*/) const override {}
  bool rests() const override { return true; }

 private:
  std::vector<Phase> phases_;
};

}  // namespace isobar
