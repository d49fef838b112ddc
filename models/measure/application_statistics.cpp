// SPDX-License-Identifier: Apache-2.0
#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"

namespace isobar {
namespace {

bool has_application(const MeasuredRun& run) { return run.result().application.has_value(); }

/// The cycles until the last task was done; none if that was never, or if there was none to do.
std::optional<Cycle> finished(const MeasuredRun& run) {
  const auto& at = run.application().finished;
  return at.value_or(0) > 0 ? at : std::nullopt;
}

std::optional<double> in_seconds(const MeasuredRun& run, std::optional<Cycle> cycles) {
  if (!cycles) return std::nullopt;
  return seconds(run.experiment().clock, *cycles);
}

StatisticGroup application() {
  StatisticGroup group;
  group.title = "Application";
  group.help = "If one runs: what was done of it, and how long that took.";
  group.applies = has_application;
  group.statistics = {
      {"application.created", "tasks", whole, neither, "tasks_created",
       "tasks created, those at the start among them",
       [](const MeasuredRun& run) { return run.application().created; }},
      {"application.executed", "tasks", whole, more, "tasks_executed", "tasks worked on",
       [](const MeasuredRun& run) { return run.application().executed; }},
      {"application.optimal", "cycles", whole, less, "",
       "all work spread by the PEs' speeds, without any cost: T_uni/N (Willebeek-LeMair and "
       "Reeves, eq. 36)",
       [](const MeasuredRun& run) { return run.application().optimal; }},
      {"application.alone", "cycles", whole, less, "",
       "without balancing: every PE works on its initial tasks and on what comes of them",
       [](const MeasuredRun& run) -> std::optional<Cycle> {
         const auto alone = run.application().alone;
         if (alone == 0) return std::nullopt;
         return alone;
       }},
      {"application.finished", "cycles", whole, less, "cycles_to_finish",
       "until the last task was done", finished},
      {"application.seconds", "s", real, less, "seconds_to_finish", "until the last task was done",
       [](const MeasuredRun& run) { return in_seconds(run, finished(run)); }},
      {"application.speedup", "", real, more, "speedup", "alone over finished",
       [](const MeasuredRun& run) { return run.application().speedup(); }},
      {"application.efficiency", "", real, more, "efficiency", "optimal over finished",
       [](const MeasuredRun& run) { return run.application().efficiency(); }},
      {"application.normalized_performance", "", real, more, "normalized_performance",
       "(alone - finished) over (alone - optimal), from 0 (no balancing) to 1 (optimal) "
       "(Willebeek-LeMair and Reeves, eq. 36)",
       [](const MeasuredRun& run) { return run.application().normalized_performance(); }, "",
       "performance"},
  };
  return group;
}

struct ActivityName {
  const char* name;
  const char* help;
  Better better;
  Cycle ExecutorCounters::*cycles;
};

constexpr ActivityName activities[] = {
    {"work", "in which executors worked on tasks", neither, &ExecutorCounters::work},
    {"idle", "in which executors had nothing to do", less, &ExecutorCounters::idle},
    {"balance", "that balancing in software took of executors", less, &ExecutorCounters::balance},
    {"wait", "in which executors were stopped by the hardware", less, &ExecutorCounters::wait},
};

StatisticGroup executors() {
  StatisticGroup group;
  group.title = "Executors";
  group.help = "The cycles of the executors of all PEs, which add up to PEs times the run's.";
  group.applies = has_application;
  auto& all = group.statistics;
  for (const auto& activity : activities) {
    all.push_back(
        {std::string("application.cycles.") + activity.name, "cycles", whole, activity.better, "",
         activity.help,
         [cycles = activity.cycles](const MeasuredRun& run) { return run.executors().*cycles; }});
  }
  all.push_back({"application.cycles.tasks", "tasks", whole, more, "", "that executors worked on",
                 [](const MeasuredRun& run) { return run.executors().tasks; }});
  for (const auto& activity : activities) {
    const bool is_work = activity.cycles == &ExecutorCounters::work;
    all.push_back({std::string("application.shares.") + activity.name, "", real,
                   is_work ? more : activity.better, std::string(activity.name) + "_share",
                   std::string("share of cycles ") + activity.help,
                   [cycles = activity.cycles](const MeasuredRun& run) -> std::optional<double> {
                     const auto total = run.executors().total();
                     if (total == 0) return std::nullopt;
                     return static_cast<double>(run.executors().*cycles) /
                            static_cast<double>(total);
                   }});
  }
  return group;
}

StatisticGroup executor_of_pes() {
  StatisticGroup group;
  group.title = "Executor of each PE";
  group.help = "By node; left out of a summary.";
  group.scope = Scope::pe;
  group.applies = has_application;
  for (const auto& activity : activities) {
    group.statistics.push_back(
        {std::string("application.pes[].") + activity.name, "cycles", whole, activity.better, "",
         activity.help, [cycles = activity.cycles](const MeasuredRun& run, std::size_t node) {
           return run.application().executor_counters[node].*cycles;
         }});
  }
  group.statistics.push_back({"application.pes[].tasks", "tasks", whole, neither, "",
                              "that the executor worked on",
                              [](const MeasuredRun& run, std::size_t node) {
                                return run.application().executor_counters[node].tasks;
                              }});
  return group;
}

bool has_iterations(const MeasuredRun& run) {
  return has_application(run) && !run.application().iterations.empty();
}

StatisticGroup iterations() {
  StatisticGroup group;
  group.title = "Iterations";
  group.help = "Where tasks are persistent and each is worked on once an iteration.";
  group.applies = has_iterations;
  group.statistics = {
      {"application.iterations_done", "", whole, more, "iterations", "iterations that are over",
       [](const MeasuredRun& run) { return run.application().iterations.size(); }},
      {"application.iteration_seconds.first", "s", real, less, "iteration_seconds_first",
       "until the last task of the first iteration was done",
       [](const MeasuredRun& run) {
         return in_seconds(run, run.application().iterations.front().end);
       }},
      {"application.iteration_seconds.last", "s", real, less, "iteration_seconds_last",
       "of the last iteration, from the end of the one before",
       [](const MeasuredRun& run) {
         const auto& all = run.application().iterations;
         const Cycle before = all.size() == 1 ? 0 : all[all.size() - 2].end;
         return in_seconds(run, all.back().end - before);
       }},
  };
  return group;
}

const IterationRecord& iteration(const MeasuredRun& run, std::size_t number) {
  return run.application().iterations[number];
}

StatisticGroup each_iteration() {
  StatisticGroup group;
  group.title = "Each iteration";
  group.help = "In their order; left out of a summary.";
  group.scope = Scope::iteration;
  group.applies = has_iterations;
  group.statistics = {
      {"application.iterations[].end", "cycles", whole, less, "",
       "the cycle after its last task's last",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).end; }},
      {"application.iterations[].tasks", "tasks", whole, neither, "", "that were worked on",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).tasks; }},
      {"application.iterations[].tasks_moved", "tasks", whole, less, "",
       "that were moved until then, each move",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).moved; }},
      {"application.iterations[].longest", "cycles", whole, less, "",
       "that the PE worked that worked longest",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).longest; }},
      {"application.iterations[].total", "cycles", whole, less, "", "that all PEs worked",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).total; }},
      {"application.iterations[].off_pe_bytes", "bytes", whole, less, "",
       "that tasks sent to tasks on other PEs",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).off_pe_bytes; }},
      {"application.iterations[].efficiency", "", real, more, "",
       "mean over longest (Watts, Rieffel and Taylor 1998: U_avg/U_max)",
       [](const MeasuredRun& run, std::size_t i) { return iteration(run, i).efficiency(); }},
  };
  return group;
}

}  // namespace

std::vector<StatisticGroup> application_statistics() {
  return {application(), executors(),      work_model_statistics(),
          iterations(),  each_iteration(), executor_of_pes()};
}

}  // namespace isobar
