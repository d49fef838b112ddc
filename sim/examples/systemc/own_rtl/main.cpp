// SPDX-License-Identifier: Apache-2.0
// PE 3 of a torus is SystemVerilog, verilated as a SystemC module; the other PEs are isobar's. The
// same fabric without it runs beside, and both have to do the same, to the bit.
#include <cstdio>
#include <systemc>

#include "Vmy_pe.h"
#include "models/experiment/experiment.h"
#include "models/pe/fabric_model.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/initial_load.h"
#include "tb/pins/pe_pins.h"
#include "tb/pins/pin_board.h"

namespace {

constexpr unsigned dimensions = 2;
constexpr unsigned task_bits = 64;
constexpr isobar::Load queue_depth = 64;  // as in my_pe.sv

isobar::Experiment torus() {
  isobar::Experiment experiment{isobar::Fabric::parse("torus:4x4")};
  const auto& fabric = experiment.fabric;
  experiment.task_bits = task_bits;
  experiment.scheme = isobar::SchemeChoice::parse("lm-c5").make(fabric, experiment.load_bits);
  experiment.loads = isobar::initial_load("uniform:0..20", fabric.nodes(), 1);
  experiment.queue_depth = queue_depth;
  experiment.tolerance = fabric.dimensions();
  experiment.max_steps = isobar::default_max_steps(fabric, experiment.loads);
  return experiment;
}

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const auto experiment = torus();

  Vmy_pe pe("my_pe");
  isobar::PePins<dimensions, task_bits> pins("pins_3");
  pins.bind(pe);
  isobar::PinBoard board(experiment);
  board.put(3, pins);

  isobar::FabricModel with_rtl("with_rtl", experiment, {}, nullptr, board.parts());
  isobar::FabricModel built_in("built_in", experiment);
  sc_core::sc_start();

  const auto a = with_rtl.finish();
  const auto b = built_in.finish();
  const bool same = a.loads == b.loads && a.links == b.links && a.run.steps == b.run.steps &&
                    a.run.cycles == b.run.cycles;
  std::printf("with the RTL: %lld steps, %lld cycles; the counters of all %zu links are %s\n",
              static_cast<long long>(a.run.steps), static_cast<long long>(a.run.cycles),
              a.links.size(), same ? "those of the built-in run" : "NOT those of the built-in run");
  return same ? 0 : 1;
}
