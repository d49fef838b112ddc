// SPDX-License-Identifier: Apache-2.0
#include "models/costs/cost_statistics.h"

#include <string>

#include "models/costs/area_model.h"
#include "models/costs/costs.h"
#include "models/costs/pe_energy.h"
#include "models/costs/synthesized_pes.h"
#include "models/measure/measured_run.h"
#include "models/measure/statistic_rows.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {
namespace {

/// An ideal network has neither links nor hardware.
bool has_hardware(const MeasuredRun& run) { return ideal_scheme(run.experiment()) == nullptr; }

const HardwareCost& hardware_of(const MeasuredRun& run) {
  return run.kept([](const MeasuredRun& one) { return hardware_cost(one.experiment()); });
}

const RunEnergy& energy_of(const MeasuredRun& run) {
  return run.kept(
      [](const MeasuredRun& one) { return run_energy(one.experiment(), one.result()); });
}

StatisticGroup costs(const char* title, const char* help) {
  StatisticGroup group;
  group.title = title;
  group.help = help;
  group.applies = has_hardware;
  group.otherwise = StatisticGroup::Otherwise::null;
  group.root = "costs";
  return group;
}

StatisticGroup wires() {
  auto group = costs("Bandwidth and pins", "Known before the run; null on an ideal network.");
  group.before_run = true;
  group.statistics = {
      {"costs.total_bandwidth", "bit/s", real, less, "total_bandwidth", "of all links together",
       [](const MeasuredRun& run) { return total_bandwidth(run.experiment()); }},
      {"costs.pins", "", whole, less, "pins", "of a PE, for its links",
       [](const MeasuredRun& run) { return hardware_of(run).pins; }},
  };
  return group;
}

StatisticGroup energy() {
  auto group = costs("Energy", "What links and PEs took in the run (docs/costs.md).");
  Statistic activity_basis = {
      "costs.energy_pes_basis",
      "",
      word,
      neither,
      "energy_pes_basis",
      "where the activity of a PE's cells comes from",
      [](const MeasuredRun& run) { return basis_name(energy_of(run).pes_basis); }};
  for (const auto one : {ActivityBasis::measured, ActivityBasis::estimated}) {
    activity_basis.words.emplace_back(basis_name(one));
  }
  group.statistics = {
      {"costs.wire_bits", "bits", real, less, "wire_bits",
       "that went over all links, the padding of each message's last cycle included",
       [](const MeasuredRun& run) { return wire_bits(run.experiment(), run.result()); }},
      {"costs.energy_pj", "pJ", real, less, "energy_pj", "energy of the run, the sum of its parts",
       [](const MeasuredRun& run) { return energy_of(run).total(); }},
      {"costs.energy_bits_pj", "pJ", real, less, "energy_bits_pj",
       "energy of the bits on the links",
       [](const MeasuredRun& run) { return energy_of(run).bits; }},
      {"costs.energy_static_pj", "pJ", real, less, "energy_static_pj",
       "static power of the links for the time of the run",
       [](const MeasuredRun& run) { return energy_of(run).static_links; }},
      {"costs.energy_pes_pj", "pJ", real, less, "energy_pes_pj",
       "energy of the PEs' own work, on an FPGA",
       [](const MeasuredRun& run) { return energy_of(run).pes; }},
      activity_basis,
  };
  return group;
}

/// Adds the cells of one part of a PE, which compares by its logic cells.
void add_part(StatisticGroup& group, const std::string& name, const std::string& which,
              PeCells PeParts::*part) {
  const auto add = [&](const std::string& count, const std::string& title, bool is_metric,
                       std::int64_t PeCells::*member) {
    group.statistics.push_back(
        {"costs.hardware." + name + "." + count, "", whole, less,
         is_metric ? name + "_" + count : "", title + " " + which,
         [=](const MeasuredRun& run) { return hardware_of(run).parts.*part.*member; }});
  };
  add("luts", "LUTs", false, &PeCells::luts);
  add("registers", "registers", false, &PeCells::registers);
  add("logic_cells", "logic cells", true, &PeCells::logic_cells);
}

StatisticGroup hardware() {
  auto group = costs("Hardware of a PE", "On an FPGA of the iCE40 family (docs/costs.md).");
  Statistic basis = {"costs.hardware.basis",
                     "",
                     word,
                     neither,
                     "hardware_basis",
                     "where these numbers come from",
                     [](const MeasuredRun& run) { return basis_name(hardware_of(run).basis); }};
  for (const auto one : {CostBasis::synthesized, CostBasis::extrapolated, CostBasis::estimated}) {
    basis.words.emplace_back(basis_name(one));
  }
  group.statistics = {
      basis,
      {"costs.hardware.queue_depth", "tasks", whole, neither, "",
       "that the queue of that hardware holds",
       [](const MeasuredRun& run) { return run.experiment().queue_depth; }},
      {"costs.hardware.luts", "", whole, less, "luts", "LUTs of a PE",
       [](const MeasuredRun& run) { return hardware_of(run).total.luts; }},
      {"costs.hardware.registers", "", whole, less, "registers", "registers of a PE",
       [](const MeasuredRun& run) { return hardware_of(run).total.registers; }},
      {"costs.hardware.logic_cells", "", whole, less, "logic_cells", "logic cells of a PE",
       [](const MeasuredRun& run) { return hardware_of(run).total.logic_cells; }},
      {"costs.hardware.mhz", "MHz", real, more, "mhz", "clock that a PE reaches",
       [](const MeasuredRun& run) { return hardware_of(run).mhz; }},
  };
  add_part(group, "balancing", "that balance", &PeParts::balancing);
  add_part(group, "links", "of links' ends", &PeParts::links);
  add_part(group, "queue", "of the queue", &PeParts::queue);
  group.statistics.push_back({"costs.hardware.queue.block_rams", "", whole, less, "block_rams",
                              "block RAMs of 4 kbit that the queue lies in",
                              [](const MeasuredRun& run) { return hardware_of(run).block_rams; }});
  add_part(group, "instrumentation", "that only count", &PeParts::instrumentation);
  return group;
}

}  // namespace

std::vector<StatisticGroup> fabric_statistics() {
  const auto fabric = [](const MeasuredRun& run) -> const Fabric& {
    return run.experiment().fabric;
  };
  StatisticGroup group;
  group.title = "Fabric";
  group.help = "Its size, known before the run.";
  group.before_run = true;
  group.statistics = {
      {"pes", "", whole, neither, "pes", "processing elements",
       [=](const MeasuredRun& run) { return fabric(run).pes(); }},
      {"switches", "", whole, less, "", "nodes that only route",
       [=](const MeasuredRun& run) { return fabric(run).switches(); }},
      {"fabric.links", "", whole, less, "links", "directed links",
       [=](const MeasuredRun& run) { return fabric(run).link_count(); }},
      {"fabric.degree", "", whole, less, "degree", "ports of a PE",
       [=](const MeasuredRun& run) { return pe_ports(fabric(run)); }},
      {"fabric.dimensions", "", whole, neither, "dimensions",
       "dimensions with more than one coordinate",
       [=](const MeasuredRun& run) { return fabric(run).dimensions(); }},
      {"fabric.diameter", "links", whole, less, "diameter", "longest of all shortest routes",
       [=](const MeasuredRun& run) { return fabric(run).diameter(); }},
  };
  return {group};
}

std::vector<StatisticGroup> cost_statistics() { return {wires(), energy(), hardware()}; }

}  // namespace isobar
