// SPDX-License-Identifier: Apache-2.0
#include "models/steps/run_steps.h"

#include <limits>
#include <utility>

#include "models/schemes/contract/ideal_scheme.h"
#include "models/schemes/contract/phase_rules.h"
#include "models/steps/interpreter.h"
#include "models/steps/liquid_kernel.h"
#include "models/steps/pe_by_pe.h"
#include "models/steps/run_application.h"
#include "models/steps/run_ideal.h"
#include "models/steps/run_liquid.h"

namespace isobar {
namespace {

/// The tasks of a run without an application, of which only the numbers matter, in the meter.
class PlainLoads {
 public:
  PlainLoads(Meter& meter, const Experiment& experiment, Observer* observer)
      : meter_(meter),
        degree_(experiment.fabric.degree()),
        queue_depth_(experiment.queue_depth),
        observer_(observer) {}

  void pass(Cycle /*to*/) const {}
  Cycle next() const { return std::numeric_limits<Cycle>::max(); }
  void grant(const std::vector<Load>& /*granted*/) const {}
  void leave(const Sending& /*move*/) const {}
  void announce(const Sending& /*move*/, Cycle /*begin*/, Cycle /*serial*/,
                Observer& /*observer*/) const {}
  void decided(Cycle /*decision*/, const Slot& /*slot*/) const {}
  void land(const Phase& /*phase*/, const std::vector<Sending>& moves, Cycle now) const {
    for (const auto& move : moves) {
      const auto to = static_cast<Node>(move.input / degree_);
      const Load load = meter_.loads()[to];
      PhaseRules::room(to, load, queue_depth_);
      meter_.load_changes(now, to, load);
      if (observer_ != nullptr) observer_->load_changes(now, to, load);
    }
  }

 private:
  Meter& meter_;
  std::uint64_t degree_;
  Load queue_depth_;
  Observer* observer_;
};

}  // namespace

RunResult run_steps(const Experiment& experiment, Watch watch, unsigned threads) {
  if (ideal_scheme(experiment) != nullptr) return run_ideal(experiment, std::move(watch), nullptr);
  if (experiment.application || !LiquidKernel::fits(experiment)) {
    return run_steps_generic(experiment, std::move(watch));
  }
  return run_liquid(experiment, std::move(watch), LiquidPlan::suited(experiment, threads));
}

RunResult run_steps_generic(const Experiment& experiment, Watch watch, Observer* observer) {
  if (ideal_scheme(experiment) != nullptr) return run_ideal(experiment, std::move(watch), observer);
  if (experiment.application) return run_application(experiment, std::move(watch), observer);
  const Wiring wiring(experiment.fabric);
  PeByPe balancers(experiment, wiring, observer);
  return Interpreter<PlainLoads>(experiment, std::move(watch), observer, nullptr, balancers).run();
}

}  // namespace isobar
