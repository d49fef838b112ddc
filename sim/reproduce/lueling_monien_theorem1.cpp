// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/analysis/lueling_monien.h"
#include "models/analysis/producer_ratio.h"
#include "sim/reproduce/lab.h"
#include "sim/reproduce/lueling_monien.h"

namespace isobar {
namespace {

constexpr std::int64_t theorem1_operations = 100;
constexpr std::int64_t theorem1_runs = 10'000;
constexpr std::uint64_t theorem1_seed = 1;
constexpr double theorem1_confidence = 0.99;

/// One choice of n, δ and f, with its measurements.
struct Theorem1Case {
  ProducerSetting setting;
  std::vector<RatioOfMeans> real;
  double packets_from_0 = 0;
  double packets_from_100 = 0;
};

std::vector<Theorem1Case> theorem1_cases() {
  std::vector<Theorem1Case> all;
  for (const std::int64_t delta : {1, 2, 4}) {
    for (const double f : {1.1, 1.5, 1.8}) {
      for (std::int64_t n = 8; n <= 1024; n *= 2) all.push_back({{n, delta, f}, {}});
    }
  }
  return all;
}

/// The largest distance of the measured ratio from G^t(1), relative to half of the width of the
/// band there.
double worst(const Theorem1Case& c, double z) {
  const LuelingMonien lm(c.setting.n, c.setting.delta, c.setting.f);
  double most = 0;
  double g = 1;
  for (const auto& measured : c.real) {
    g = lm.g(g);
    const auto band = measured.band(z);
    const double middle = (band.lower + band.upper) / 2;
    most = std::max(most, std::abs(g - middle) / (band.upper - middle));
  }
  return most;
}

Plot plot_of(const std::vector<Theorem1Case>& all) {
  Plot plot{"Ratio of expected loads, 64 processors", "balancing operations", "E(l1) / E(li)"};
  for (const auto& c : all) {
    const auto& [n, delta, f] = c.setting;
    if (n != 64 || f != 1.8) continue;
    const LuelingMonien lm(n, delta, f);
    const auto label = fmt::format("δ = {}, f = {}", delta, f);
    Series theory{label + ": G^t(1)", {}, Series::Style::published};
    Series measured{label, {}, Series::Style::points};
    for (std::size_t t = 1; t <= c.real.size(); ++t) {
      const auto x = static_cast<double>(t);
      theory.points.emplace_back(x, lm.g_power(static_cast<std::int64_t>(t)));
      measured.points.emplace_back(x, c.real[t - 1].ratio());
    }
    plot.series.push_back(theory);
    plot.series.push_back(measured);
  }
  return plot;
}

}  // namespace

Reproduction lueling_monien_theorem1(Lab& lab) {
  auto all = theorem1_cases();
  lab.each(all.size(), [&](std::size_t i) {
    auto& c = all[i];
    c.real = real_ratios(c.setting, theorem1_operations, theorem1_runs, theorem1_seed);
    c.packets_from_0 =
        packet_ratios(c.setting, 0, theorem1_operations, theorem1_runs, theorem1_seed)
            .back()
            .ratio();
    c.packets_from_100 =
        packet_ratios(c.setting, 100, theorem1_operations, theorem1_runs, theorem1_seed)
            .back()
            .ratio();
  });
  const double z = simultaneous_z(theorem1_confidence, theorem1_operations);
  Reproduction r;
  r.table.columns = {"δ",
                     "f",
                     "n",
                     "G^100(1)",
                     "FIX(n, δ, f)",
                     "δ/(δ+1−f)",
                     "measured, t = 100",
                     "± (99 %, all t at once)",
                     "farthest of all t (of its ±)",
                     "packets from 100",
                     "packets from 0"};
  std::size_t held = 0;
  std::size_t reached = 0;
  double most = 0;
  double gap = 0;
  double packets = 0;
  double above_limit = -1;
  for (const auto& c : all) {
    const auto& [n, delta, f] = c.setting;
    const LuelingMonien lm(n, delta, f);
    const double g = lm.g_power(theorem1_operations);
    const auto band = c.real.back().band(z);
    const double far = worst(c, z);
    held += far <= 1 ? 1 : 0;
    reached += band.holds(lm.fix()) ? 1 : 0;
    most = std::max(most, far);
    gap = std::max(gap, std::abs(lm.fix() - g));
    above_limit = std::max(above_limit, lm.fix() - lm.fix_limit());
    packets = std::max(packets, std::abs(c.packets_from_100 / g - 1));
    r.table.rows.push_back({delta, f, n, g, lm.fix(), lm.fix_limit(), c.real.back().ratio(),
                            (band.upper - band.lower) / 2, far, c.packets_from_100,
                            c.packets_from_0});
  }
  const LuelingMonien example(64, 1, 1.1);
  r.comparisons = {
      not_comparable("FIX(64, 1, 1.1)", "", fmt::format("{:.5f}", example.fix()),
                     "computed from its formula; it stands in no paper"),
      claim("settings with E(l1)/E(li) within the band after each of t = 1 … 100 operations",
            "G^t(1) (Lemma 1)",
            {static_cast<double>(held), fmt::format("{}; at most {:.2f} of its half width away",
                                                    cases(held, all.size()).text, most)},
            exactly(static_cast<double>(all.size()))),
      claim("settings with the limit in the band at t = 100", "FIX(n, δ, f) (Theorem 1)",
            cases(reached, all.size()), exactly(static_cast<double>(all.size()))),
      claim("FIX(n, δ, f) − G^100(1), at most", "0", {gap, fmt::format("{:.1e}", gap)},
            Band{0, 1e-4}),
      claim("FIX(n, δ, f) − δ/(δ+1−f), at most", "≤ 0 (Theorem 2)",
            {above_limit, fmt::format("{:.1e}", above_limit)}, at_most(1e-12)),
      not_comparable(
          "with packets (Figure 1), t = 100", "",
          fmt::format("from 100 packets each, at most {:.1f} % off G^100(1)", 100 * packets),
          "the theorems are about loads that divide; from 0 (last column) a spread of whole "
          "packets over many processors has hardly begun")};
  r.remarks = {
      fmt::format("{} runs a setting, loads of 1 at first. li is the mean of all others: each has "
                  "the same expected load.",
                  theorem1_runs),
      fmt::format("The band is Fieller's of a ratio of means, with z = {:.3f}: 99 % for all t of a "
                  "setting at once (Bonferroni). Another 1e-12 is for rounding: the first "
                  "operation's ratio is certain.",
                  z),
      "Nothing overflows, as the load of all grows by less than f an operation; where it varies "
      "most (n = 16, δ = 1, f = 1.8), E(l1) has a standard deviation of 54 % of it."};
  r.plot = plot_of(all);
  return r;
}

}  // namespace isobar
