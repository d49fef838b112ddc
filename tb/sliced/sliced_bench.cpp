// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_bench.h"

#include <algorithm>

namespace isobar {

SlicedBench::SlicedBench(const sc_core::sc_module_name& name, const Experiment& experiment,
                         const CosimSetting& setting, SlicedModule& gates, Scoreboard& scoreboard)
    : FabricBench(name, experiment, setting, scoreboard),
      fabric_(experiment, setting, gates, scoreboard),
      pes_(experiment.fabric.pes()) {}

FabricParts SlicedBench::parts() {
  FabricParts parts;
  parts.pe = [this](const PeSite& site) { return make_pe(site); };
  return parts;
}

std::unique_ptr<PeInterface> SlicedBench::make_pe(const PeSite& site) {
  auto made = std::make_unique<SlicedPe>(site.name, site, setting().parameters, fabric_,
                                         executor(site.node));
  pes_[site.node] = made.get();
  return made;
}

/// As many as there are before the kernel has anything to do again: the model does nothing in them.
Cycle SlicedBench::cycles_to_run() const {
  if (setting().traffic.any()) return 1;
  const auto rest = sc_core::sc_time_to_pending_activity(sc_core::sc_get_curr_simcontext());
  if (rest == sc_core::SC_ZERO_TIME || rest == sc_core::sc_max_time()) return 1;
  return std::max<Cycle>(1, static_cast<Cycle>(rest.value() / clock().time(1).value()));
}

Cycle SlicedBench::act(Cycle now) {
  for (auto* pe : pes_) {
    if (setting().traffic.any()) pe->take_traffic();
  }
  const auto until = now + cycles_to_run();
  while (now < until && fabric_.run_cycle(now)) ++now;
  return now;
}

void SlicedBench::compare_totals() {
  fabric_.compare_totals(now(), [this](Node node) { return link_counters(node); });
}

}  // namespace isobar
