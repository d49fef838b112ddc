// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "models/costs/costs.h"
#include "models/costs/synthesized_pes.h"
#include "models/experiment/slowest_links.h"
#include "models/measure/goals.h"
#include "models/measure/measured_run.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "models/statistics/statistics.h"
#include "sim/result/advice.h"
#include "sim/terminal/picture.h"

namespace isobar {
namespace {

/// In the largest unit of which it is at least one, or the smallest.
template <std::size_t N>
std::string quantity_text(double value,
                          const std::array<std::pair<double, const char*>, N>& units) {
  auto unit = units[0];
  for (const auto& u : units) {
    if (value >= u.first) unit = u;
  }
  return fmt::format("{:.4g} {}", value / unit.first, unit.second);
}

std::string time_text(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 4> units = {
      {{1e-9, "ns"}, {1e-6, "us"}, {1e-3, "ms"}, {1.0, "s"}}};
  return quantity_text(seconds, units);
}

std::string energy_text(double picojoules) {
  constexpr std::array<std::pair<double, const char*>, 5> units = {
      {{1.0, "pJ"}, {1e3, "nJ"}, {1e6, "uJ"}, {1e9, "mJ"}, {1e12, "J"}}};
  return quantity_text(picojoules, units);
}

std::string percent(Cycle part, Cycle whole) {
  return fmt::format(
      "{:.1f} %",
      whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

/// With an application loads come and go; what was so from the start or never says nothing of it
/// unless it is the goal.
std::string when(Goal::Kind kind, const std::optional<Instant>& at, const Experiment& e) {
  if (e.application && e.goal.kind != kind && (!at || at->cycles == 0)) return {};
  const auto* state = kind == Goal::Kind::shared ? "Shared" : "Balanced";
  const auto& clock = e.clock;
  if (!at) return fmt::format("{} at no {}.\n", state, e.agents ? "time" : "step end");
  if (at->cycles == 0) return fmt::format("{} from the start.\n", state);
  if (e.agents) {
    return fmt::format("{} after {} cycles, {}.\n", state, at->cycles,
                       time_text(seconds(clock, at->cycles)));
  }
  if (ideal_scheme(e) != nullptr) {
    return fmt::format("{} after {} steps: {} cycles, {}.\n", state, at->steps, at->cycles,
                       time_text(seconds(clock, at->cycles)));
  }
  return fmt::format("{} after {} steps: T = {} shifts, {} cycles, {}.\n", state, at->steps,
                     at->shifts, at->cycles, time_text(seconds(clock, at->cycles)));
}

const char* plural(std::int64_t count) { return count == 1 ? "" : "s"; }

std::string switches_text(const Fabric& fabric) {
  const auto count = fabric.switches();
  if (count == 0) return {};
  return fmt::format(" and {} switch{}", count, count == 1 ? "" : "es");
}

std::string busiest_link(const Fabric& fabric, const RunResult& result) {
  if (fabric.link_count() == 0) return "The fabric has no links.\n";
  const auto& links = result.links;
  const auto busiest = std::max_element(
      links.begin(), links.end(),
      [](const LinkCounters& a, const LinkCounters& b) { return a.busy() < b.busy(); });
  if (busiest == links.end() || busiest->busy() == 0) return "No link was used.\n";
  const auto link = fabric.link(static_cast<std::uint64_t>(busiest - links.begin()));
  const auto name = [&](Node node) {
    return fabric.is_switch(node) ? fabric.title(node) : fabric.address(node);
  };
  return fmt::format(
      "Busiest link: {} to {} (dimension {}), busy in {} of the cycles with {} transfers and {} "
      "words.\n",
      name(link->from), name(link->to), link->dimension,
      percent(busiest->busy(), result.run.cycles), busiest->transfers, busiest->words);
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

/// How evenly PEs were and are used: U_avg/U_max, and U_max/U_avg − 1 (docs/result.md).
std::string efficiency(const Experiment& e, const RunResult& result) {
  const auto text = [](const Utilization& utilization) {
    const auto efficiency = utilization.efficiency();
    if (!efficiency) return std::string("none, no load");
    return fmt::format("{:.3f} (imbalance {:.7g})", *efficiency, *utilization.imbalance());
  };
  return fmt::format(
      "Efficiency of utilization, mean over largest{}: {} at the start, {} at the end.\n",
      e.speeds.empty() ? "" : " of load over speed", text(initial_utilization(e, result)),
      text(final_utilization(e, result)));
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

std::string scheme_statistics(const SchemeStatistics& counted) {
  return fmt::format("The scheme counted: {}.\n",
                     fmt::join(counted_texts("scheme.", counted), ", "));
}

/// The first iteration beside the last.
std::string iterations(const Experiment& e, const std::vector<IterationRecord>& all) {
  if (all.size() < 2) return "";
  const auto& first = all.front();
  const auto& last = all.back();
  const auto length = last.end - all[all.size() - 2].end;
  return fmt::format(
      "Iterations: the first took {}, efficiency {:.3f}; the last {}, efficiency {:.3f}; "
      "tasks moved {} times.\n",
      time_text(seconds(e.clock, first.end)), first.efficiency(),
      time_text(seconds(e.clock, length)), last.efficiency(), last.moved);
}

/// What the application came to, and what its PEs did.
std::string application(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& result = run.application();
  std::string text =
      fmt::format("The application: {} of {} tasks done", result.executed, result.created);
  for (const auto& one : counted_texts("application.statistics.", result.statistics)) {
    text += ", " + one;
  }
  text += ".\n";
  if (result.finished) {
    text += fmt::format("It finished after {} cycles, {}; {} is the optimum", *result.finished,
                        time_text(seconds(e.clock, *result.finished)),
                        time_text(seconds(e.clock, result.optimal)));
    if (result.alone != 0) {
      text += fmt::format(", {} without balancing", time_text(seconds(e.clock, result.alone)));
    }
    if (const auto performance = result.normalized_performance()) {
      text += fmt::format(" (normalized performance {:.2f})", *performance);
    }
    text += ".\n";
  }
  text += iterations(e, result.iterations);
  const auto& sum = run.executors();
  const auto total = sum.total();
  return text + fmt::format("Executors: work {}, balancing {}, waiting {}, idle {}.\n",
                            percent(sum.work, total), percent(sum.balance, total),
                            percent(sum.wait, total), percent(sum.idle, total));
}

/// The largest part of the time, and what in the hardware would shorten it; nothing would where
/// nothing crossed a link.
std::string limit(const Experiment& experiment, const RunResult& result,
                  const MessageCounters& counts) {
  const auto& spent = result.spent;
  const auto total = result.run.cycles;
  if (total == 0) return "";
  auto text = fmt::format("The {} cycles went to words {}, decisions {}, transfers {}", total,
                          percent(spent.words, total), percent(spent.decision, total),
                          percent(spent.transfers, total));
  if (spent.barrier != 0) text += fmt::format(", barriers {}", percent(spent.barrier, total));
  if (counts.words == 0 && counts.transfers == 0) {
    return text + ": nothing crossed a link, so no link limits it.\n";
  }
  if (spent.barrier > std::max({spent.words, spent.transfers, spent.decision})) {
    return text + ": learning the ends of phases limits it.\n";
  }
  const bool words = spent.words > std::max(spent.transfers, spent.decision);
  if (!words && spent.decision > spent.transfers) return text + ": the decisions limit it.\n";
  const auto bits = words ? experiment.load_bits : experiment.task_bits;
  const LinkTiming* slowest = nullptr;
  for (std::size_t one = 0; one < experiment.links.size(); ++one) {
    const auto& link = experiment.links[one];
    if (experiment.links_of_class(one) == 0) continue;
    if (slowest == nullptr || link.passage(bits) > slowest->passage(bits)) slowest = &link;
  }
  const Cycle serial = slowest->serial(bits);
  const Cycle setup = slowest->setup();
  const Cycle latency = slowest->latency();
  const char* culprit = serial >= std::max(setup, latency) ? "bandwidth"
                        : setup >= latency                 ? "set-up"
                                                           : "latency";
  return text + fmt::format(
                    ": the {} {} limits it (a {} takes {} cycles for its {} bits, {} "
                    "set-up, {} latency).\n",
                    experiment.link_map ? "slowest link's" : "links'", culprit,
                    words ? "word" : "task", serial, bits, setup, latency);
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

}  // namespace

std::string result_text(const Config& config, const RunResult& result, unsigned columns) {
  const auto& e = config.experiment;
  const auto [min, max] = std::minmax_element(result.loads.begin(), result.loads.end());
  const auto total = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  const auto counts = count_messages(e.fabric, result.links);
  const MeasuredRun run(e, result);
  std::string text =
      fmt::format("{}: {} PE{}{}, {} task{}{}, level {}\n", e.fabric.name(), e.fabric.pes(),
                  plural(e.fabric.pes()), switches_text(e.fabric), total, plural(total),
                  e.application ? " at the start" : "", level_name(config.level));
  text += load_picture(e.fabric, e.loads, columns);
  text += when(Goal::Kind::shared, result.to_share, e);
  text += when(Goal::Kind::balanced, result.to_balance, e);
  text += fmt::format(
      "The run ended after {}{} cycles, with loads from {} to {} ({} is "
      "balanced).\n",
      e.agents ? std::string() : fmt::format("{} steps, ", result.run.steps), result.run.cycles,
      *min, *max, fmt::format("a difference of {}", e.tolerance));
  text += load_picture(e.fabric, result.loads, columns);
  text += efficiency(e, result);
  if (!e.memories.empty()) text += memory(e, result);
  if (ideal_scheme(e) == nullptr) {
    text += fmt::format("{} transfers moved {} tasks; {} words were sent.\n", counts.transfers,
                        counts.tasks, counts.words);
    text += full_queues(e, result) + busiest_link(e.fabric, result);
    if (e.scheme) text += limit(e, result, counts) + slots(e) + free_ends(e);
  }
  if (!result.scheme.empty()) text += scheme_statistics(result.scheme);
  if (result.application) text += application(run);
  text += advice(config, run);
  if (ideal_scheme(e) == nullptr) text += costs(e, result);
  return text;
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
