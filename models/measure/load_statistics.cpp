// SPDX-License-Identifier: Apache-2.0
#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"

namespace isobar {

std::vector<StatisticGroup> load_statistics() {
  StatisticGroup totals;
  totals.title = "Load";
  totals.help = "The tasks that PEs hold, at the start and at the end.";
  totals.statistics = {
      {"load.total", "tasks", whole, neither, "load_total", "in the fabric at the end",
       [](const MeasuredRun& run) { return run.result().loads.sum(); }},
      {"load.initial.max", "tasks", whole, less, "initial_max", "largest initial load",
       [](const MeasuredRun& run) { return run.experiment().loads.max(); }},
      {"load.initial.min", "tasks", whole, more, "", "smallest initial load",
       [](const MeasuredRun& run) { return run.experiment().loads.min(); }},
      {"load.final.max", "tasks", whole, less, "final_max", "largest load at the end",
       [](const MeasuredRun& run) { return run.result().loads.max(); }},
      {"load.final.min", "tasks", whole, more, "final_min", "smallest load at the end",
       [](const MeasuredRun& run) { return run.result().loads.min(); }},
  };
  StatisticGroup by_pe;
  by_pe.title = "Load of each PE";
  by_pe.help = "By node; left out of a summary.";
  by_pe.scope = Scope::pe;
  by_pe.statistics = {
      {"load.final.values[]", "tasks", whole, neither, "", "load at the end",
       [](const MeasuredRun& run, std::size_t node) { return run.result().loads[node]; }},
  };
  StatisticGroup queue;
  queue.title = "Queues";
  queue.help = "How full the queues of the PEs were.";
  queue.statistics = {
      {"queue.deepest", "tasks", whole, less, "queue_deepest",
       "most tasks that the queue of any PE held at any time",
       [](const MeasuredRun& run) { return run.result().deepest_queue; }},
      {"queue.held_back", "tasks", whole, less, "queue_held_back",
       "tasks that had no room in the queue that they were for, counted each time: a synchronous "
       "scheme did not send them, others let them wait before the queue",
       [](const MeasuredRun& run) { return run.result().held_back; }},
  };
  StatisticGroup queues;
  queues.title = "Queue of each PE";
  queues.help = "By node; left out of a summary.";
  queues.scope = Scope::pe;
  queues.applies = [](const MeasuredRun& run) { return run.experiment().lists_deepest; };
  queues.statistics = {
      {"queue.deepest_of_pe[]", "tasks", whole, less, "",
       "most tasks that its queue held at any time",
       [](const MeasuredRun& run, std::size_t node) { return run.result().deepest_queues[node]; }},
  };
  return {totals, by_pe, queue, queues};
}

}  // namespace isobar
