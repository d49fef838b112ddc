// SPDX-License-Identifier: Apache-2.0
#include "models/costs/pe_energy.h"

#include "models/costs/costs.h"
#include "models/costs/pe_activity.h"
#include "models/costs/queue_area.h"

namespace isobar {
namespace {

/// The cells that a PE would have without instrumentation.
PeCells working_cells(const PeParts& parts) {
  auto cells = parts.total();
  cells -= parts.instrumentation;
  return cells;
}

}  // namespace

const char* basis_name(ActivityBasis basis) {
  return basis == ActivityBasis::measured ? "measured" : "estimated";
}

PeEnergy pe_energy(const Experiment& e) {
  const auto hardware = hardware_cost(e);
  const auto& nearest = nearest_synthesized_pe(e);
  const auto row = synthesized_row(nearest.condition, nearest.dimensions);
  const auto observed = working_cells(synthesized_parts(nearest.condition, nearest.dimensions));
  const auto activity = measured_toggles[row] / static_cast<double>(observed.registers);

  const auto cells = working_cells(hardware.parts);
  auto active = cells;
  active -= queue_area(e.queue_memory, e.queue_depth, e.task_bits, e.load_bits).cells;
  active += queue_area(QueueMemory::block_ram, e.queue_depth, e.task_bits, e.load_bits).cells;
  PeEnergy energy;
  // Activity was measured in Liquid PEs alone.
  const bool liquid = e.scheme && e.scheme->liquid_condition();
  energy.basis = liquid && hardware.basis == CostBasis::synthesized ? ActivityBasis::measured
                                                                    : ActivityBasis::estimated;
  energy.pj_per_cycle = static_cast<double>(cells.registers) * register_clock_pj +
                        static_cast<double>(active.logic_cells) * activity * cell_toggle_pj;
  return energy;
}

}  // namespace isobar
