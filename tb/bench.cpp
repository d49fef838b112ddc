// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <limits>
#include <numeric>

#include "models/link/reported.h"

namespace isobar {

Bench::Bench(const sc_core::sc_module_name& name, const Experiment& experiment,
             const CosimSetting& setting, const VerilatedLibrary& library, Scoreboard& scoreboard,
             InsideWaves* inside)
    : sc_module(name),
      experiment_(experiment),
      setting_(setting),
      library_(library),
      fabric_(experiment, setting, scoreboard, inside),
      clock_(experiment.clock),
      tasks_(static_cast<std::uint64_t>(
          std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0}))),
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
  SC_HAS_PROCESS(Bench);
  SC_METHOD(advance);
}

RandomExecutor Bench::executor(Node node) const {
  return {setting_.traffic, node, tasks_ + node, experiment_.fabric.pes()};
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

void Bench::advance() {
  if (!begun_) {
    ++fabric_.now;
    begun_ = true;
    settled_ = false;
  } else if (!settled_) {
    settled_ = model_->has_settled();
  } else {
    begun_ = false;
    if (model_->done()) return;
    if (fabric_.scoreboard.mismatch()) {
      sc_core::sc_stop();
      return;
    }
    reported([this] { run_cycle(); });
    next_trigger(clock_.time(1));
    return;
  }
  next_trigger(sc_core::SC_ZERO_TIME);
}

void Bench::run_cycle() {
  for (std::size_t i = 0; i < others_.size(); ++i) {
    executors_[i].begin_cycle();
    executors_[i].act(model_->pe(others_[i]));
  }
  fabric_.tick.notify();
}

void Bench::compare_totals() {
  for (std::size_t i = 0; i < pes_.size(); ++i) {
    std::vector<LinkCounters> link_counters;
    for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
      link_counters.push_back(model_->channel(setting_.nodes[i], port)->counters());
    }
    pes_[i]->compare_totals(link_counters);
  }
}

}  // namespace isobar
