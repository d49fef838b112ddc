// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/exponential_backoff.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/errors.h"

namespace isobar {

std::vector<Parameter> backoff_parameters(Cycle least) {
  const std::string never = least == 0 ? "; 0: not before its load changes" : "";
  return {{"retry", "cycles", 16, static_cast<double>(least), 1e12, true,
           "from asking in vain to asking again, twice as long each time" + never},
          {"retry_max", "cycles", 4096, 1, 1e12, true, "the longest such wait"}};
}

ExponentialBackoff exponential_backoff(const ParameterValues& values) {
  const ExponentialBackoff rule{static_cast<Cycle>(values.at("retry")),
                                static_cast<Cycle>(values.at("retry_max"))};
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
