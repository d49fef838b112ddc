// SPDX-License-Identifier: Apache-2.0
#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"

namespace isobar {
namespace {

using Find = const Utilization& (MeasuredRun::*)() const;

/// `when` is `initial` or `final`; metrics of the start have an ending.
void add_utilization(StatisticGroup& group, const std::string& when, const std::string& ending,
                     const std::string& at, Find find) {
  const auto path = "utilization." + when + ".";
  auto& all = group.statistics;
  all.push_back({path + "mean", "", real, neither, "", "mean of load over capacity at the " + at,
                 [find](const MeasuredRun& run) { return (run.*find)().mean; }});
  all.push_back({path + "max", "", real, less, "utilization_max" + ending,
                 "largest load over capacity at the " + at,
                 [find](const MeasuredRun& run) { return (run.*find)().max; }});
  all.push_back({path + "min", "", real, more, "", "smallest load over capacity at the " + at,
                 [find](const MeasuredRun& run) { return (run.*find)().min; }});
  all.push_back({path + "efficiency", "", real, more, "utilization_efficiency" + ending,
                 "mean over largest load over capacity at the " + at +
                     " (Watts, Rieffel and Taylor 1998); null where there is no load",
                 [find](const MeasuredRun& run) { return (run.*find)().efficiency(); }});
  all.push_back({path + "imbalance", "", real, less, "imbalance" + ending,
                 "largest over mean load over capacity, less 1, at the " + at,
                 [find](const MeasuredRun& run) { return (run.*find)().imbalance(); }});
}

StatisticGroup utilizations() {
  Statistic unit = {
      "utilization.unit",
      "",
      word,
      neither,
      "",
      "what loads are counted in there: the work of the tasks that a PE has or has "
      "sent and that are under way, in cycles of a PE of speed 1, where an "
      "application tells it; else tasks",
      [](const MeasuredRun& run) { return loads_are_work(run.result()) ? "work" : "tasks"; }};
  unit.words = {"tasks", "work"};
  StatisticGroup group;
  group.title = "Utilization";
  group.help =
      "How evenly PEs are used: U = load over capacity, a PE's speed times its executors. Where "
      "tasks are persistent, the end is the "
      "last iteration that is over, and U is how many cycles a PE worked in it.";
  group.statistics = {unit};
  add_utilization(group, "initial", "_initial", "start", &MeasuredRun::initial_utilization);
  add_utilization(group, "final", "", "end", &MeasuredRun::final_utilization);
  return group;
}

StatisticGroup utilization_of_pes() {
  StatisticGroup group;
  group.title = "Utilization of each PE";
  group.help = "By node; left out of a summary.";
  group.scope = Scope::pe;
  group.statistics = {
      {"utilization.final.values[]", "", real, neither, "", "load over capacity at the end",
       [](const MeasuredRun& run, std::size_t node) {
         return final_utilization_of(static_cast<Node>(node), run.experiment(), run.result());
       }},
  };
  return group;
}

StatisticGroup machines() {
  StatisticGroup group;
  group.title = "Machines";
  group.help = "What was given of each PE; left out of a summary, or where it was not given.";
  group.scope = Scope::pe;
  group.objects = {"machines"};
  group.statistics = {
      {"machines.speeds[]", "", real, neither, "", "work per cycle of an executor",
       [](const MeasuredRun& run, std::size_t node) -> StatisticValue {
         const auto& speeds = run.experiment().speeds;
         if (speeds.empty()) return NotInThisRun{};
         return boost::rational_cast<double>(speeds[node]);
       }},
      {"machines.executors[]", "", whole, neither, "", "executors of a PE",
       [](const MeasuredRun& run, std::size_t node) -> StatisticValue {
         const auto& executors = run.experiment().executors;
         if (executors.empty()) return NotInThisRun{};
         return std::int64_t{executors[node]};
       }},
      {"machines.memories[]", "bytes", whole, neither, "", "memory; null: no bound",
       [](const MeasuredRun& run, std::size_t node) -> StatisticValue {
         const auto& memories = run.experiment().memories;
         if (memories.empty()) return NotInThisRun{};
         if (memories[node] == no_bound) return std::monostate{};
         return memories[node];
       }},
      {"machines.names[]", "", text, neither, "", "name in the table of machines",
       [](const MeasuredRun& run, std::size_t node) -> StatisticValue {
         const auto& names = run.experiment().names;
         if (names.empty()) return NotInThisRun{};
         return names[node];
       }},
      {"machines.formats[]", "", text, neither, "", "how it stores data, in the table of machines",
       [](const MeasuredRun& run, std::size_t node) -> StatisticValue {
         const auto& formats = run.experiment().formats;
         if (formats.empty()) return NotInThisRun{};
         return formats[node];
       }},
  };
  return group;
}

StatisticGroup memory() {
  const auto at_start = [](const MeasuredRun& run) {
    return initial_memory(run.experiment(), run.result());
  };
  const auto at_end = [](const MeasuredRun& run) {
    return final_memory(run.experiment(), run.result());
  };
  StatisticGroup group;
  group.title = "Memory";
  group.help =
      "If memories are bounded: how full they are with task_bits a task, or with what tasks and "
      "their PEs need where tasks are persistent (then the end is the last iteration that is "
      "over).";
  group.applies = [](const MeasuredRun& run) { return !run.experiment().memories.empty(); };
  group.statistics = {
      {"memory.initial.max_share", "", real, less, "", "how full the fullest one is at the start",
       [=](const MeasuredRun& run) { return at_start(run).max_share; }},
      {"memory.initial.over", "", whole, less, "",
       "PEs whose tasks at the start need more memory than they have",
       [=](const MeasuredRun& run) { return at_start(run).over; }},
      {"memory.final.max_share", "", real, less, "", "how full the fullest one is at the end",
       [=](const MeasuredRun& run) { return at_end(run).max_share; }},
      {"memory.final.over", "", whole, less, "memory_over",
       "PEs whose tasks at the end need more memory than they have",
       [=](const MeasuredRun& run) { return at_end(run).over; }},
  };
  return group;
}

}  // namespace

std::vector<StatisticGroup> utilization_statistics() {
  return {utilizations(), utilization_of_pes(), machines(), memory()};
}

}  // namespace isobar
