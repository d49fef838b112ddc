// SPDX-License-Identifier: Apache-2.0
// A fabric whose waves and counters this program writes: all signals of PEs 0 to 3 to fabric.fst,
// what one link carries to link.vcd by SystemC's own tracing, each link's counters to links.csv,
// and all statistics to standard output when the simulation ends.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <systemc>

#include "models/link/observer_group.h"
#include "models/pe/fabric_model.h"
#include "models/pe/probes.h"
#include "models/pe/statistics_at_end.h"
#include "models/pe/trace.h"
#include "sim/config/resolve.h"
#include "waves/wave_recorder.h"

namespace {

/// Returns the cycles in which links were busy, all together.
isobar::Cycle write_links(isobar::FabricModel& fabric, const isobar::Fabric& shape) {
  std::ofstream out("links.csv");
  out << "link,words,word_cycles,transfers,transfer_cycles\n";
  isobar::Cycle busy = 0;
  for (isobar::Node node = 0; node < shape.nodes(); ++node) {
    for (unsigned port = 0; port < shape.degree(); ++port) {
      const auto* link = fabric.channel(node, port);
      if (link == nullptr) continue;  // the open end of a mesh
      const auto counters = link->counters();
      out << isobar::link_name(shape, node, port) << ',' << counters.words << ','
          << counters.word_cycles << ',' << counters.transfers << ',' << counters.transfer_cycles
          << '\n';
      busy += counters.word_cycles + counters.transfer_cycles;
    }
  }
  return busy;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  isobar::ConfigText text;
  text.read_file(argc > 1 ? argv[1] : "torus.toml");
  const auto config = isobar::resolve(text);
  const auto& experiment = config.experiment;

  isobar::WaveRecorder waves(experiment, isobar::WaveScope::parse("pes=0..3", experiment.fabric),
                             "fabric.fst");
  isobar::Probes probes("probes", experiment);
  isobar::ObserverGroup observers;
  observers.add(&waves);
  observers.add(&probes);
  isobar::FabricModel fabric("fabric", experiment, {}, observers.observer());
  const isobar::StatisticsAtEnd<isobar::FabricModel> at_end("at_end", fabric, std::cout);

  auto* vcd = sc_core::sc_create_vcd_trace_file("link");
  vcd->set_time_unit(1, sc_core::SC_NS);
  auto* link = fabric.channel(0, 0);
  link->default_event();  // from here on its arrivals are followed
  isobar::sc_trace(vcd, link->arrival(), "link_0_succ1");
  sc_core::sc_trace(vcd, probes.load(0), "load_0");
  isobar::sc_trace(vcd, probes.decision(0), "decision_0");

  sc_core::sc_start();
  const auto busy = write_links(fabric, experiment.fabric);
  sc_core::sc_stop();
  sc_core::sc_close_vcd_trace_file(vcd);

  const auto& result = *at_end.result();
  waves.finish(result.run.cycles);
  isobar::Cycle counted = 0;
  for (const auto& counters : result.links) {
    counted += counters.word_cycles + counters.transfer_cycles;
  }
  return busy == counted && result.balanced ? 0 : 1;
}
