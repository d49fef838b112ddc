// SPDX-License-Identifier: Apache-2.0
#include "models/measure/application_result.h"

namespace isobar {

std::optional<double> ApplicationResult::normalized_performance() const {
  if (!finished || alone <= optimal) return std::nullopt;
  return static_cast<double>(alone - *finished) / static_cast<double>(alone - optimal);
}

std::optional<double> ApplicationResult::speedup() const {
  if (alone == 0) return std::nullopt;
  return over_finished(alone);
}

std::optional<double> ApplicationResult::efficiency() const { return over_finished(optimal); }

std::optional<double> ApplicationResult::over_finished(Cycle cycles) const {
  if (finished.value_or(0) == 0) return std::nullopt;
  return static_cast<double>(cycles) / static_cast<double>(*finished);
}

}  // namespace isobar
