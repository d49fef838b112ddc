// SPDX-License-Identifier: Apache-2.0
#include "tb/stealing_cosim.h"

#include <utility>

#include "tb/stealing_fabric.h"

namespace isobar {
namespace {

Mismatch at_pe(const Experiment& experiment, const FabricMismatch& found) {
  Mismatch at;
  at.node = found.node.value_or(0);
  at.cycle = found.cycle;
  at.signal = found.quantity;
  if (found.port) {
    const auto& fabric = experiment.fabric;
    at.signal += ", link to " + fabric.title(*fabric.neighbour(at.node, *found.port));
  }
  at.rtl = found.rtl;
  at.model = found.model;
  at.in_row = false;
  return at;
}

}  // namespace

CosimResult run_stealing_cosim(const Experiment& experiment, const CosimSetting& setting,
                               const VerilatedLibrary& library, const Watch& watch,
                               Observer* observer, InsideWaves* inside) {
  auto whole = run_stealing_fabric(experiment, setting.parameters, library, watch, nullptr, 0,
                                   observer, inside);
  CosimResult result;
  if (whole.mismatch) result.mismatch = at_pe(experiment, *whole.mismatch);
  result.run = std::move(whole.run);
  result.pe_cycles = whole.pe_cycles;
  result.events = whole.events;
  return result;
}

}  // namespace isobar
