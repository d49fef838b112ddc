// SPDX-License-Identifier: Apache-2.0
#include "models/measure/utilization.h"

#include <algorithm>
#include <numeric>

namespace isobar {

std::optional<double> Utilization::efficiency() const {
  if (max <= 0) return std::nullopt;
  return std::min(1.0, mean / max);
}

std::optional<double> Utilization::imbalance() const {
  if (max <= 0) return std::nullopt;
  return std::max(0.0, max / mean - 1);
}

Utilization utilization(const std::vector<Load>& loads, const std::vector<Rational>& speeds) {
  Utilization out;
  out.values.reserve(loads.size());
  for (std::size_t node = 0; node < loads.size(); ++node) {
    const auto capacity = speeds.empty() ? 1.0 : boost::rational_cast<double>(speeds[node]);
    out.values.push_back(static_cast<double>(loads[node]) / capacity);
  }
  const auto sum = std::accumulate(out.values.begin(), out.values.end(), 0.0);
  const auto [min, max] = std::minmax_element(out.values.begin(), out.values.end());
  out.mean = sum / static_cast<double>(loads.size());
  out.max = *max;
  out.min = *min;
  return out;
}

bool is_efficient(const Experiment& experiment, const std::vector<Load>& loads) {
  return utilization(loads, experiment.speeds).efficiency().value_or(1) >=
         experiment.goal.efficiency;
}

namespace {

/// `bytes` by node.
MemoryUse memory_use(const Experiment& experiment, const std::vector<double>& bytes) {
  MemoryUse use;
  for (std::size_t node = 0; node < experiment.memories.size(); ++node) {
    if (experiment.memories[node] == no_bound) continue;
    const auto share = bytes[node] / static_cast<double>(experiment.memories[node]);
    use.max_share = std::max(use.max_share, share);
    if (share > 1) ++use.over;
  }
  return use;
}

MemoryUse memory_use_of_tasks(const Experiment& experiment, const std::vector<Load>& loads) {
  std::vector<double> bytes;
  bytes.reserve(loads.size());
  for (const Load load : loads) {
    bytes.push_back(static_cast<double>(load) * static_cast<double>(experiment.task_bits) /
                    static_cast<double>(bits_of_byte));
  }
  return memory_use(experiment, bytes);
}

bool is_persistent(const RunResult& result) {
  return result.application && !result.application->bytes_at_start.empty();
}

}  // namespace

MemoryUse initial_memory(const Experiment& experiment, const RunResult& result) {
  if (!is_persistent(result)) return memory_use_of_tasks(experiment, experiment.loads);
  const auto& bytes = result.application->bytes_at_start;
  return memory_use(experiment, {bytes.begin(), bytes.end()});
}

MemoryUse final_memory(const Experiment& experiment, const RunResult& result) {
  if (!is_persistent(result)) return memory_use_of_tasks(experiment, result.loads);
  const auto& bytes = result.application->bytes_at_end;
  return memory_use(experiment, {bytes.begin(), bytes.end()});
}

bool loads_are_work(const RunResult& result) {
  return result.application && !result.application->work_at_end.empty();
}

Utilization initial_utilization(const Experiment& experiment, const RunResult& result) {
  const auto& loads = loads_are_work(result) ? result.application->work_at_start : experiment.loads;
  return utilization(loads, experiment.speeds);
}

Utilization final_utilization(const Experiment& experiment, const RunResult& result) {
  if (is_persistent(result) && !result.application->iterations.empty()) {
    return utilization(result.application->last_iteration, {});
  }
  const auto& loads = loads_are_work(result) ? result.application->work_at_end : result.loads;
  return utilization(loads, experiment.speeds);
}

}  // namespace isobar
