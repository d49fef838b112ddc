// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/parameter.h"
#include "models/types.h"

namespace isobar {

/// Truncated exponential backoff: a PE that asked in vain waits `retry` cycles, twice as long each
/// time, at most `longest`. If `retry` is 0 it waits until its load changes.
struct ExponentialBackoff {
  Cycle retry = 0;
  Cycle longest = 0;

  Cycle after(std::int64_t vain) const;
};

/// The parameters `retry`, which is at least `least`, and `retry_max`.
std::vector<Parameter> backoff_parameters(Cycle least);
/// What both say. Throws ValueError if the longest wait is shorter than the first.
ExponentialBackoff exponential_backoff(const ParameterValues& values);

}  // namespace isobar
