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

/// The mean of the values that exist.
class Mean {
 public:
  void add(double value) {
    if (std::isnan(value)) return;
    ++count_;
    same_ = count_ == 1 || (same_ && value == last_);
    last_ = value;
    sum_ += value;
    logarithms_ += value > 0 ? std::log(value) : std::numeric_limits<double>::quiet_NaN();
  }
  double value(bool geometric) const {
    if (count_ == 0) return std::numeric_limits<double>::quiet_NaN();
    if (same_) return last_;  // exact, without the rounding of its logarithm
    const bool can_be = geometric && !std::isnan(logarithms_);
    return can_be ? std::exp(logarithms_ / count_) : sum_ / count_;
  }

 private:
  double count_ = 0;
  bool same_ = true;
  double last_ = 0;
  double sum_ = 0;
  double logarithms_ = 0;
};

}  // namespace

Cases gather_cases(const Campaign& campaign) {
  Cases cases;
  assign(campaign, cases);
  const auto& case_of = cases.of;
  const auto is_done = [&](std::size_t row) { return campaign.states[row] == PointState::done; };
  std::vector<bool> has_done(cases.size());
  for (std::size_t row = 0; row < campaign.rows(); ++row) {
    if (case_of[row] == cases.size()) continue;
    if (is_done(row)) {
      has_done[case_of[row]] = true;
    } else {
      ++cases.incomplete[case_of[row]];
    }
  }
  for (const auto& metric : campaign.metrics) {
    bool positive = true;
    for (std::size_t row = 0; row < campaign.rows(); ++row) {
      const auto c = case_of[row];
      if (c < cases.size() && cases.complete(c) && metric.values[row] <= 0) positive = false;
    }
    const bool of_all = metric.about.name == "reached";
    std::vector<Mean> means(cases.size());
    for (std::size_t row = 0; row < campaign.rows(); ++row) {
      const auto c = case_of[row];
      if (c == cases.size()) continue;
      if (of_all || is_done(row) || !has_done[c]) means[c].add(metric.values[row]);
    }
    std::vector<double> values;
    values.reserve(means.size());
    for (const auto& mean : means) values.push_back(mean.value(positive));
    cases.positive.push_back(positive);
    cases.values.push_back(std::move(values));
  }
  return cases;
}

}  // namespace isobar
