// SPDX-License-Identifier: Apache-2.0
#include "models/measure/utilization.h"

#include <algorithm>

namespace isobar {

std::optional<double> Utilization::efficiency() const {
  if (max <= 0) return std::nullopt;
  return std::min(1.0, mean / max);
}

std::optional<double> Utilization::imbalance() const {
  if (max <= 0) return std::nullopt;
  return std::max(0.0, max / mean - 1);
}

double utilization_of(Node node, Load load, const std::vector<Rational>& capacities) {
  const auto capacity = capacities.empty() ? 1.0 : boost::rational_cast<double>(capacities[node]);
  return static_cast<double>(load) / capacity;
}

namespace {

/// This works on any array of loads by node.
template <class Loads>
Utilization summed_up(const Loads& loads, const std::vector<Rational>& capacities) {
  Utilization out;
  double sum = 0;
  Node node = 0;
  for (const Load load : loads) {
    const auto value = utilization_of(node, load, capacities);
    sum += value;
    out.max = node == 0 ? value : std::max(out.max, value);
    out.min = node == 0 ? value : std::min(out.min, value);
    ++node;
  }
  out.mean = sum / static_cast<double>(node);
  return out;
}

/// `bytes(node)` is what the tasks of a PE take.
template <class Bytes>
MemoryUse memory_use(const Experiment& experiment, Bytes bytes) {
  MemoryUse use;
  for (std::size_t node = 0; node < experiment.memories.size(); ++node) {
    if (experiment.memories[node] == no_bound) continue;
    const auto share = bytes(node) / static_cast<double>(experiment.memories[node]);
    use.max_share = std::max(use.max_share, share);
    if (share > 1) ++use.over;
  }
  return use;
}

MemoryUse memory_use_of_tasks(const Experiment& experiment, const NarrowArray& loads) {
  return memory_use(experiment, [&](std::size_t node) {
    return static_cast<double>(loads[node]) * static_cast<double>(experiment.task_bits) /
           static_cast<double>(bits_of_byte);
  });
}

template <class Bytes>
MemoryUse memory_use_of_bytes(const Experiment& experiment, const Bytes& bytes) {
  return memory_use(experiment, [&](std::size_t node) { return static_cast<double>(bytes[node]); });
}

/// Where every PE has one executor the capacities are the speeds, which are then not copied.
template <class Use>
auto with_capacities(const Experiment& experiment, Use use) {
  return experiment.executors.empty() ? use(experiment.speeds) : use(experiment.capacities());
}

bool is_persistent(const RunResult& result) {
  return result.application && !result.application->bytes_at_start.empty();
}

}  // namespace

Utilization utilization(const NarrowArray& loads, const std::vector<Rational>& capacities) {
  return loads.visit([&](const auto& held) { return summed_up(held, capacities); });
}

bool is_efficient(const Experiment& experiment, const LoadsView& loads) {
  const auto used = with_capacities(
      experiment, [&](const auto& capacities) { return summed_up(loads, capacities); });
  return used.efficiency().value_or(1) >= experiment.goal.efficiency;
}

MemoryUse initial_memory(const Experiment& experiment, const RunResult& result) {
  if (!is_persistent(result)) return memory_use_of_tasks(experiment, experiment.loads);
  return memory_use_of_bytes(experiment, result.application->bytes_at_start);
}

MemoryUse final_memory(const Experiment& experiment, const RunResult& result) {
  if (!is_persistent(result)) return memory_use_of_tasks(experiment, result.loads);
  return memory_use_of_bytes(experiment, result.application->bytes_at_end);
}

bool loads_are_work(const RunResult& result) {
  return result.application && !result.application->work_at_end.empty();
}

Utilization initial_utilization(const Experiment& experiment, const RunResult& result) {
  return with_capacities(experiment, [&](const auto& capacities) {
    return loads_are_work(result) ? summed_up(result.application->work_at_start, capacities)
                                  : utilization(experiment.loads, capacities);
  });
}

Utilization final_utilization(const Experiment& experiment, const RunResult& result) {
  if (is_persistent(result) && !result.application->iterations.empty()) {
    return summed_up(result.application->last_iteration, {});
  }
  return with_capacities(experiment, [&](const auto& capacities) {
    return loads_are_work(result) ? summed_up(result.application->work_at_end, capacities)
                                  : utilization(result.loads, capacities);
  });
}

double final_utilization_of(Node node, const Experiment& experiment, const RunResult& result) {
  if (is_persistent(result) && !result.application->iterations.empty()) {
    return utilization_of(node, result.application->last_iteration[node], {});
  }
  const auto load =
      loads_are_work(result) ? result.application->work_at_end[node] : result.loads[node];
  return static_cast<double>(load) / boost::rational_cast<double>(experiment.capacity(node));
}

}  // namespace isobar
