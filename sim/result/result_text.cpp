// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "models/costs/costs.h"
#include "models/costs/synthesized_pes.h"
#include "models/experiment/slowest_links.h"
#include "models/measure/goals.h"
#include "models/measure/measured_run.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "models/statistics/statistics.h"
#include "sim/result/answer_text.h"
#include "sim/result/limit_text.h"
#include "sim/result/quantities.h"
#include "sim/terminal/picture.h"

namespace isobar {
namespace {

const char* plural(std::int64_t count) { return count == 1 ? "" : "s"; }

std::string switches_text(const Fabric& fabric) {
  const auto count = fabric.switches();
  if (count == 0) return {};
  return fmt::format(" and {} switch{}", count, count == 1 ? "" : "es");
}

/// The energy of PEs is an estimate in either case.
const char* activity_text(ActivityBasis basis) {
  return basis == ActivityBasis::measured ? "estimated from measured activity" : "estimated";
}

/// What links and PEs took and what a PE takes (docs/costs.md).
std::string costs(const Experiment& experiment, const RunResult& result) {
  const auto hardware = hardware_cost(experiment);
  const auto energy = run_energy(experiment, result);
  return fmt::format(
      "Costs: {} for {:.0f} bits on the links{} and about {} for the PEs ({}); a PE has {} pins "
      "and {}{} logic cells ({}{}): balancing {}, links {}, queue {}, instrumentation {}.\n",
      energy_text(energy.bits), wire_bits(experiment, result),
      energy.static_links > 0
          ? fmt::format(", {} for their static power", energy_text(energy.static_links))
          : "",
      energy_text(energy.pes), activity_text(energy.pes_basis), hardware.pins,
      hardware.basis == CostBasis::synthesized ? "" : "about ", hardware.total.logic_cells,
      basis_name(hardware.basis),
      hardware.block_rams > 0 ? fmt::format(", and {} block RAMs", hardware.block_rams) : "",
      hardware.parts.balancing.logic_cells, hardware.parts.links.logic_cells,
      hardware.parts.queue.logic_cells, hardware.parts.instrumentation.logic_cells);
}

/// What a scheme or an application has counted, with its unit: `total_borrow 12 packets`.
std::vector<std::string> counted_texts(
    const std::string& where, const std::vector<std::pair<std::string, std::int64_t>>& counted) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : counted) {
    const auto* statistic = find_statistic(where + name);
    const auto unit = statistic == nullptr ? std::string() : statistic->unit;
    texts.push_back(fmt::format("{} {}{}{}", name, value, unit.empty() ? "" : " ", unit));
  }
  return texts;
}

/// How evenly PEs were and are used: U_avg/U_max, and U_max/U_avg − 1 (docs/result.md).
std::string efficiency(const MeasuredRun& run) {
  const auto text = [](const Utilization& utilization) {
    const auto efficiency = utilization.efficiency();
    if (!efficiency) return std::string("none, no load");
    return fmt::format("{:.3f} (imbalance {:.7g})", *efficiency, *utilization.imbalance());
  };
  return fmt::format(
      "Efficiency of utilization, mean over largest{}: {} at the start, {} at the end.\n",
      run.experiment().speeds.empty() ? "" : " of load over speed", text(run.initial_utilization()),
      text(run.final_utilization()));
}

/// A share of a whole; from ten times of it on nobody reads percentages.
std::string share_text(double share) {
  constexpr double many = 10;
  if (share < many) return fmt::format("{:.1f} % full", 100 * share);
  return fmt::format("{:.0f} times over its size", share);
}

/// How full the memories are, where they have bounds.
std::string memory(const Experiment& e, const RunResult& result) {
  const auto at_start = initial_memory(e, result);
  const auto at_end = final_memory(e, result);
  return fmt::format(
      "Memory: the fullest is {} at the start, {} at the end; tasks of {} and {} PEs need more "
      "than they have.\n",
      share_text(at_start.max_share), share_text(at_end.max_share), at_start.over, at_end.over);
}

std::string scheme_statistics(const SchemeStatistics& counted) {
  return fmt::format("The scheme counted: {}.\n",
                     fmt::join(counted_texts("scheme.", counted), ", "));
}

/// What the application came to.
std::string application(const ApplicationResult& result) {
  std::string text =
      fmt::format("The application: {} of {} tasks done", result.executed, result.created);
  for (const auto& one : counted_texts("application.statistics.", result.statistics)) {
    text += ", " + one;
  }
  return text + ".\n";
}

/// For which links the fixed slots of phases keep their time, where links differ.
std::string slots(const Experiment& e) {
  if (!e.link_map) return "";
  const auto name = [&](const std::vector<std::uint64_t>& links) {
    const auto link = e.fabric.link(links.front());
    auto text = fmt::format("{} to {}", e.fabric.address(link->from), e.fabric.address(link->to));
    if (links.size() > 1) text += fmt::format(" and {} more", links.size() - 1);
    return text;
  };
  std::vector<std::string> texts;
  for (const auto& one : slot_links(e)) {
    auto text = fmt::format("phase {} {} cycles", one.phase, one.cycles);
    if (!one.words.empty()) text += ", words by " + name(one.words);
    if (!one.tasks.empty()) text += ", tasks by " + name(one.tasks);
    texts.push_back(std::move(text));
  }
  if (texts.empty()) return "";
  return fmt::format("The slot of a phase is that of its slowest links: {}.\n",
                     fmt::join(texts, "; "));
}

/// What came of queues that were full, if any was where tasks were to go.
std::string full_queues(const Experiment& experiment, const RunResult& result) {
  if (result.held_back == 0) return "";
  return fmt::format("Tasks held back for want of room in queues of {}: {}.\n",
                     experiment.queue_depth, result.held_back);
}

/// What the numbers assume where nobody pays for the ends of phases.
std::string free_ends(const Experiment& experiment) {
  if (experiment.phase_end != PhaseEnd::free) return "";
  const auto& phases = experiment.scheme->phases();
  const bool assumed = std::any_of(phases.begin(), phases.end(), [](const Phase& phase) {
    return !phase.shift && (!phase.receives.empty() || phase.word_bits > 0);
  });
  return assumed ? "Ends of phases: free (every PE knew at once when the slowest had landed).\n"
                 : "";
}

/// One picture: the work of an application's PEs, else the loads at the start and at the end. Empty
/// where there is nothing to see.
std::string picture(const MeasuredRun& run, unsigned columns) {
  const auto& e = run.experiment();
  const auto& result = run.result();
  if (result.application && run.executors().work > 0) {
    std::vector<double> parts;
    for (const auto& executor : result.application->executor_counters) {
      parts.push_back(executor.total() == 0 ? 0
                                            : static_cast<double>(executor.work) /
                                                  static_cast<double>(executor.total()));
    }
    return work_picture(e.fabric, parts, columns);
  }
  const bool empty = e.loads.max() == 0 && result.loads.max() == 0;
  return empty ? "" : change_picture(e.fabric, e.loads, result.loads, columns);
}

std::string details(const Config& config, const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& result = run.result();
  const auto total = e.loads.sum();
  const auto& counts = run.messages();
  const bool is_ideal = ideal_scheme(e) != nullptr;
  std::string text =
      fmt::format("{}: {} PE{}{}, {} task{}{}, level {}\n", e.fabric.name(), e.fabric.pes(),
                  plural(e.fabric.pes()), switches_text(e.fabric), total, plural(total),
                  e.application ? " at the start" : "", level_name(config.level));
  text += fmt::format(
      "The run ended after {}{} cycles, with loads from {} to {} ({} is "
      "balanced).\n",
      e.agents ? std::string() : fmt::format("{} steps, ", result.run.steps), result.run.cycles,
      result.loads.min(), result.loads.max(), fmt::format("a difference of {}", e.tolerance));
  text += efficiency(run);
  if (!e.memories.empty()) text += memory(e, result);
  if (!is_ideal) {
    text += fmt::format("{} transfer{} moved {} task{}; {} word{} {} sent.\n", counts.transfers,
                        plural(counts.transfers), counts.tasks, plural(counts.tasks), counts.words,
                        plural(counts.words), counts.words == 1 ? "was" : "were");
    text += full_queues(e, result) + busiest_link_text(run);
    if (e.scheme && e.application) text += phases_text(run);
    if (e.scheme) text += slots(e) + free_ends(e);
  }
  if (!result.scheme.empty()) text += scheme_statistics(result.scheme);
  if (result.application) text += application(*result.application);
  if (!is_ideal) text += costs(e, result);
  return text;
}

}  // namespace

std::string result_text(const Config& config, const RunResult& result, unsigned columns) {
  const MeasuredRun run(config.experiment, result);
  const auto drawn = picture(run, columns);
  return answer_text(config, run) + "\n" + drawn + (drawn.empty() ? "" : "\n") +
         details(config, run);
}

std::string result_line(const Config& config, const RunResult& result) {
  return verdict_text(MeasuredRun(config.experiment, result));
}

std::string failure_text(const Config& config, const RunResult& result) {
  if (result.ending == Ending::goal) return {};
  const auto& e = config.experiment;
  const auto state = goal_entry(e.goal.kind).state(e, result);
  const auto length = e.agents ? fmt::format("{} cycles", result.run.cycles)
                               : fmt::format("{} steps", result.run.steps);
  if (result.ending == Ending::interrupted) {
    return fmt::format("interrupted after {}: {}", length, state);
  }
  if (result.ending == Ending::rest) {
    return fmt::format("the goal was not reached, and after {} nothing happens any more: {}",
                       length, state);
  }
  if (e.agents) {
    return fmt::format("the goal was not reached within {}, the limit (max_cycles): {}", length,
                       state);
  }
  return fmt::format("the goal was not reached within {} steps, the limit (max_steps): {}",
                     e.max_steps, state);
}

}  // namespace isobar
