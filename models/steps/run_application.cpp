// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_application.h"

#include <utility>

#include "models/executor/application_run.h"
#include "models/steps/interpreter.h"
#include "models/steps/task_queues.h"

namespace isobar {

RunResult run_application(const Experiment& experiment, Watch watch, Observer* observer,
                          std::vector<std::vector<Task>>* queues) {
  ApplicationRun application(experiment, observer);
  Interpreter<TaskQueues> interpreter(experiment, std::move(watch), observer, &application.meter(),
                                      application);
  auto result = interpreter.run();
  const auto& tasks = interpreter.tasks();
  result.application = application.result(application.accounts(result.run.cycles), tasks.count());
  if (queues != nullptr) *queues = tasks.list();
  return result;
}

}  // namespace isobar
