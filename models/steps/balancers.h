// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/link/link_counters.h"
#include "models/schemes/contract/scheme_statistics.h"
#include "models/types.h"

namespace isobar {

/// What one PE sends by one port in the transfers of a phase.
struct Sending {
  std::uint64_t slot;   ///< the link's
  std::uint64_t input;  ///< where the link ends (wiring.h)
  Node node;
  unsigned port;
  std::int64_t tasks;
};

/// The balancers of all PEs, which announce words and decide, one phase at a time. `loads` are by
/// node.
class Balancers {
 public:
  virtual ~Balancers() = default;
  Balancers() = default;
  Balancers(const Balancers&) = delete;
  Balancers& operator=(const Balancers&) = delete;

  /// Exchanges the words of a phase that has words and begins in cycle `now`. Returns the cycles
  /// until the slowest word can be used.
  virtual Cycle exchange(std::size_t phase, const std::vector<Load>& loads, Cycle now) = 0;
  /// PEs grant room in cycle `now` of step `step`, in a phase with credits. Returns the cycles
  /// until all credits can be used, and in `granted` the sum of each PE's; 0: the phase has no
  /// credits.
  virtual Cycle grant(std::size_t /*phase*/, std::int64_t /*step*/,
                      const std::vector<Load>& /*loads*/, Cycle /*now*/,
                      std::vector<Load>& /*granted*/) {
    return 0;
  }
  /// Decides; adds to `moves` what leaves in cycle `departure`, in order of nodes. Returns the
  /// phase that follows.
  virtual std::size_t decide(std::size_t phase, const std::vector<Load>& loads, Cycle departure,
                             std::vector<Sending>& moves) = 0;
  /// The counters of the words that the links have carried, by link slot.
  virtual std::vector<LinkCounters> word_counters() = 0;
  /// Tasks that were not sent, for there was no room for them.
  virtual std::int64_t held_back() const { return 0; }
  /// What the scheme has counted in all PEs, at the end of a run.
  virtual SchemeStatistics statistics(const std::vector<Load>& /*loads*/) { return {}; }
};

}  // namespace isobar
