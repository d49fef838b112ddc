// SPDX-License-Identifier: Apache-2.0
#include "tb/fabric_bench.h"

#include <numeric>

#include "models/link/reported.h"

namespace isobar {

FabricBench::FabricBench(const sc_core::sc_module_name& name, const Experiment& experiment,
                         const CosimSetting& setting, Scoreboard& scoreboard)
    : sc_module(name),
      experiment_(experiment),
      setting_(setting),
      scoreboard_(scoreboard),
      clock_(experiment.clock),
      tasks_(static_cast<std::uint64_t>(
          std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0}))) {
  SC_HAS_PROCESS(FabricBench);
  SC_METHOD(advance);
}

RandomExecutor FabricBench::executor(Node node) const {
  return {setting_.traffic, node, tasks_ + node, experiment_.fabric.pes()};
}

std::vector<LinkCounters> FabricBench::link_counters(Node node) const {
  std::vector<LinkCounters> counters;
  for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
    counters.push_back(model_->channel(node, port)->counters());
  }
  return counters;
}

void FabricBench::advance() {
  if (!begun_) {
    begun_ = true;
    settled_ = false;
  } else if (!settled_) {
    settled_ = model_->has_settled();
  } else {
    begun_ = false;
    if (model_->done()) return;
    const Cycle now = now_++;
    if (!scoreboard_.mismatch()) reported([&] { now_ = act(now); });
    if (scoreboard_.mismatch()) {
      sc_core::sc_stop();
      return;
    }
    next_trigger(clock_.until(now_));
    return;
  }
  next_trigger(sc_core::SC_ZERO_TIME);
}

}  // namespace isobar
