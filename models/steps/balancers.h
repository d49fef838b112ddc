// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/link/link_counters.h"
#include "models/schemes/contract/scheme_statistics.h"
#include "models/types.h"

namespace isobar {

/// The transfers of one PE by one port in a phase.
struct Sending {
  std::uint64_t slot;  ///< of the link
  std::uint64_t ear;   ///< node·degree + port where it ends
  Node node;
  unsigned port;
  std::int64_t tasks;
};

/// What the balancers of all PEs say and decide, a phase at a time. `loads` are by node.
class Balancers {
 public:
  virtual ~Balancers() = default;
  Balancers() = default;
  Balancers(const Balancers&) = delete;
  Balancers& operator=(const Balancers&) = delete;

  /// The words of a phase that has some and begins in cycle `now`. Returns the cycles until the
  /// slowest can be used.
  virtual Cycle exchange(std::size_t phase, const std::vector<Load>& loads, Cycle now) = 0;
  /// Adds the transfers, by node, that leave in cycle `departure`. Returns the phase that follows.
  virtual std::size_t decide(std::size_t phase, const std::vector<Load>& loads, Cycle departure,
                             std::vector<Sending>& moves) = 0;
  /// What words the links have carried, by link slot.
  virtual std::vector<LinkCounters> word_counters() = 0;
  /// What the scheme has counted in all PEs, at the end of a run.
  virtual SchemeStatistics statistics(const std::vector<Load>& /*loads*/) { return {}; }
};

}  // namespace isobar
