// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/run_length.h"

#include <algorithm>
#include <numeric>

#include "models/experiment/credits.h"
#include "models/experiment/phase_ends.h"

namespace isobar {
namespace {

double real(const Rational& rational) { return boost::rational_cast<double>(rational); }

Cycle phase_cycles(const Experiment& e, const Phase& phase) {
  if (phase.shift) return shift_slot(e, phase).total();
  Cycle cycles = cycles_for_words(e, phase).value_or(0) + cycles_for_credits(e, phase) +
                 phase.decision + phase.barrier;
  if (e.phase_end == PhaseEnd::slot && end_is_paid(e, phase)) cycles += longest_transfer(e, phase);
  return cycles;
}

}  // namespace

double least_cycles(const Experiment& e) {
  if (!e.application) return 0;
  const auto application = e.application();
  const auto steps = static_cast<double>(application->step_cycles()) *
                     static_cast<double>(application->time_steps());
  const auto tasks = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  if (!application->knows_work()) return steps;
  // A task takes the mean over those iterations that differ; most applications have one kind.
  const auto turns = std::max<std::int64_t>(1, application->work_repeats_after());
  double work = 0;
  double longest = 0;
  for (TaskId task = 0; task < static_cast<TaskId>(tasks); ++task) {
    double one = 0;
    for (std::int64_t turn = 0; turn < turns; ++turn) {
      one += static_cast<double>(application->work_in(task, turn)) / static_cast<double>(turns);
    }
    work += one;
    longest = std::max(longest, one);
  }
  const auto capacities = e.capacities();
  const double capacity =
      capacities.empty() ? e.fabric.pes()
                         : real(std::accumulate(capacities.begin(), capacities.end(), Rational(0)));
  const double fastest =
      e.speeds.empty() ? 1 : real(*std::max_element(e.speeds.begin(), e.speeds.end()));
  const auto iterations = static_cast<double>(std::max<std::int64_t>(1, application->iterations()));
  return std::max(steps, iterations * std::max(work / capacity, longest / fastest));
}

Cycle least_step_cycles(const Experiment& e) {
  Cycle cycles = 0;
  for (const auto& phase : e.scheme->phases()) cycles += phase_cycles(e, phase);
  return cycles;
}

}  // namespace isobar
