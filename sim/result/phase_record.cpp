// SPDX-License-Identifier: Apache-2.0
#include "sim/result/phase_record.h"

#include <algorithm>
#include <numeric>

#include "models/analysis/ramps.h"
#include "models/schemes/contract/phase_rules.h"
#include "sim/config/config_json.h"

namespace isobar {
namespace {

Json load_json(const std::vector<Load>& loads, bool summary) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  Json json = {{"max", *max}, {"min", *min}};
  if (!summary) json["values"] = loads;
  return json;
}

/// Section 4 of Henrich's paper, in one dimension.
void add_analysis(const Fabric& fabric, unsigned dimension, const PhaseEntry& entry, Json& json) {
  auto& found_ramps = json["ramps"] = Json::array();
  for (const auto& ramp : ramps(fabric, dimension, entry.before)) {
    found_ramps.push_back({ramp.lower, ramp.upper});
  }
  auto& found_transfers = json["virtual_transfers"] = Json::array();
  for (const auto& transfer : virtual_transfers(fabric, dimension, entry.before, entry.after)) {
    found_transfers.push_back({transfer.from, transfer.to});
  }
  const auto maxima = improvement_of_maxima(fabric, dimension, entry.before, entry.after);
  json["improvement"] = {
      {"reduced", maxima.reduced}, {"moved", maxima.moved}, {"neither", maxima.neither}};
}

}  // namespace

PhaseRecord::PhaseRecord(const Config& config)
    : config_(config),
      liquid_(config.experiment.scheme && config.experiment.scheme->liquid_condition()),
      file_(*config.outputs.record),
      log_(config.experiment, [this](const PhaseEntry& entry) { write(entry); }) {
  write_header();
}

void PhaseRecord::write_header() {
  Json json;
  json["schema"] = "isobar.phases/1";
  json["config"] = config_json(config_);
  json["config"].erase("level");  // changes nothing here
  json["pes"] = config_.experiment.fabric.pes();
  json["load"] = load_json(config_.experiment.loads, config_.outputs.summary);
  file_.stream() << json_text(json) << '\n';
}

void PhaseRecord::write(const PhaseEntry& entry) {
  const auto& fabric = config_.experiment.fabric;
  const auto dimensions = dimensions_of(fabric, config_.experiment.scheme->phases()[entry.phase]);
  Json json;
  json["step"] = entry.step;
  json["phase"] = entry.phase;
  json["dimensions"] = dimensions;
  json["cycles"] = {entry.from, entry.to};
  json["shifts"] = entry.shifts;
  json["tasks"] = std::accumulate(entry.moves.begin(), entry.moves.end(), Load{0},
                                  [](Load sum, const Move& move) { return sum + move.tasks; });
  json["load"] = load_json(entry.after, config_.outputs.summary);
  if (liquid_ && dimensions.size() == 1) add_analysis(fabric, *dimensions.begin(), entry, json);
  file_.stream() << json_text(json) << '\n';
}

void PhaseRecord::finish(const RunResult& result) {
  log_.finish(result.run.cycles);
  file_.commit();
}

}  // namespace isobar
