// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_application.h"

#include <memory>
#include <utility>

#include "models/executor/application_run.h"
#include "models/steps/interpreter.h"
#include "models/steps/liquid_at_once.h"
#include "models/steps/pe_by_pe.h"
#include "models/steps/task_queues.h"

namespace isobar {
namespace {

std::unique_ptr<Balancers> balancers_of(const Experiment& experiment, const Wiring& wiring,
                                        Observer* observer) {
  const bool is_liquid = LiquidAtOnce::can_balance(experiment);
  if (is_liquid && observer == nullptr) {
    return std::make_unique<LiquidAtOnce>(experiment, wiring);
  }
  return std::make_unique<PeByPe>(experiment, wiring, observer);
}

}  // namespace

RunResult run_application(const Experiment& experiment, Watch watch, Observer* observer,
                          std::vector<std::vector<Task>>* queues) {
  ApplicationRun application(experiment);
  const Wiring wiring(experiment.fabric);
  const auto balancers = balancers_of(experiment, wiring, observer);
  Interpreter<TaskQueues> interpreter(experiment, std::move(watch), observer, &application.meter(),
                                      *balancers, application);
  auto result = interpreter.run();
  const auto& tasks = interpreter.tasks();
  auto lists = tasks.list();
  result.application = application.result(tasks.executor_counters(result.run.cycles), lists);
  if (queues != nullptr) *queues = std::move(lists);
  return result;
}

}  // namespace isobar
