// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// For how many cycles each link was busy in some part of a run: link slot l for those of its port
/// in `ports` and those in `links`, if it is there. A phase keeps all links of a port equally busy
/// with words, so that few links have an entry of their own.
struct LinkUse {
  struct More {
    std::uint64_t link = 0;  ///< its slot
    Cycle cycles = 0;        ///< besides those of its port
  };

  std::vector<Cycle> ports;  ///< by port number; empty if all are 0
  std::vector<More> links;   ///< by link slot, ascending

  /// Adds the use in another part of the run.
  LinkUse& operator+=(const LinkUse& other);
};

/// Adds up cycles of links, and makes a LinkUse of them.
class LinkUseSum {
 public:
  /// `fabric` must outlive the sum.
  explicit LinkUseSum(const Fabric& fabric) : fabric_(fabric) {}

  void add(std::uint64_t link, Cycle cycles);
  /// Returns what was added since the last call.
  LinkUse take();

 private:
  void count_links();

  const Fabric& fabric_;
  std::vector<std::uint64_t> count_;  ///< links there are, by port; empty until something is added
  std::vector<Cycle> cycles_;         ///< by link slot
  std::vector<std::uint64_t> touched_;  ///< links whose cycles are not 0
};

}  // namespace isobar
