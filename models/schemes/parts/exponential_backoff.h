// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"

namespace isobar {

/// How long a PE that asked in vain waits: `retry` cycles, twice as long each time, at most
/// `longest`. 0: until its load becomes another.
struct ExponentialBackoff {
  Cycle retry = 0;
  Cycle longest = 0;

  Cycle after(std::int64_t vain) const;
};

/// The parameters `retry`, at least `least`, and `retry_max`.
std::vector<Parameter> backoff_parameters(Cycle least);
/// Throws ValueError if the longest wait is shorter than the first.
ExponentialBackoff exponential_backoff(const ParameterValues& values);

}  // namespace isobar
