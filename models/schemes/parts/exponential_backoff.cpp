// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/exponential_backoff.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/errors.h"

namespace isobar {

namespace {

ParameterOf<Cycle> retry_parameter(Cycle least) {
  const std::string never = least == 0 ? "; 0: not before its load changes" : "";
  return parameter("retry",
                   "first wait of the truncated exponential backoff after a request in vain, "
                   "doubled each time" +
                       never)
      .range(static_cast<double>(least), 1e12, "cycles")
      .whole(16);
}

ParameterOf<Cycle> retry_max_parameter() {
  return parameter("retry_max", "longest wait of the truncated exponential backoff")
      .range(1, 1e12, "cycles")
      .whole(4096);
}

}  // namespace

std::vector<Parameter> backoff_parameters(Cycle least) {
  return {retry_parameter(least), retry_max_parameter()};
}

ExponentialBackoff exponential_backoff(const ParameterValues& values) {
  const ExponentialBackoff rule{values.get(retry_parameter(0)), values.get(retry_max_parameter())};
  if (rule.longest < rule.retry) {
    throw ValueError(
        fmt::format("retry_max must be at least retry, {}, not {}", rule.retry, rule.longest));
  }
  return rule;
}

Cycle ExponentialBackoff::after(std::int64_t vain) const {
  Cycle wait = retry;
  for (std::int64_t k = 1; k < vain && wait < longest; ++k) wait *= 2;
  return std::min(wait, longest);
}

}  // namespace isobar
