// SPDX-License-Identifier: Apache-2.0
#include "sim/result/metrics.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/statistics/statistics.h"
#include "models/unknown_name.h"
#include "sim/result/result_json.h"

namespace isobar {
namespace {

/// A flag and a word are numbers in a campaign, which the line explains.
std::string help_of(const Statistic& statistic) {
  if (statistic.type == StatisticType::flag) return statistic.help + ": 1 yes, 0 no";
  std::string help = statistic.help;
  for (std::size_t i = 0; i < statistic.words.size(); ++i) {
    help += fmt::format("{} {} {}", i == 0 ? ":" : ",", i, statistic.words[i]);
  }
  return help;
}

Metric metric_of(const Statistic& statistic) {
  return {statistic.metric, statistic.unit, help_of(statistic),
          statistic.type != StatisticType::real, statistic.better};
}

/// Calls `visit` with every statistic that is a metric, and its group.
template <class Visit>
void for_each_metric(Visit visit) {
  for (const auto& group : statistics()) {
    for (const auto& statistic : group.statistics) {
      if (!statistic.metric.empty()) visit(statistic, group);
    }
  }
}

std::optional<MetricValue> number(const Statistic& statistic, const StatisticValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* flag = std::get_if<bool>(&value)) return std::int64_t{*flag ? 1 : 0};
  if (const auto* word = std::get_if<std::string>(&value)) {
    const auto& words = statistic.words;
    return std::int64_t{std::find(words.begin(), words.end(), *word) - words.begin()};
  }
  return std::nullopt;
}

MetricValues read(const MeasuredRun& run, bool all) {
  MetricValues out;
  for_each_metric([&](const Statistic& statistic, const StatisticGroup& group) {
    if (!group.before_run && (!all || !group.applies_to(run))) return;
    if (const auto value = number(statistic, statistic.read(run, 0))) {
      out[statistic.metric] = *value;
    }
  });
  return out;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const auto all = [] {
    std::vector<Metric> list;
    for_each_metric([&](const Statistic& statistic, const StatisticGroup& /*group*/) {
      list.push_back(metric_of(statistic));
    });
    return list;
  }();
  return all;
}

const std::map<std::string, std::string>& renamed_metrics() {
  static const auto all = [] {
    std::map<std::string, std::string> names;
    for_each_metric([&](const Statistic& statistic, const StatisticGroup& /*group*/) {
      if (!statistic.old_metric.empty()) names[statistic.old_metric] = statistic.metric;
    });
    return names;
  }();
  return all;
}

std::string metric_name(const std::string& name) {
  const auto renamed = renamed_metrics().find(name);
  return renamed == renamed_metrics().end() ? name : renamed->second;
}

const Metric& metric(const std::string& name) {
  const auto& all = metrics();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Metric& m) { return m.name == metric_name(name); });
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (const auto& one : all) names.push_back(one.name);
  throw ValueError(
      fmt::format("unknown metric '{}';{} `isobar list metrics` shows all {}, such as cycles and "
                  "energy_pj",
                  name, did_you_mean(name, names), names.size()));
}

MetricValues measure(const Config& config, const RunResult& result) {
#ifndef NDEBUG
  require_declared(result);
#endif
  return read(measured_run(config, result, nullptr), true);
}

MetricValues measure_before(const Experiment& experiment) {
  return read(MeasuredRun(experiment), false);
}

std::vector<std::string> metrics_before() {
  std::vector<std::string> names;
  for_each_metric([&](const Statistic& statistic, const StatisticGroup& group) {
    if (group.before_run) names.push_back(statistic.metric);
  });
  return names;
}

}  // namespace isobar
