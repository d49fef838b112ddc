// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/costs/costs.h"
#include "models/errors.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "sim/explore/facts.h"
#include "sim/result/application_json.h"
#include "sim/result/result_json.h"

namespace isobar {

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all = {
      {"pes", "", "processing elements", true},
      {"links", "", "directed links", true},
      {"degree", "", "ports of a PE", true},
      {"dimensions", "", "dimensions with more than one coordinate", true},
      {"diameter", "links", "longest of all shortest ways", true},
      {"total_bandwidth", "bit/s", "of all links together"},
      {"pins", "", "of a PE, for its links", true},
      {"luts", "", "of a PE on an FPGA (docs/costs.md)", true},
      {"registers", "", "of a PE on an FPGA", true},
      {"logic_cells", "", "of a PE on an FPGA", true},
      {"mhz", "MHz", "that a PE reaches on an FPGA"},
      {"hardware_basis", "", "0: synthesized, 1: extrapolated, 2: estimated", true},
      {"reached", "", "1 if the goal was reached", true},
      {"shared", "", "1 if at the end no PE is idle", true},
      {"balanced", "", "1 if at the end max - min is within the tolerance", true},
      {"steps", "", "of the run", true},
      {"steps_to_share", "", "until shared", true},
      {"steps_to_balance", "", "until balanced", true},
      {"shifts", "", "T, the shift-based measure, of the run", true},
      {"shifts_to_share", "", "T until shared", true},
      {"shifts_to_balance", "", "T until balanced", true},
      {"cycles", "cycles", "of the run", true},
      {"cycles_to_share", "cycles", "until shared", true},
      {"cycles_to_balance", "cycles", "until balanced", true},
      {"seconds", "s", "of the run"},
      {"seconds_to_share", "s", "until shared"},
      {"seconds_to_balance", "s", "until balanced"},
      {"load_total", "tasks", "in the fabric", true},
      {"initial_max", "tasks", "largest initial load", true},
      {"final_max", "tasks", "largest load at the end", true},
      {"final_min", "tasks", "smallest load at the end", true},
      {"utilization_max_initial", "", "largest load over speed at the start"},
      {"utilization_max", "", "largest load over speed at the end"},
      {"utilization_efficiency_initial", "", "mean over largest load over speed, at the start"},
      {"utilization_efficiency", "", "mean over largest load over speed, at the end"},
      {"imbalance_initial", "", "largest over mean load over speed less 1, at the start"},
      {"imbalance", "", "largest over mean load over speed less 1, at the end"},
      {"memory_over", "", "PEs whose tasks at the end need more memory than they have", true},
      {"words", "", "words sent", true},
      {"transfers", "", "transfers made", true},
      {"tasks_moved", "tasks", "each counted once a link", true},
      {"messages_max_per_pe", "", "most messages that one PE sent and received", true},
      {"transfer_cycles", "cycles", "in which links carried tasks, all links together", true},
      {"word_cycles", "cycles", "in which links carried words, all links together", true},
      {"setup_cycles", "cycles", "in which links were set up, all links together", true},
      {"link_use", "", "share of the run's cycles in which a link was busy, mean"},
      {"link_use_max", "", "the same of the busiest link"},
      {"tasks_created", "tasks", "by the application, those at the start among them", true},
      {"tasks_executed", "tasks", "that have been worked on", true},
      {"cycles_to_finish", "cycles", "until the application was done", true},
      {"seconds_to_finish", "s", "until the application was done"},
      {"iterations", "", "of tasks that live on, that are over", true},
      {"iteration_seconds_first", "s", "until the last task of the first iteration was done"},
      {"iteration_seconds_last", "s", "of the last, from where that of the one before was done"},
      {"speedup", "", "of the application over no balancing"},
      {"efficiency", "", "of the application: evenly spread work over the time it took"},
      {"performance", "", "normalized performance, from 0 (no balancing) to 1 (optimal)"},
      {"work_share", "", "of all executors' cycles"},
      {"balance_share", "", "of all executors' cycles, for balancing in software"},
      {"wait_share", "", "of all executors' cycles"},
      {"idle_share", "", "of all executors' cycles"},
      {"words_routed", "", "of a message-driven scheme, each counted once, not by link", true},
      {"tasks_routed", "tasks", "likewise: moved", true},
      {"max_waiting", "", "messages that ever waited at one PE", true},
      {"total_borrow", "packets", "of other classes that were consumed (lueling-monien)", true},
      {"remote_borrow", "packets", "that came from their class's PE for borrowed ones", true},
      {"borrow_fail", "", "times that such a PE had none of its own", true},
      {"decrease_sim", "", "simulated load decreases", true},
      {"balancings", "", "balancing operations", true},
      {"packets_moved", "packets", "in balancing operations", true},
      {"selections", "", "of tasks to be moved, in balancings (hetero-*)", true},
      {"bytes_moved", "bytes", "likewise: of the tasks that were moved", true},
      {"off_pe_bytes", "bytes", "that tasks sent to tasks of other PEs until the run ended", true},
      {"off_pe_bytes_first", "bytes", "that they have to send so in the first iteration", true},
      {"off_pe_bytes_last", "bytes", "likewise, in the last", true},
      {"exchanged", "", "tasks that came back for others that were given", true},
      {"tasks_made", "", "by division of tasks", true},
      {"tasks_merged", "", "that became part of others", true},
      {"time_limits", "iterations", "in which processing time was used less evenly than memory",
       true},
      {"memory_limits", "iterations", "in which memory was used less evenly than time", true},
      {"forwarded", "", "words that went after a task that had moved", true},
      {"bytes_over", "bytes", "beyond PEs' memories, each PE's most", true},
      {"joins", "", "partners that were asked to join in one", true},
      {"joins_refused", "", "likewise: that were engaged in another", true},
      {"age", "cycles", "of the words by which decisions were taken, mean"},
      {"wire_bits", "bits", "that went over all links, padding included"},
      {"energy_pj", "pJ", "what they took"},
  };
  return all;
}

const Metric& metric(const std::string& name) {
  const auto& all = metrics();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Metric& m) { return m.name == name; });
  if (found != all.end()) return *found;
  std::string known;
  for (const auto& one : all) known += (known.empty() ? "" : ", ") + one.name;
  throw ValueError(fmt::format("unknown metric '{}'; there are {}", name, known));
}

namespace {

void put_instant(const std::string& ending, const std::optional<Instant>& at,
                 const Experiment& experiment, MetricValues& out) {
  if (!at) return;
  if (experiment.scheme) {
    out["steps" + ending] = at->steps;
    if (ideal_scheme(experiment) == nullptr) out["shifts" + ending] = at->shifts;
  }
  out["cycles" + ending] = at->cycles;
  out["seconds" + ending] = seconds(experiment.clock, at->cycles);
}

void put_links(const Experiment& experiment, const RunResult& result, MetricValues& out) {
  LinkCounters sum;
  Cycle busiest = 0;
  for (const auto& counters : result.links) {
    sum.transfer_cycles += counters.transfer_cycles;
    sum.word_cycles += counters.word_cycles;
    sum.setup_cycles += counters.setup_cycles;
    busiest = std::max(busiest, counters.busy());
  }
  out["transfer_cycles"] = sum.transfer_cycles;
  out["word_cycles"] = sum.word_cycles;
  out["setup_cycles"] = sum.setup_cycles;
  const auto links = static_cast<double>(experiment.fabric.link_count());
  const auto cycles = static_cast<double>(result.run.cycles);
  if (links == 0 || cycles == 0) return;
  out["link_use"] = static_cast<double>(sum.busy()) / links / cycles;
  out["link_use_max"] = static_cast<double>(busiest) / cycles;
}

void put_iterations(const Experiment& experiment, const std::vector<IterationRecord>& all,
                    MetricValues& out) {
  if (all.empty()) return;
  out["iterations"] = static_cast<std::int64_t>(all.size());
  out["iteration_seconds_first"] = seconds(experiment.clock, all.front().end);
  const Cycle before = all.size() == 1 ? 0 : all[all.size() - 2].end;
  out["iteration_seconds_last"] = seconds(experiment.clock, all.back().end - before);
}

void put_application(const Experiment& experiment, const ApplicationResult& application,
                     MetricValues& out) {
  out["tasks_created"] = application.created;
  out["tasks_executed"] = application.executed;
  const auto sum = account_of_all(application);
  const auto all = static_cast<double>(sum.total());
  if (all > 0) {
    out["work_share"] = static_cast<double>(sum.work) / all;
    out["balance_share"] = static_cast<double>(sum.balance) / all;
    out["wait_share"] = static_cast<double>(sum.wait) / all;
    out["idle_share"] = static_cast<double>(sum.idle) / all;
  }
  put_iterations(experiment, application.iterations, out);
  if (!application.finished || *application.finished == 0) return;
  out["cycles_to_finish"] = *application.finished;
  out["seconds_to_finish"] = seconds(experiment.clock, *application.finished);
  if (const auto speedup = application.speedup()) out["speedup"] = *speedup;
  if (const auto efficiency = application.efficiency()) out["efficiency"] = *efficiency;
  if (const auto pi = application.normalized_performance()) out["performance"] = *pi;
}

void put_utilization(const std::string& ending, const Utilization& utilization, MetricValues& out) {
  out["utilization_max" + ending] = utilization.max;
  if (const auto efficiency = utilization.efficiency()) {
    out["utilization_efficiency" + ending] = *efficiency;
    out["imbalance" + ending] = *utilization.imbalance();
  }
}

void put_routed(const RunResult& result, MetricValues& out) {
  const auto& routed = *result.routed;
  out["words_routed"] = std::accumulate(routed.words.begin(), routed.words.end(), std::int64_t{0});
  out["tasks_routed"] = routed.tasks;
  out["max_waiting"] = result.most_waiting;
  if (result.age->uses > 0) out["age"] = result.age->mean();
}

void put_hardware(const Experiment& experiment, MetricValues& out) {
  const auto hardware = hardware_cost(experiment);
  out["luts"] = hardware.luts;
  out["registers"] = hardware.registers;
  out["logic_cells"] = hardware.logic_cells;
  out["mhz"] = hardware.mhz;
  out["hardware_basis"] = static_cast<std::int64_t>(hardware.basis);
}

}  // namespace

MetricValues measure(const Config& config, const RunResult& result) {
  const auto& e = config.experiment;
  MetricValues out;
  for (const auto& [name, value] : facts(e)) {
    if (metric(name).is_whole) {
      out[name] = static_cast<std::int64_t>(value);
    } else {
      out[name] = value;
    }
  }
  const auto flag = [](bool value) { return std::int64_t{value ? 1 : 0}; };
  out["reached"] = flag(result.ending == Ending::goal);
  out["shared"] = flag(result.shared);
  out["balanced"] = flag(result.balanced);
  put_instant("", result.run, e, out);
  put_instant("_to_share", result.to_share, e, out);
  put_instant("_to_balance", result.to_balance, e, out);
  out["load_total"] = std::accumulate(result.loads.begin(), result.loads.end(), Load{0});
  out["initial_max"] = *std::max_element(e.loads.begin(), e.loads.end());
  const auto [min, max] = std::minmax_element(result.loads.begin(), result.loads.end());
  out["final_max"] = *max;
  out["final_min"] = *min;
  put_utilization("_initial", initial_utilization(e, result), out);
  put_utilization("", final_utilization(e, result), out);
  if (!e.memories.empty()) out["memory_over"] = final_memory(e, result).over;
  if (result.application) put_application(e, *result.application, out);
  // Their `tasks_moved` is `tasks_routed` here, and gives way to what links count.
  for (const auto& [name, value] : result.scheme) out[metric(name).name] = value;
  if (ideal_scheme(e) != nullptr) return out;  // it has neither links nor hardware
  const auto messages = count_messages(e.fabric, result.links);
  out["words"] = messages.words;
  out["transfers"] = messages.transfers;
  out["tasks_moved"] = messages.tasks;
  out["messages_max_per_pe"] = messages.max_per_pe;
  put_links(e, result, out);
  if (result.routed) put_routed(result, out);
  put_hardware(e, out);
  out["wire_bits"] = wire_bits(e, result);
  out["energy_pj"] = link_energy_pj(e, result);
  return out;
}

}  // namespace isobar
