// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_ideal.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/errors.h"
#include "models/executor/activity_log.h"
#include "models/executor/application_run.h"
#include "models/later.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {
namespace {

class IdealRun {
 public:
  IdealRun(const Experiment& experiment, Watch watch, Observer* observer)
      : observer_(observer),
        application_(experiment),
        step_(application_.step_cycles()),
        meter_(experiment, std::move(watch), &application_.meter()),
        pes_(ideal_scheme(experiment)->pes(experiment.loads)),
        loads_(experiment.loads),
        deepest_(experiment.loads),
        logs_(experiment.fabric.pes()),
        links_(experiment.fabric.link_slots()) {
    if (!application_.has_turns()) throw ModelError("the application does not live in time steps");
  }

  RunResult run() {
    announce_loads(0, true);
    end_step(0, 0);
    for (std::int64_t step = 0; !meter_.done(); ++step) {
      const Cycle start = step * step_;
      if (observer_ != nullptr) observer_->phase_begins(start, step, 0);
      for (const Node node : pes_->turns()) turn(node, start);
      const Cycle end = later(start, step_);
      announce_loads(end, false);
      meter_.phase_done({0, step_, 0, 0}, 0);
      end_step(end, step + 1);
    }
    const auto left = std::accumulate(loads_.begin(), loads_.end(), Load{0});
    auto result = meter_.finish(loads_, deepest_, std::move(links_));
    std::vector<ExecutorCounters> counters;
    for (const auto& log : logs_) counters.push_back(log.counters(result.run.cycles));
    result.application = application_.result(std::move(counters), left);
    result.scheme = pes_->statistics();
    return result;
  }

 private:
  void turn(Node node, Cycle start) {
    std::int64_t generates = 0;
    std::int64_t consumes = 1;  // after the last turns, PEs work off what is left
    if (application_.next_turn(node)) {
      const auto begun = application_.begin_turn(node, start);
      generates = begun.generated.count;
      consumes = begun.consumes;
    }
    const bool consumes_first = pes_->consumes_first();
    if (!consumes_first) generate(node, generates);
    const bool works = consume(node, start, consumes);
    if (consumes_first) generate(node, generates);
    pes_->end_turn(node);
    if (!works) logs_[node].does(start, Activity::idle, 0, {node, 0}, observer_);
  }

  void generate(Node node, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) pes_->generate(node);
  }

  /// Consumes up to `count` packets. Whether there was one.
  bool consume(Node node, Cycle start, std::int64_t count) {
    bool works = false;
    for (; count > 0 && pes_->consume(node); --count) {
      works = true;
      // Packets have no identities in this model, so they are numbered as they are executed.
      const TaskId task = static_cast<TaskId>(application_.meter().executed());
      logs_[node].does(start, Activity::work, task, {node, 0}, observer_);
      application_.finish(node, task, start + step_ - 1, application_.work(task));
      logs_[node].executed();
    }
    return works;
  }

  void announce_loads(Cycle from, bool all) {
    for (Node node = 0; node < loads_.size(); ++node) {
      const Load load = pes_->load(node);
      if (observer_ != nullptr && (all || load != loads_[node])) {
        observer_->load_changes(from, node, load);
      }
      loads_[node] = load;
      deepest_[node] = std::max(deepest_[node], load);
    }
  }

  void end_step(Cycle cycle, std::int64_t steps) {
    const auto [min, max] = std::minmax_element(loads_.begin(), loads_.end());
    meter_.step_done(*min, *max, loads_);
    if (observer_ == nullptr) return;
    observer_->step_ends(cycle, steps, meter_.shared(), meter_.balanced());
  }

  Observer* observer_;
  ApplicationRun application_;
  Cycle step_;
  StepMeter meter_;
  std::unique_ptr<IdealPes> pes_;
  std::vector<Load> loads_;        ///< by node, at the last step end
  std::vector<Load> deepest_;      ///< by node, at any step end
  std::vector<ActivityLog> logs_;  ///< by node
  std::vector<LinkCounters> links_;
};

}  // namespace

RunResult run_ideal(const Experiment& experiment, Watch watch, Observer* observer) {
  return IdealRun(experiment, std::move(watch), observer).run();
}

}  // namespace isobar
