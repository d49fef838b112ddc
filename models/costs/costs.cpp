// SPDX-License-Identifier: Apache-2.0
#include "models/costs/costs.h"

#include <algorithm>
#include <string>

#include "models/costs/area_model.h"
#include "models/costs/pe_energy.h"
#include "models/costs/phase_end_cost.h"
#include "models/costs/queue_area.h"
#include "models/costs/synthesized_pes.h"
#include "models/schemes/synchronous/liquid.h"

namespace isobar {
namespace {

double number(const Rational& rational) { return boost::rational_cast<double>(rational); }

/// The area model of a PE in the table of synthesized PEs.
AreaModel parts_of(const SynthesizedPe& pe) {
  std::string name = "torus:4";
  for (unsigned d = 1; d < pe.dimensions; ++d) name += "x4";
  Experiment e(Fabric::parse(name));
  e.task_bits = synthesized_task_bits;
  e.load_bits = synthesized_load_bits;
  e.queue_depth = synthesized_queue_depth;
  e.scheme = std::make_shared<Liquid>(pe.condition, e.fabric, e.load_bits);
  return area_model(e);
}

/// Whether the PE differs from those of the table in nothing but the number of its dimensions.
bool has_table_sizes(const Experiment& e) {
  if (e.task_bits != synthesized_task_bits || e.load_bits != synthesized_load_bits) return false;
  if (e.queue_depth != synthesized_queue_depth || e.queue_memory != QueueMemory::block_ram) {
    return false;
  }
  for (unsigned d = 1; d <= e.fabric.radices().size(); ++d) {
    const auto& link = e.links[d - 1];
    if (e.fabric.radix(d) == 1) continue;
    const bool plain = link.bandwidth() == e.clock && link.setup() == 0 && link.latency() == 1;
    if (e.fabric.radix(d) == 2 || !plain) return false;
  }
  return true;
}

/// Adds the difference of two PEs to the cells of the first.
void add_difference(PeParts& parts, const PeParts& from, const PeParts& to) {
  for (const auto part :
       {&PeParts::balancing, &PeParts::links, &PeParts::queue, &PeParts::instrumentation}) {
    parts.*part -= from.*part;
    parts.*part += to.*part;
  }
}

std::int64_t pins_of_links(const Experiment& e) {
  std::int64_t count = 0;
  for (unsigned port = 0; port < pe_ports(e.fabric); ++port) {
    count += 2 * (1 + e.link_of_port(port).lanes());
  }
  return count;
}

/// The bits that went over the links of each dimension.
std::vector<double> bits_by_dimension(const Experiment& e, const RunResult& result) {
  std::vector<double> cycles(e.links.size());
  for (std::uint64_t slot = 0; slot < result.links.size(); ++slot) {
    const auto& counters = result.links[slot];
    const auto port = static_cast<unsigned>(slot % e.fabric.degree());
    cycles[e.fabric.ports()[port].dimension - 1] +=
        static_cast<double>(counters.word_cycles) + static_cast<double>(counters.transfer_cycles);
  }
  for (std::size_t d = 0; d < cycles.size(); ++d) {
    cycles[d] *= number(e.links[d].bandwidth()) / number(e.clock);
  }
  return cycles;
}

}  // namespace

const char* basis_name(CostBasis basis) {
  switch (basis) {
    case CostBasis::synthesized:
      return "synthesized";
    case CostBasis::extrapolated:
      return "extrapolated";
    case CostBasis::estimated:
      return "estimated";
  }
  return "";
}

const SynthesizedPe& nearest_synthesized_pe(const Experiment& e) {
  const auto liquid = e.scheme ? e.scheme->liquid_condition() : std::nullopt;
  const auto dimensions = std::clamp(e.fabric.dimensions(), 1U, synthesized_dimensions);
  return synthesized_pe(liquid.value_or(Condition::c5), dimensions);
}

HardwareCost hardware_cost(const Experiment& e) {
  const auto liquid = e.scheme ? e.scheme->liquid_condition() : std::nullopt;
  const auto& nearest = nearest_synthesized_pe(e);
  const auto phase_end = phase_end_cost(e);
  HardwareCost cost;
  cost.basis = CostBasis::synthesized;
  cost.parts = synthesized_parts(nearest.condition, nearest.dimensions);
  cost.mhz = nearest.mhz;
  if (!liquid || nearest.dimensions != e.fabric.dimensions() || !has_table_sizes(e)) {
    cost.basis = liquid ? CostBasis::extrapolated : CostBasis::estimated;
    add_difference(cost.parts, pe_parts(parts_of(nearest)), pe_parts(area_model(e)));
    cost.parts.balancing += phase_end.cells;
  }
  cost.total = cost.parts.total();
  cost.pins = pins_of_links(e) + phase_end.pins;
  cost.block_rams = queue_area(e.queue_memory, e.queue_depth, e.task_bits, e.load_bits).block_rams;
  return cost;
}

double total_bandwidth(const Experiment& e) {
  double sum = 0;
  for (unsigned d = 1; d <= e.links.size(); ++d) {
    sum += static_cast<double>(e.fabric.link_count(d)) * number(e.links[d - 1].bandwidth());
  }
  return sum;
}

double wire_bits(const Experiment& e, const RunResult& result) {
  double sum = 0;
  for (const auto bits : bits_by_dimension(e, result)) sum += bits;
  return sum;
}

RunEnergy run_energy(const Experiment& e, const RunResult& result) {
  const auto bits = bits_by_dimension(e, result);
  const auto seconds = static_cast<double>(result.run.cycles) / number(e.clock);
  RunEnergy energy;
  const auto pe = pe_energy(e);
  energy.pes_basis = pe.basis;
  energy.pes = pe.pj_per_cycle * static_cast<double>(e.fabric.pes()) *
               static_cast<double>(result.run.cycles);
  for (std::size_t d = 0; d < bits.size(); ++d) {
    const auto links = static_cast<double>(e.fabric.link_count(static_cast<unsigned>(d) + 1));
    energy.bits += bits[d] * number(e.link_energy[d]);
    energy.static_links += links * number(e.link_static_power[d]) * seconds * pj_per_mj;
  }
  return energy;
}

}  // namespace isobar
