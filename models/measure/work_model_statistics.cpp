// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <optional>

#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"

namespace isobar {
namespace {

using ModelWork = std::vector<double> ApplicationResult::*;

double mean_of(const std::vector<double>& work) {
  return std::accumulate(work.begin(), work.end(), 0.0) / static_cast<double>(work.size());
}

/// The most work of a PE; none if a memory overflows, where the model has no bound of it.
std::optional<double> most_work(const std::vector<double>& work, const MemoryUse& memory) {
  if (memory.over > 0) return std::nullopt;
  return *std::max_element(work.begin(), work.end());
}

std::optional<double> imbalance_of_work(const std::vector<double>& work, const MemoryUse& memory) {
  const auto most = most_work(work, memory);
  if (!most || mean_of(work) <= 0) return std::nullopt;
  return std::max(0.0, *most / mean_of(work) - 1);
}

using Memory = MemoryUse (*)(const Experiment&, const RunResult&);

/// `when` is `initial` or `final`; metrics of the start have an ending.
void add_model_work(StatisticGroup& group, const std::string& when, const std::string& ending,
                    const std::string& at, ModelWork work, Memory memory) {
  const auto path = "application.work_model." + when + ".";
  const auto use = [memory](const MeasuredRun& run) {
    return memory(run.experiment(), run.result());
  };
  auto& all = group.statistics;
  all.push_back(
      {path + "max", "", real, less, "model_work_max" + ending,
       "the most work of a PE " + at + "; null if a memory overflows",
       [=](const MeasuredRun& run) { return most_work(run.application().*work, use(run)); }});
  all.push_back({path + "mean", "", real, less, "model_work_mean" + ending,
                 "the mean work of PEs " + at,
                 [=](const MeasuredRun& run) { return mean_of(run.application().*work); }});
  all.push_back({path + "imbalance", "", real, less, "model_work_imbalance" + ending,
                 "the most over the mean work of PEs, less 1, " + at + "; null without work",
                 [=](const MeasuredRun& run) {
                   return imbalance_of_work(run.application().*work, use(run));
                 }});
}

}  // namespace

StatisticGroup work_model_statistics() {
  StatisticGroup group;
  group.title = "Work model";
  group.help =
      "Of an LBDatafile set whose tasks are persistent: the work of an iteration on each PE by the "
      "affine model of DARMA-tasking's LB-analysis-framework, alpha * load in seconds + beta * the "
      "larger of bytes sent to other PEs and received from them + gamma * bytes within the PE + "
      "delta * bytes of shared blocks away from home. Where a memory is too small its PE's work "
      "has no bound.";
  group.applies = [](const MeasuredRun& run) {
    return run.result().application && !run.application().model_work_at_start.empty();
  };
  add_model_work(group, "initial", "_initial", "in the first iteration",
                 &ApplicationResult::model_work_at_start, initial_memory);
  add_model_work(group, "final", "", "in the last iteration that is over",
                 &ApplicationResult::model_work_at_end, final_memory);
  return group;
}

}  // namespace isobar
