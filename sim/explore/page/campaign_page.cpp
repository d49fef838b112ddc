// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/page/campaign_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "models/statistics/statistics.h"
#include "sim/config/config_text.h"
#include "sim/explore/analysis/findings.h"
#include "sim/explore/analysis/levels.h"
#include "sim/explore/analysis/titles.h"
#include "sim/explore/analysis/words.h"
#include "sim/result/deflate.h"

namespace isobar {
namespace {

template <class Values>
std::string packed_integers(const Values& values) {
  std::vector<std::int32_t> narrow;
  narrow.reserve(values.size());
  for (const auto value : values) narrow.push_back(static_cast<std::int32_t>(value));
  return base64(deflate(little_endian(narrow)));
}

std::string packed_numbers(const std::vector<double>& values) {
  static_assert(sizeof(double) == sizeof(std::int64_t));
  std::vector<std::int64_t> bits(values.size());
  // memcpy may not be given null, which an empty vector's data() can be.
  if (!values.empty()) std::memcpy(bits.data(), values.data(), values.size() * sizeof(double));
  return base64(deflate(little_endian(bits)));
}

/// The value with as many digits as a picture can show.
Json rounded(double value) {
  if (!std::isfinite(value)) return nullptr;
  return Json::parse(fmt::format("{:.6g}", value));
}

/// Texts of which many are equal, as a list of different ones and an index for each.
Json texts_json(const std::vector<std::string>& texts) {
  std::map<std::string, std::size_t> code;
  std::vector<std::size_t> codes;
  Json levels = Json::array();
  for (const auto& text : texts) {
    const auto [at, is_new] = code.emplace(text, code.size());
    if (is_new) levels.push_back(text);
    codes.push_back(at->second);
  }
  return {{"levels", levels}, {"codes", packed_integers(codes)}};
}

/// How a key is given to `isobar run`.
std::string option_of(const std::string& name) {
  const auto* row = part_of(name).empty() ? find_key(name) : nullptr;
  return row == nullptr ? "--set " + name : row->option();
}

Json keys_json(const Campaign& campaign) {
  Json json = Json::array();
  for (const auto& key : campaign.keys) {
    json.push_back({{"name", key.name},
                    {"option", option_of(key.name)},
                    {"standard", key.default_value},
                    {"levels", key.levels},
                    {"titles", level_titles(key.name, key.levels)},
                    {"numbers", level_numbers(key.levels)},
                    {"codes", packed_integers(key.codes)}});
  }
  return json;
}

Json metrics_json(const Study& study) {
  Json json = Json::array();
  for (std::size_t m = 0; m < study.campaign.metrics.size(); ++m) {
    const auto& metric = study.campaign.metrics[m];
    json.push_back({{"name", metric.about.name},
                    {"unit", metric.about.unit},
                    {"help", metric.about.help},
                    {"whole", metric.about.is_whole},
                    {"better", better_name(metric.about.better)},
                    {"positive", bool{study.cases.positive[m]}},
                    {"minimise", study.minimise(metric.about.name)},
                    {"values", packed_numbers(metric.values)}});
  }
  return json;
}

Json cases_json(const Study& study) {
  const auto& cases = study.cases;
  Json json = {{"of", packed_integers(cases.of)},
               {"rows", packed_integers(cases.rows)},
               {"repeats", packed_integers(cases.repeats)},
               {"incomplete", packed_integers(cases.incomplete)},
               {"front", packed_integers(study.front)},
               {"scenario", packed_integers(study.scenarios.of)},
               {"candidate", packed_integers(study.scenarios.candidate_of)}};
  auto& values = json["values"] = Json::array();
  for (const auto& column : cases.values) values.push_back(packed_numbers(column));
  return json;
}

Json scenarios_json(const Study& study) {
  const auto& over = study.over;
  Json json = {{"keys", study.scenarios.keys},
               {"titles", study.scenarios.titles},
               {"candidates", study.scenarios.candidates}};
  auto& shared = json["over"] = {{"scenarios", packed_integers(over.scenarios)},
                                 {"cases", packed_integers(over.cases)},
                                 {"lost", over.lost},
                                 {"mean_front", packed_integers(study.mean_front)},
                                 {"worst_front", packed_integers(study.worst_front)},
                                 {"mean", Json::array()},
                                 {"worst", Json::array()}};
  for (const auto& column : over.mean) shared["mean"].push_back(packed_numbers(column));
  for (const auto& column : over.worst) shared["worst"].push_back(packed_numbers(column));
  return json;
}

Json factors_json(const Study& study) {
  Json json = Json::array();
  for (const auto& factor : study.factors.all()) {
    json.push_back({{"name", factor.name},
                    {"title", factor_words(factor.name)},
                    {"levels", factor.levels},
                    {"titles", factor.titles},
                    {"numbers", factor.numbers},
                    {"binned", factor.binned},
                    {"given", study.scenarios.is_given(factor)},
                    {"codes", packed_integers(factor.codes)}});
  }
  return json;
}

Json effects_json(const std::vector<Effect>& effects) {
  Json json = Json::array();
  for (const auto& effect : effects) {
    Json levels = Json::array();
    for (const auto& level : effect.levels) {
      levels.push_back(
          {rounded(level.mean), rounded(level.low), rounded(level.high), level.cases, level.group});
    }
    json.push_back({{"metric", effect.metric},
                    {"factor", effect.factor},
                    {"second", effect.second},
                    {"matched", effect.matched},
                    {"blocks", effect.blocks},
                    {"size", rounded(effect.size)},
                    {"levels", std::move(levels)}});
  }
  return json;
}

Json scalings_json(const std::vector<Scaling>& scalings) {
  Json json = Json::array();
  for (const auto& scaling : scalings) {
    const auto& law = scaling.law;
    Json points = Json::array();
    for (const auto& [x, y] : scaling.points) points.push_back({rounded(x), rounded(y)});
    json.push_back({{"metric", scaling.metric},
                    {"scheme", scaling.scheme},
                    {"family", scaling.family},
                    {"a", rounded(law.a)},
                    {"b", rounded(law.b)},
                    {"low", rounded(law.b_low)},
                    {"high", rounded(law.b_high)},
                    {"r_squared", rounded(law.r_squared)},
                    {"sizes", law.sizes},
                    {"cases", law.points},
                    {"bent", law.bent},
                    {"points", std::move(points)}});
  }
  return json;
}

Json counts_json(const Campaign& campaign) {
  const auto count = [&](PointState state) {
    return std::count(campaign.states.begin(), campaign.states.end(), state);
  };
  return {{"points", campaign.rows()},
          {"done", count(PointState::done)},
          {"failed", count(PointState::failed)},
          {"waiting", count(PointState::waiting)},
          {"unreached", count(PointState::unreached)}};
}

}  // namespace

Json campaign_page_data(const Study& study, const std::map<std::int64_t, std::string>& run_pages) {
  const auto& campaign = study.campaign;
  Json json = {{"schema", "isobar.campaign-page/1"},
               {"program", "isobar " ISOBAR_VERSION},
               {"name", campaign.name},
               {"made_by", campaign.program},
               {"plan", campaign.plan},
               {"design", campaign.design},
               {"counts", counts_json(campaign)}};
  auto& objectives = json["objectives"] = Json::array();
  for (const auto& objective : campaign.objectives) {
    objectives.push_back({{"metric", objective.metric}, {"minimise", objective.minimise}});
  }
  json["findings"] = Json::array();
  for (const auto& finding : findings(study)) {
    json["findings"].push_back({{"text", finding.text},
                                {"basis", finding.basis},
                                {"metric", finding.metric},
                                {"factor", finding.factor}});
  }
  json["points"] = packed_integers(campaign.points);
  std::vector<int> states;
  for (const auto state : campaign.states) states.push_back(static_cast<int>(state));
  json["states"] = packed_integers(states);
  json["errors"] = texts_json(campaign.errors);
  json["run_at"] = texts_json(campaign.run_at);
  json["keys"] = keys_json(campaign);
  json["metrics"] = metrics_json(study);
  json["cases"] = cases_json(study);
  json["scenarios"] = scenarios_json(study);
  json["factors"] = factors_json(study);
  json["effects"] = effects_json(study.effects);
  json["interactions"] = effects_json(study.interactions);
  json["scalings"] = scalings_json(study.scalings);
  json["run_pages"] = Json::object();
  for (const auto& [point, page] : run_pages) json["run_pages"][std::to_string(point)] = page;
  return json;
}

}  // namespace isobar
