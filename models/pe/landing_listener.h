// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/types.h"

namespace isobar {

/// Whoever wants to know that a PE's ports took in tasks: executors that rest.
class LandingListener {
 public:
  /// Tasks have landed in the queue of PE `node`, in this cycle.
  virtual void landed(Node node) = 0;

 protected:
  LandingListener() = default;
  ~LandingListener() = default;
  LandingListener(const LandingListener&) = default;
  LandingListener& operator=(const LandingListener&) = default;
};

}  // namespace isobar
