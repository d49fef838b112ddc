// SPDX-License-Identifier: Apache-2.0
// Willebeek-LeMair and Reeves: what their Tables I and II and Section III.F say of single
// parameters, swept; and the readings of SID and RID where the paper leaves room.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/fits/fit.h"
#include "sim/reproduce/ipsc2.h"
#include "sim/reproduce/willebeek.h"

namespace isobar {
namespace {

const char* const machine = "hypercube:5";

}  // namespace

Reproduction willebeek_hbm(Lab& lab) {
  // Table II's 1000·2^i in units of ω: a task is 125 of them on the average, so 8·2^i tasks.
  constexpr int omega = 8;
  const std::vector<int> thresholds = {1, 2, 3, 5, omega, 10, 20, 50};
  std::vector<std::string> schemes;
  schemes.reserve(thresholds.size());
  for (const auto t : thresholds) schemes.push_back(fmt::format("hbm:threshold={}", t));
  const auto means = ipsc2_means(lab, schemes, machine, table4_loops, table4_runs);
  Reproduction r;
  r.table.columns = {"threshold at level i (tasks)", "Π", "time (s)", "tasks moved"};
  r.plot = {"HBM by its threshold", "t, of t·2^i tasks", "Π", true};
  Series measured{"Π", {}, Series::Style::measured};
  double best = 0;
  double literal = 0;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    r.table.rows.push_back({fmt::format("{}·2^i", thresholds[i]), means[i].performance,
                            means[i].seconds, means[i].tasks_moved});
    measured.points.emplace_back(thresholds[i], means[i].performance);
    best = std::max(best, means[i].performance);
    if (thresholds[i] == omega) literal = means[i].performance;
  }
  r.plot.series = {measured};
  r.comparisons = {
      compare("Π with 1000·2^i in units of ω, 8·2^i tasks", 0.65, number(literal, 2),
              around(0.65, 0.07), 2)
          .listed_as_missed(
              around(0.43, 0.03),
              "u of 0.3, 0.7 and 0.9 give 0.24, 0.47 and 0.46 there, estimate=0 0.36; "
              "the published Π needs thresholds of at most 2·2^i tasks"),
      not_comparable("best Π by threshold", "0.65", fmt::format("{:.2f}", best),
                     "1000·2^i can never be met in tasks, of which there are 3,200, so the "
                     "threshold of the other entries was chosen by this sweep (wlr-fitted)")};
  return r;
}

Reproduction willebeek_table1(Lab& lab) {
  Reproduction r;
  r.table.columns = {"PEs", "scheme", "age of information (s)", "Π"};
  r.plot = {"Age of the information that decisions use", "PEs", "s", true, true};
  std::vector<std::string> schemes;
  for (const auto& scheme : ipsc2_schemes()) {
    schemes.push_back(scheme.scheme);
    r.plot.series.push_back({scheme.label, {}, Series::Style::measured});
  }
  std::vector<std::vector<std::pair<double, double>>> by_dimensions(schemes.size());
  for (int d = 2; d <= 7; ++d) {
    constexpr int few = 5;
    const auto means = ipsc2_means(lab, schemes, fmt::format("hypercube:{}", d), table4_loops, few);
    for (std::size_t i = 0; i < means.size(); ++i) {
      r.table.rows.push_back(
          {std::int64_t{1} << d, ipsc2_schemes()[i].label, means[i].age, means[i].performance});
      r.plot.series[i].points.emplace_back(1 << d, means[i].age);
      by_dimensions[i].emplace_back(d, means[i].age);
    }
  }
  // K, log N and the diameter of a hypercube are all its dimensions, d.
  const auto growth = [&](std::size_t i) {
    const double exponent = fit_exponent(by_dimensions[i]);
    const auto& points = by_dimensions[i];
    return Measured{exponent, fmt::format("d^{:.2f}; {:.2g} times from 4 to 128 PEs", exponent,
                                          points.back().second / points.front().second)};
  };
  constexpr double tolerance = 0.25;
  r.comparisons = {
      claim("DEM: constant, at most O(1), to a quarter", "constant", growth(0), at_most(tolerance)),
      claim("RID: f(u, K), at most O(K), to a quarter", "f(u, K)", growth(1),
            at_most(1 + tolerance)),
      claim("SID: the same", "f(u, K)", growth(4), at_most(1 + tolerance)),
      claim("HBM: f(u, N), at most O(log N), to a quarter", "f(u, N)", growth(5),
            at_most(1 + tolerance)),
      claim("GM: O(diameter), to a quarter", "O(diameter)", growth(6), at_most(1 + tolerance))};
  r.remarks = {
      "The age of a word is the time from when its sender wrote it to the decision that "
      "uses it. What a word passes on from others is older (HBM, GM).",
      "How it depends on u is measured in wlr-update."};
  return r;
}

Reproduction willebeek_update(Lab& lab) {
  struct Kind {
    std::size_t scheme;  ///< of ipsc2_schemes()
    double published;
    std::vector<double> factors;
  };
  // HBM at 0.6 to 0.8 moves up to 900,000 tasks, which takes minutes.
  const std::vector<Kind> kinds = {
      {1, 0.9, {0.5, 0.7, 0.9, 0.95}}, {4, 0.9, {0.5, 0.7, 0.9, 0.95}}, {5, 0.5, {0.5, 0.9, 0.95}}};
  Reproduction r;
  r.table.columns = {"scheme", "u", "Π", "time (s)", "tasks moved", "age of information (s)"};
  r.plot = {"Π by the load update factor", "u", "Π"};
  for (const auto& kind : kinds) {
    const auto& scheme = ipsc2_schemes()[kind.scheme];
    const auto& factors = kind.factors;
    std::vector<std::string> schemes;
    for (const double u : factors) schemes.push_back(fmt::format("{},u={}", scheme.scheme, u));
    const auto means = ipsc2_means(lab, schemes, machine, table4_loops, table4_runs);
    auto& series = r.plot.series.emplace_back();
    series = {scheme.label, {}, Series::Style::measured};
    double best = 0;
    double best_at = 0;
    double at_published = 0;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto& m = means[i];
      r.table.rows.push_back(
          {scheme.label, factors[i], m.performance, m.seconds, m.tasks_moved, m.age});
      series.points.emplace_back(factors[i], m.performance);
      if (m.performance > best) {
        best = m.performance;
        best_at = factors[i];
      }
      if (factors[i] == kind.published) at_published = m.performance;
    }
    // Ten runs tell Π apart to some hundredths (wlr-table4).
    constexpr double alike = 0.02;
    const double lost = best - at_published;
    auto said =
        claim(fmt::format("{}: u = {} is the most effective: Π that it loses to the best",
                          scheme.label, kind.published),
              "0", Measured{lost, fmt::format("{:.3f}, to u = {}", lost, best_at)}, at_most(alike));
    if (kind.scheme == 4) {
      said = said.listed_as_missed(
          Band{0.05, 0.15},
          "as SID has it by default u = 0.8 to 0.95 are best, within 0.01; that SID does not fit "
          "Table IV");
    }
    r.comparisons.push_back(said);
    if (kind.scheme == 5) {
      const double gained = means.back().performance - means.front().performance;
      r.comparisons.push_back(claim(
          "HBM: shorter intervals make it unstable (Section III.F): Π at u = 0.95 less that at "
          "0.5",
          "less", Measured{gained, fmt::format("{:+.2f}", gained)}, at_most(-0.1)));
      continue;
    }
    const double younger = means.back().age / means.front().age;
    r.comparisons.push_back(claim(
        scheme.label + ": the age of information follows the update interval (Section IV.D): at "
                       "u = 0.95 over that at 0.5",
        "less", Measured{younger, fmt::format("{:.2g}", younger)}, at_most(0.8)));
  }
  r.remarks = {"Means of ten random loads on 32 PEs, 100 tasks a PE."};
  return r;
}

Reproduction willebeek_readings(Lab& lab) {
  const std::vector<std::string> tells = {"changes", "drops"};
  const std::vector<std::string> roundings = {"sums", "down", "nearest", "up", "raised"};
  const std::vector<std::string> means_of = {"whole", "exact"};
  constexpr double low = 0.38;
  constexpr double inf = 0.49;
  Reproduction r;
  r.table.columns = {"tells",       "round",       "mean",        "RID, L_LOW = a: Π",
                     "tasks moved", "RID, inf: Π", "tasks moved", "SID, L_LOW = a: Π",
                     "tasks moved", "SID, inf: Π", "tasks moved"};
  double nearest = 2;
  std::string nearest_text;
  std::size_t readings = 0;
  std::size_t rid_held = 0;
  std::size_t sid_held = 0;
  double sid_best = 0;
  for (const auto& tell : tells) {
    for (const auto& mean : means_of) {
      for (const auto& rounding : roundings) {
        const auto text = fmt::format("tells={},round={},mean={}", tell, rounding, mean);
        const auto means =
            ipsc2_means(lab,
                        {"rid:low=auto," + text, "rid:low=inf," + text,
                         "sid:low=auto,estimate=0," + text, "sid:low=inf,estimate=0," + text},
                        machine, table4_loops, table4_runs);
        std::vector<Cell> row = {tell, rounding, mean};
        for (const auto& m : means) {
          row.emplace_back(m.performance);
          row.emplace_back(m.tasks_moved);
        }
        r.table.rows.push_back(row);
        const double pi_low = means[2].performance;
        const double pi_inf = means[3].performance;
        const double off = std::max(std::abs(pi_low - low), std::abs(pi_inf - inf));
        if (off < nearest) {
          nearest = off;
          nearest_text = text;
        }
        ++readings;
        if (std::min(means[0].performance, means[1].performance) >= 0.48) ++rid_held;
        if (std::max(pi_low, pi_inf) < 0.55) ++sid_held;
        sid_best = std::max({sid_best, pi_low, pi_inf});
      }
    }
  }
  r.comparisons = {
      claim("the reading whose SID is nearest to Π of 0.38 and 0.49: farther of the two off by",
            "0", Measured{nearest, fmt::format("{:.2f}: {}", nearest, nearest_text)},
            at_most(0.17)),
      claim("it is the one that the other entries use", ipsc2_reading, nearest_text,
            nearest_text == ipsc2_reading),
      claim("readings that keep RID at a Π of 0.48 or more, as the paper's (0.65)", "so",
            cases(rid_held, readings), exactly(static_cast<double>(readings))),
      claim("readings that hold SID below 0.55 with either L_LOW, as the paper's", "so",
            cases(sid_held, readings), at_least(1)),
      not_comparable("best Π of SID", "", fmt::format("{:.2f}", sid_best),
                     "SID is as good as RID under most readings")};
  r.remarks = {
      "Table IV's machine and loads. SID with estimate=0: with what was given added to the "
      "announced "
      "loads (estimate=1), SID has 0.57 to 0.65 under every reading but tells=drops,round=up.",
      "Only loads told on drops and shares rounded up, or raised to δ_MIN, together hold SID back: "
      "a PE that was at 0 once is taken to be there for the rest of the run, and gets more than "
      "its share from every neighbour. It is the paper's own second reason, excessive transfers on "
      "old loads; but its Section III.F has rises told as well."};
  return r;
}

}  // namespace isobar
