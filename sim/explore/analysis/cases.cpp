// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/cases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace isobar {
namespace {

void assign(const Campaign& campaign, Cases& cases) {
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  auto& case_of = cases.of;
  case_of.assign(campaign.rows(), none);
  std::map<std::vector<std::size_t>, std::size_t> known;
  for (std::size_t row = 0; row < campaign.rows(); ++row) {
    if (campaign.states[row] == PointState::waiting) continue;
    std::vector<std::size_t> codes;
    for (const auto& key : campaign.keys) {
      if (key.name != "seed") codes.push_back(key.codes[row]);
    }
    const auto [at, is_new] = known.emplace(std::move(codes), cases.size());
    if (is_new) {
      cases.rows.push_back(row);
      cases.repeats.push_back(0);
      cases.incomplete.push_back(0);
    }
    case_of[row] = at->second;
    ++cases.repeats[at->second];
  }
  for (auto& c : case_of) c = std::min(c, cases.size());
}

}  // namespace

Cases gather_cases(const Campaign& campaign) {
  Cases cases;
  assign(campaign, cases);
  const auto& case_of = cases.of;
  const auto* reached = campaign.metric("reached");
  for (std::size_t row = 0; row < campaign.rows(); ++row) {
    if (case_of[row] == cases.size()) continue;
    const bool there = campaign.states[row] == PointState::done &&
                       (reached == nullptr || reached->values[row] != 0);
    if (!there) ++cases.incomplete[case_of[row]];
  }
  for (const auto& metric : campaign.metrics) {
    const auto& values = metric.values;
    const bool positive =
        std::none_of(values.begin(), values.end(), [](double value) { return value <= 0; });
    std::vector<double> sum(cases.size());
    std::vector<double> count(cases.size());
    for (std::size_t row = 0; row < campaign.rows(); ++row) {
      if (case_of[row] == cases.size() || std::isnan(values[row])) continue;
      sum[case_of[row]] += positive ? std::log(values[row]) : values[row];
      ++count[case_of[row]];
    }
    std::vector<double> mean(cases.size(), std::numeric_limits<double>::quiet_NaN());
    for (std::size_t c = 0; c < cases.size(); ++c) {
      if (count[c] == 1) mean[c] = values[cases.rows[c]];  // as it is, not by way of its logarithm
      if (count[c] == 0 || (count[c] == 1 && !std::isnan(mean[c]))) continue;
      const double value = sum[c] / count[c];
      mean[c] = positive ? std::exp(value) : value;
    }
    cases.positive.push_back(positive);
    cases.values.push_back(std::move(mean));
  }
  return cases;
}

}  // namespace isobar
