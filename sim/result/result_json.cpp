// SPDX-License-Identifier: Apache-2.0
#include "sim/result/result_json.h"

#include <algorithm>
#include <numeric>

#include "models/costs/costs.h"
#include "models/costs/synthesized_pes.h"
#include "models/measure/utilization.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "sim/config/config_json.h"
#include "sim/result/application_json.h"
#include "tb/cosim.h"

namespace isobar {

double seconds(const Rational& clock, Cycle cycles) {
  return static_cast<double>(cycles) * static_cast<double>(clock.denominator()) /
         static_cast<double>(clock.numerator());
}

namespace {

/// One member by scale: {"run":…, "to_share":…, "to_balance":…}.
template <class Scale>
Json scale_json(const RunResult& result, Scale scale) {
  const auto at = [&](const std::optional<Instant>& instant) {
    return instant ? Json(scale(*instant)) : Json();
  };
  return {{"run", scale(result.run)},
          {"to_share", at(result.to_share)},
          {"to_balance", at(result.to_balance)}};
}

Json load_json(const Experiment& experiment, const RunResult& result, bool summary) {
  const auto extremes = [](const std::vector<Load>& loads) {
    const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
    return Json{{"max", *max}, {"min", *min}};
  };
  Json json;
  json["total"] = std::accumulate(result.loads.begin(), result.loads.end(), Load{0});
  json["initial"] = extremes(experiment.loads);
  json["final"] = extremes(result.loads);
  if (!summary) json["final"]["values"] = result.loads;
  return json;
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json utilization_json(const Utilization& utilization) {
  return {{"mean", utilization.mean},
          {"max", utilization.max},
          {"min", utilization.min},
          {"efficiency", or_null(utilization.efficiency())},
          {"imbalance", or_null(utilization.imbalance())}};
}

Json utilizations_json(const Experiment& experiment, const RunResult& result, bool summary) {
  const auto at_end = final_utilization(experiment, result);
  Json json;
  json["unit"] = loads_are_work(result) ? "work" : "tasks";
  json["initial"] = utilization_json(initial_utilization(experiment, result));
  json["final"] = utilization_json(at_end);
  if (!summary) json["final"]["values"] = at_end.values;
  return json;
}

/// What was given of them.
Json machines_json(const Experiment& experiment) {
  Json json = Json::object();
  for (const auto& speed : experiment.speeds) {
    json["speeds"].push_back(boost::rational_cast<double>(speed));
  }
  for (const auto bytes : experiment.memories) {
    json["memories"].push_back(bytes == no_bound ? Json() : Json(bytes));
  }
  if (!experiment.names.empty()) json["names"] = experiment.names;
  return json;
}

/// Bytes of tasks, where memories have bounds.
Json memory_json(const MemoryUse& use) {
  return {{"max_share", use.max_share}, {"over", use.over}};
}

Json messages_json(const MessageCounters& counts) {
  return {{"words", counts.words},
          {"transfers", counts.transfers},
          {"tasks", counts.tasks},
          {"max_per_pe", counts.max_per_pe},
          {"per_pe_total", counts.per_pe_total}};
}

Json costs_json(const Experiment& experiment, const RunResult& result) {
  if (ideal_scheme(experiment) != nullptr) return nullptr;  // it has neither links nor hardware
  const auto hardware = hardware_cost(experiment);
  return {{"wire_bits", wire_bits(experiment, result)},
          {"energy_pj", link_energy_pj(experiment, result)},
          {"total_bandwidth", total_bandwidth(experiment)},
          {"pins", pins(experiment)},
          {"hardware",
           {{"basis", basis_name(hardware.basis)},
            {"queue_depth", synthesized_queue_depth},
            {"luts", hardware.luts},
            {"registers", hardware.registers},
            {"logic_cells", hardware.logic_cells},
            {"mhz", hardware.mhz}}}};
}

const char* ending_name(Ending ending) {
  switch (ending) {
    case Ending::goal:
      return "goal";
    case Ending::step_limit:
      return "step_limit";
    case Ending::interrupted:
      return "interrupted";
    case Ending::rest:
      return "rest";
  }
  return "";
}

void write_links(const Fabric& fabric, const RunResult& result, std::ostream& out) {
  // One at a time: a large fabric's links as one document would need many times their memory.
  const char* separator = "";
  for (std::uint64_t slot = 0; slot < result.links.size(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    const auto& counters = result.links[slot];
    const Json json = {{"from", link->from},
                       {"to", link->to},
                       {"dimension", link->dimension},
                       {"words", counters.words},
                       {"transfers", counters.transfers},
                       {"tasks", counters.tasks},
                       {"transfer_cycles", counters.transfer_cycles},
                       {"word_cycles", counters.word_cycles},
                       {"setup_cycles", counters.setup_cycles},
                       {"idle_cycles", result.run.cycles - counters.busy()}};
    out << separator << json_text(json);
    separator = ",";
  }
}

}  // namespace

void write_json(const Config& config, const RunResult& result, const CosimResult* rtl, bool summary,
                std::ostream& out) {
  const auto& experiment = config.experiment;
  Json json;
  json["schema"] = "isobar.run/1";
  json["config"] = config_json(config);
  json["pes"] = experiment.fabric.pes();
  json["switches"] = experiment.fabric.switches();
  json["level"] = level_name(config.level);
  json["ended"] = ending_name(result.ending);
  json["shared"] = result.shared;
  json["balanced"] = result.balanced;
  json["steps"] = scale_json(result, [](const Instant& at) { return at.steps; });
  json["shifts"] = scale_json(result, [](const Instant& at) { return at.shifts; });
  if (experiment.agents) {  // it has neither
    for (const char* scale : {"steps", "shifts"}) {
      for (auto& at : json[scale]) at = nullptr;
    }
  }
  if (ideal_scheme(experiment) != nullptr) {
    for (auto& at : json["shifts"]) at = nullptr;
  }
  json["cycles"] = scale_json(result, [](const Instant& at) { return at.cycles; });
  json["seconds"] =
      scale_json(result, [&](const Instant& at) { return seconds(experiment.clock, at.cycles); });
  json["load"] = load_json(experiment, result, summary);
  json["utilization"] = utilizations_json(experiment, result, summary);
  if (!summary) json["machines"] = machines_json(experiment);
  if (!experiment.memories.empty()) {
    json["memory"] = {{"initial", memory_json(initial_memory(experiment, result))},
                      {"final", memory_json(final_memory(experiment, result))}};
  }
  json["messages"] = messages_json(count_messages(experiment.fabric, result.links));
  if (result.routed) json["routed"] = routed_json(experiment, result);
  if (!result.scheme.empty()) {
    auto& figures = json["scheme"] = Json::object();
    for (const auto& [name, value] : result.scheme) figures[name] = value;
  }
  if (result.application) json["application"] = application_json(experiment, result, summary);
  json["costs"] = costs_json(experiment, result);
  if (rtl != nullptr) {
    json["rtl"] = {{"pes", config.rtl->nodes.size()},
                   {"compared", {{"pe_cycles", rtl->pe_cycles}, {"events", rtl->events}}}};
  }
  auto text = json_text(json);
  if (summary) {
    out << text << '\n';
    return;
  }
  text.pop_back();  // the closing brace
  out << text << ",\"links\":[";
  write_links(experiment.fabric, result, out);
  out << "]}\n";
}

}  // namespace isobar
