// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/types.h"

namespace isobar {

/// A balancer in software, as the executor on which it runs sees it (docs/network.md, "At the PE").
class BalancerProgram {
 public:
  virtual ~BalancerProgram() = default;
  /// There is something that a look would find now.
  virtual bool is_pending() const = 0;
  /// The first cycle in which a look would find something that is known now, perhaps one to come.
  virtual std::optional<Cycle> pending_since() const = 0;
  /// Does one thing that is to be done now. Returns whether there was one.
  virtual bool serve() = 0;
  /// The executor is not free for work before this cycle.
  virtual Cycle busy_until() const = 0;

 protected:
  BalancerProgram() = default;
  BalancerProgram(const BalancerProgram&) = default;
  BalancerProgram& operator=(const BalancerProgram&) = default;
};

}  // namespace isobar
