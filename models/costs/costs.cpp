// SPDX-License-Identifier: Apache-2.0
#include "models/costs/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/bits.h"
#include "models/costs/area_model.h"
#include "models/costs/link_width.h"
#include "models/costs/pe_energy.h"
#include "models/costs/phase_end_cost.h"
#include "models/costs/queue_area.h"
#include "models/costs/stealing_area.h"
#include "models/costs/synthesized_pes.h"
#include "models/schemes/synchronous/de.h"
#include "models/schemes/synchronous/hhc_b.h"
#include "models/schemes/synchronous/liquid.h"
#include "models/schemes/synchronous/nna.h"

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

/// A PE of another scheme that was synthesized, as a run has it.
struct NearestPe {
  const SynthesizedRival* pe;
  Experiment as;  ///< an experiment as which it was synthesized
};

Experiment with_table_sizes(const Fabric& fabric) {
  Experiment e(fabric);
  e.task_bits = synthesized_task_bits;
  e.load_bits = synthesized_load_bits;
  e.queue_depth = synthesized_queue_depth;
  return e;
}

/// Whether all dimensions are pairs.
bool has_pairs_alone(const Fabric& fabric) {
  const auto& radices = fabric.radices();
  return fabric.closed() && fabric.dimensions() > 0 &&
         std::all_of(radices.begin(), radices.end(), [](auto radix) { return radix <= 2; });
}

/// Whether it is a ring or torus without pairs, of as many dimensions as averaging has RTL for.
bool has_averaging_rings(const Fabric& fabric) {
  const auto& radices = fabric.radices();
  return fabric.closed() && fabric.dimensions() > 0 &&
         fabric.dimensions() <= synthesized_averagings.size() &&
         std::count(radices.begin(), radices.end(), 2) == 0;
}

/// The synthesized PE of dimension exchange, averaging or HHC B that is nearest to the
/// experiment's; none if that is of another kind.
std::optional<NearestPe> nearest_rival(const Experiment& e) {
  if (halves_pairs(e.scheme.get()) && has_pairs_alone(e.fabric)) {
    const auto dimensions = std::min(e.fabric.dimensions(), synthesized_dimensions);
    auto as = with_table_sizes(Fabric::parse(fmt::format("hypercube:{}", dimensions)));
    as.scheme = std::make_shared<DimensionExchange>(as.fabric, as.load_bits);
    return NearestPe{&synthesized_exchanges[dimensions - 1], std::move(as)};
  }
  if (gives_equal_portions(e.scheme.get()) && has_averaging_rings(e.fabric)) {
    std::string name = "torus:3";
    for (unsigned d = 1; d < e.fabric.dimensions(); ++d) name += "x3";
    auto as = with_table_sizes(Fabric::parse(name));
    as.scheme = std::make_shared<NnaPortions>(as.fabric, as.load_bits, as.load_bits + 1);
    return NearestPe{&synthesized_averagings[e.fabric.dimensions() - 1], std::move(as)};
  }
  if (orders_triangles(e.scheme.get())) {
    const auto& first = synthesized_hhcs.front();
    const auto& last = synthesized_hhcs.back();
    const auto dimensions = std::min(e.fabric.dimensions(), last.dimensions);
    auto as = with_table_sizes(Fabric::parse(fmt::format("hhc:{}", dimensions - 1)));
    as.scheme = std::make_shared<HhcB>(as.fabric, as.load_bits, as.load_bits);
    return NearestPe{&synthesized_hhcs[dimensions - first.dimensions], std::move(as)};
  }
  return {};
}

/// Whether nothing in the times of the experiment's PE is other than in the one that was
/// synthesized: how long a decision is, and that the counters of the words that end a phase
/// suffice.
bool has_times_of(const Experiment& e, const Experiment& table) {
  if (e.scheme->phases()[0].decision != table.scheme->phases()[0].decision) return false;
  if (!gives_equal_portions(e.scheme.get())) return true;
  Cycle hops = 0;
  for (const auto radix : e.fabric.radices()) hops += radix / 2;
  return 2 * hops <= synthesized_averaging_wait;
}

/// Whether the PE differs from those of the tables in nothing but the number of its dimensions, and
/// which of these are pairs.
bool has_table_sizes(const Experiment& e) {
  if (e.task_bits != synthesized_task_bits || e.load_bits != synthesized_load_bits) return false;
  if (e.queue_depth != synthesized_queue_depth || e.queue_memory != QueueMemory::block_ram) {
    return false;
  }
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    if (e.links_of_class(one) == 0) continue;
    const auto& link = e.links[one];
    if (link.bandwidth() != e.clock || link.setup() != 0 || link.latency() != 1) return false;
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

/// The bits that went over the links of each class.
std::vector<double> bits_by_class(const Experiment& e, const RunResult& result) {
  std::vector<double> cycles(e.links.size());
  const auto add = [&](std::size_t one, const LinkCounters& counters) {
    cycles[one] +=
        static_cast<double>(counters.word_cycles) + static_cast<double>(counters.transfer_cycles);
  };
  if (e.link_map) {
    result.links.for_each([&](std::uint64_t slot, const LinkCounters& counters) {
      add(e.link_class(slot), counters);
    });
  } else if (!result.links.empty()) {
    const auto sums = result.links.by_port(e.fabric.degree());
    for (unsigned port = 0; port < sums.size(); ++port) add(e.link_class(port, port), sums[port]);
  }
  for (std::size_t one = 0; one < cycles.size(); ++one) {
    cycles[one] *= bits_a_cycle(e, e.links[one]);
  }
  return cycles;
}

/// The pins of the data and valid lines at the ports of a PE, both ways.
std::int64_t link_pins(const Experiment& e, Node pe) {
  std::int64_t count = 0;
  for (unsigned port = 0; port < e.fabric.degree(); ++port) {
    const auto there = e.fabric.neighbour(pe, port);
    if (!there) continue;
    const auto leaves = std::uint64_t{pe} * e.fabric.degree() + port;
    const auto comes = std::uint64_t{*there} * e.fabric.degree() + e.fabric.far_port(pe, port);
    for (const auto slot : {leaves, comes}) count += 1 + built_lanes(e, e.link_of_slot(slot));
  }
  return count;
}

/// The pins for links of the PE that has the most of them.
std::int64_t pins_of_links(const Experiment& e) {
  std::int64_t count = 0;
  if (e.link_map) {
    for (Node pe = 0; pe < e.fabric.pes(); ++pe) count = std::max(count, link_pins(e, pe));
  } else {
    for (unsigned port = 0; port < pe_ports(e.fabric); ++port) {
      count += 2 * (1 + built_lanes(e, e.link_of_slot(port)));
    }
  }
  return count;
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

namespace {

/// The cells and the frequency of a PE of dimension exchange, averaging or HHC B.
HardwareCost rival_cost(const Experiment& e, const NearestPe& nearest,
                        const PhaseEndCost& phase_end) {
  HardwareCost cost;
  cost.basis = CostBasis::synthesized;
  cost.parts = synthesized_parts(*nearest.pe);
  cost.mhz = nearest.pe->mhz;
  const auto& table = nearest.as;
  if (nearest.pe->dimensions == e.fabric.dimensions() && has_table_sizes(e) && !e.application &&
      e.phase_end == PhaseEnd::words && !e.credits && has_times_of(e, table)) {
    return cost;
  }
  cost.basis = CostBasis::extrapolated;
  auto from = pe_parts(area_model(table));
  auto to = pe_parts(area_model(e));
  from.balancing += phase_end_cost(table).cells;
  to.balancing += phase_end.cells;
  add_difference(cost.parts, from, to);
  return cost;
}

/// Whether a PE of work stealing has the constants of the synthesized ones.
bool has_table_constants(const Experiment& e, const StealingRule& rule) {
  const StealingArea table;
  return rule.half && rule.retry == synthesized_retry && rule.retry_max == table.retry_max &&
         e.balancer.handling == table.handling && e.fetch == QueueEnd::oldest;
}

/// The PE among all whose victims are found as the experiment's are.
const SynthesizedRoutedThief& nearest_routed_thief(const StealingArea& area) {
  return *std::find_if(synthesized_routed_thieves.begin(), synthesized_routed_thieves.end(),
                       [&](const auto& pe) { return pe.drawn == area.drawn; });
}

/// What `pe` costs, which is of the sizes `table`, or from it a PE of the sizes `area`.
template <class Thief>
HardwareCost thief_cost(const Experiment& e, const StealingRule& rule, const Thief& pe,
                        const StealingArea& table, const StealingArea& area) {
  HardwareCost cost;
  cost.basis = CostBasis::synthesized;
  cost.parts = synthesized_parts(pe);
  cost.mhz = pe.mhz;
  if (table.ports == area.ports && table.others == area.others &&
      table.address_bits == area.address_bits && has_table_sizes(e) &&
      has_table_constants(e, rule)) {
    return cost;
  }
  cost.basis = CostBasis::extrapolated;
  add_difference(cost.parts, stealing_parts(table), stealing_parts(area));
  return cost;
}

/// The cells and the frequency of a PE of work stealing that exists as RTL.
HardwareCost stealing_cost(const Experiment& e, const StealingRule& rule) {
  const auto area = stealing_area(e);
  StealingArea table;
  if (area.others == 0) {
    table.ports = std::min(area.ports, static_cast<std::int64_t>(synthesized_thieves.size()));
    const auto& pe = synthesized_thieves[static_cast<std::size_t>(table.ports - 1)];
    return thief_cost(e, rule, pe, table, area);
  }
  table.ports = 2;
  table.others = synthesized_ring - 1;
  table.buffers = router_buffers({synthesized_ring});
  table.address_bits = log2_up(synthesized_ring);
  table.drawn = area.drawn;
  return thief_cost(e, rule, nearest_routed_thief(area), table, area);
}

/// Those of another PE.
HardwareCost other_cost(const Experiment& e, const PhaseEndCost& phase_end) {
  const auto liquid = e.scheme ? e.scheme->liquid_condition() : std::nullopt;
  const auto& radices = e.fabric.radices();
  const bool pairs = std::count(radices.begin(), radices.end(), 2) > 0;
  const auto& nearest = nearest_synthesized_pe(e);
  HardwareCost cost;
  cost.basis = CostBasis::synthesized;
  cost.parts = synthesized_parts(nearest.condition, nearest.dimensions);
  cost.mhz = nearest.mhz;
  if (!liquid || nearest.dimensions != e.fabric.dimensions() || pairs || !has_table_sizes(e)) {
    cost.basis = liquid ? CostBasis::extrapolated : CostBasis::estimated;
    add_difference(cost.parts, pe_parts(parts_of(nearest)), pe_parts(area_model(e)));
    cost.parts.balancing += phase_end.cells;
  }
  return cost;
}

}  // namespace

HardwareCost hardware_cost(const Experiment& e) {
  const auto phase_end = phase_end_cost(e);
  const auto rival = nearest_rival(e);
  const auto steals = stealing_in_hardware(e);
  auto cost = steals  ? stealing_cost(e, *steals)
              : rival ? rival_cost(e, *rival, phase_end)
                      : other_cost(e, phase_end);
  cost.total = cost.parts.total();
  cost.pins = pins_of_links(e) + phase_end.pins;
  cost.block_rams =
      steals ? stealing_block_rams(stealing_area(e))
             : queue_area(e.queue_memory, e.queue_depth, e.task_bits, e.load_bits).block_rams;
  return cost;
}

double total_bandwidth(const Experiment& e) {
  double sum = 0;
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    sum += static_cast<double>(e.links_of_class(one)) * number(e.links[one].bandwidth());
  }
  return sum;
}

double wire_bits(const Experiment& e, const RunResult& result) {
  double sum = 0;
  for (const auto bits : bits_by_class(e, result)) sum += bits;
  return sum;
}

RunEnergy run_energy(const Experiment& e, const RunResult& result) {
  const auto bits = bits_by_class(e, result);
  const auto seconds = static_cast<double>(result.run.cycles) / number(e.clock);
  RunEnergy energy;
  const auto pe = pe_energy(e);
  energy.pes_basis = pe.basis;
  energy.pes = pe.pj_per_cycle * static_cast<double>(e.fabric.pes()) *
               static_cast<double>(result.run.cycles);
  for (std::size_t one = 0; one < bits.size(); ++one) {
    const auto links = static_cast<double>(e.links_of_class(one));
    energy.bits += bits[one] * number(e.link_energy[one]);
    energy.static_links += links * number(e.link_static_power[one]) * seconds * pj_per_mj;
  }
  return energy;
}

}  // namespace isobar
