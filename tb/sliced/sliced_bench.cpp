// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_bench.h"

#include <numeric>

#include "models/link/reported.h"

namespace isobar {

SlicedBench::SlicedBench(const sc_core::sc_module_name& name, const Experiment& experiment,
                         const CosimSetting& setting, SlicedModule& gates, Scoreboard& scoreboard)
    : sc_module(name),
      experiment_(experiment),
      setting_(setting),
      scoreboard_(scoreboard),
      fabric_(experiment, setting, gates, scoreboard),
      clock_(experiment.clock),
      pes_(experiment.fabric.pes()) {
  SC_HAS_PROCESS(SlicedBench);
  SC_METHOD(advance);
}

FabricParts SlicedBench::parts() {
  FabricParts parts;
  parts.pe = [this](const PeSite& site) { return make_pe(site); };
  return parts;
}

std::unique_ptr<PeInterface> SlicedBench::make_pe(const PeSite& site) {
  const auto& loads = experiment_.loads;
  const auto tasks =
      static_cast<std::uint64_t>(std::accumulate(loads.begin(), loads.end(), Load{0}));
  const RandomExecutor traffic(setting_.traffic, site.node, tasks + site.node, pes_.size());
  auto made = std::make_unique<SlicedPe>(site.name, site, setting_.parameters, fabric_, traffic);
  pes_[site.node] = made.get();
  return made;
}

/// As many as there are before the kernel has anything to do again: the model does nothing in them.
Cycle SlicedBench::cycles_to_run() const {
  if (setting_.traffic.any()) return 1;
  const auto rest = sc_core::sc_time_to_pending_activity(sc_core::sc_get_curr_simcontext());
  if (rest == sc_core::SC_ZERO_TIME || rest == sc_core::sc_max_time()) return 1;
  return std::max<Cycle>(1, static_cast<Cycle>(rest.value() / clock_.time(1).value()));
}

void SlicedBench::advance() {
  if (!begun_) {
    begun_ = true;
    settled_ = false;
  } else if (!settled_) {
    settled_ = model_->has_settled();
  } else {
    begun_ = false;
    if (model_->done()) return;
    reported([this] {
      for (auto* pe : pes_) {
        if (setting_.traffic.any()) pe->take_traffic();
      }
      const auto until = now_ + cycles_to_run();
      while (now_ < until && !scoreboard_.mismatch()) fabric_.run_cycle(now_++);
    });
    if (scoreboard_.mismatch()) {
      sc_core::sc_stop();
      return;
    }
    next_trigger(clock_.time(now_) - sc_core::sc_time_stamp());
    return;
  }
  next_trigger(sc_core::SC_ZERO_TIME);
}

void SlicedBench::compare_totals() {
  for (Node node = 0; node < pes_.size(); ++node) {
    std::vector<LinkCounters> counters;
    for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
      counters.push_back(model_->channel(node, port)->counters());
    }
    fabric_.compare_totals(now_, node, counters);
  }
}

}  // namespace isobar
