// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <limits>

namespace isobar {

Bench::Bench(const sc_core::sc_module_name& name, const Experiment& experiment,
             const CosimSetting& setting, const VerilatedLibrary& library, Scoreboard& scoreboard,
             InsideWaves* inside)
    : FabricBench(name, experiment, setting, scoreboard),
      library_(library),
      fabric_(experiment, setting, scoreboard, inside),
      place_(experiment.fabric.pes(), std::numeric_limits<std::uint32_t>::max()),
      pes_(setting.nodes.size()) {
  for (std::size_t i = 0; i < pes_.size(); ++i) {
    place_[setting.nodes[i]] = static_cast<std::uint32_t>(i);
  }
  for (Node node = 0; setting.traffic.any() && node < experiment.fabric.pes(); ++node) {
    if (is_rtl(node)) continue;
    others_.push_back(node);
    executors_.push_back(executor(node));
  }
}

FabricParts Bench::parts() {
  FabricParts parts;
  parts.pe = [this](const PeSite& site) { return make_pe(site); };
  parts.sender = [this](Node node, unsigned port, LinkSendInterface& usual) {
    return is_rtl(node) ? nullptr : fabric_.wires.sender(node, port, usual);
  };
  return parts;
}

std::unique_ptr<PeInterface> Bench::make_pe(const PeSite& site) {
  if (!is_rtl(site.node)) return nullptr;
  const auto place = place_[site.node];
  auto made =
      std::make_unique<RtlPe>(site.name, site, place, fabric_, library_, executor(site.node));
  pes_[place] = made.get();
  return made;
}

Cycle Bench::act(Cycle now) {
  for (std::size_t i = 0; i < others_.size(); ++i) {
    executors_[i].begin_cycle();
    executors_[i].act(model().pe(others_[i]));
  }
  fabric_.now = now;
  fabric_.tick.notify();
  return now + 1;
}

void Bench::compare_totals() {
  fabric_.now = now();
  for (std::size_t i = 0; i < pes_.size(); ++i) {
    pes_[i]->compare_totals(link_counters(setting().nodes[i]));
  }
}

}  // namespace isobar
