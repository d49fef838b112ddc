// SPDX-License-Identifier: Apache-2.0
// Willebeek-LeMair and Reeves, Table IV, and the two things it leaves open: HBM's threshold, and
// how old information is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/reproduce/ipsc2.h"
#include "sim/reproduce/willebeek.h"

namespace isobar {
namespace {

constexpr int runs = 10;
const char* const loops = "loops:g=100";

struct Published {
  double seconds;
  double performance;
  double tasks_moved;
};

/// Published values in the order of ipsc2_schemes().
const std::vector<Published> table = {{43.7, 0.67, 645},  {44.1, 0.65, 2862}, {44.2, 0.65, 2820},
                                      {53.4, 0.38, 3952}, {49.8, 0.49, 4155}, {44.3, 0.65, 6694},
                                      {51.8, 0.43, 5324}};

const char* const sid_why =
    "unknown. Our SID moves a quarter of the paper's tasks and ends as even as RID. Tried, without "
    "effect beyond 0.02: neglecting what was sent already (estimate=0), every share rounded up, "
    "handling of 1 us to 1 ms; looks of 30 to 45 us move all strategies alike";
const char* const moved_why =
    "the paper does not say how it rounds shares, nor how long a PE waits between two decisions; "
    "time hardly depends on it, as a move takes half a millisecond and a task a third of a second";

}  // namespace

Reproduction willebeek_table4(Lab& lab) {
  std::vector<std::string> schemes;
  for (const auto& scheme : ipsc2_schemes()) schemes.push_back(scheme.scheme);
  schemes.emplace_back("none:step=1000000");
  const auto means = ipsc2_means(lab, schemes, "hypercube:5", loops, runs);
  const auto& alone = means.back();

  Reproduction r;
  r.table.columns = {"scheme",
                     "as run",
                     "time (s)",
                     "published",
                     "Π",
                     "published",
                     "tasks moved",
                     "published",
                     "speedup",
                     "balancing (share of time)",
                     "age of information (s)"};
  r.plot = {"Normalized performance, 32 PEs, 100 tasks a PE", "published Π", "Π"};
  Series points{"schemes", {}, Series::Style::points};
  double least = 1;
  double most = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& scheme = ipsc2_schemes()[i];
    const auto& m = means[i];
    const auto& p = table[i];
    r.table.rows.push_back({scheme.label, scheme.scheme, m.seconds, p.seconds, m.performance,
                            p.performance, m.tasks_moved, p.tasks_moved, m.speedup, m.balancing,
                            m.age});
    points.points.emplace_back(p.performance, m.performance);
    const bool near = std::abs(m.performance - p.performance) <= 0.10;
    const bool is_sid = scheme.scheme.rfind("sid", 0) == 0;
    r.comparisons.push_back(
        claim(scheme.label + ": Π, within 0.10", fmt::format("{:.2f}", p.performance),
              fmt::format("{:.2f}", m.performance), near, is_sid ? sid_why : ""));
    r.comparisons.push_back(
        claim(scheme.label + ": mean time, s, within a tenth", fmt::format("{:.1f}", p.seconds),
              fmt::format("{:.1f}", m.seconds), std::abs(m.seconds / p.seconds - 1) <= 0.1,
              is_sid ? sid_why : ""));
    r.comparisons.push_back(claim(scheme.label + ": tasks moved, within a half",
                                  fmt::format("{:.0f}", p.tasks_moved),
                                  fmt::format("{:.0f}", m.tasks_moved),
                                  std::abs(m.tasks_moved / p.tasks_moved - 1) <= 0.5, moved_why));
    least = std::min(least, m.balancing);
    most = std::max(most, m.balancing);
  }
  r.plot.series = {points, {"as published", {{0.3, 0.3}, {0.8, 0.8}}, Series::Style::published}};
  r.comparisons.push_back(compare("mean optimal time, s", 32.8, alone.optimal, 1,
                                  "other random loads; both have an expectation of 32.5 s"));
  r.comparisons.push_back(
      compare("mean time without balancing, s", 66.3, alone.alone, 1, "other random loads"));
  r.comparisons.push_back(claim("runs of `none` end when the most loaded PE does", "-",
                                fmt::format("{:.6f} s and {:.6f} s", alone.seconds, alone.alone),
                                std::abs(alone.seconds / alone.alone - 1) < 1e-6));
  r.comparisons.push_back(claim("share of time spent on balancing (Section V.B)", "20 to 25 %",
                                fmt::format("{:.0f} to {:.0f} %", 100 * least, 100 * most),
                                least >= 0.195 && most < 0.255,
                                "a PE without tasks looks too, but that is counted as idle; GM has "
                                "the most such PEs"));
  const auto pi = [&](std::size_t i) { return means[i].performance; };
  r.comparisons.push_back(
      claim("order: DEM, RID and HBM above GM", "so",
            fmt::format("{:.2f}, {:.2f}, {:.2f} and {:.2f}", pi(0), pi(1), pi(5), pi(6)),
            std::min({pi(0), pi(1), pi(2), pi(5)}) > pi(6)));
  r.comparisons.push_back(claim("order: DEM above RID", "so",
                                fmt::format("{:.2f} and {:.2f}, {:.2f}", pi(0), pi(1), pi(2)),
                                pi(0) >= std::max(pi(1), pi(2))));
  r.comparisons.push_back(
      claim("order: RID above SID", "so",
            fmt::format("{:.2f}, {:.2f} and {:.2f}, {:.2f}", pi(1), pi(2), pi(3), pi(4)),
            std::min(pi(1), pi(2)) > std::max(pi(3), pi(4)), sid_why));
  r.remarks.emplace_back("Times are means over seeds 1 to 10; Π is the mean of the runs'.");
  r.remarks.emplace_back("L_LIMIT is a PE's initial number of tasks, so α = 1 + 100/10 = 11.");
  r.remarks.emplace_back(
      "A look takes 40 us and a message 10 us of handling at each end, chosen so that balancing "
      "takes about the published share of time; every look is paid for, message or none, and "
      "`none` "
      "never looks.");
  r.remarks.emplace_back(
      "HBM's threshold is 2·2^i tasks (wlr-hbm); the paper's 1000·2^i would be 3,200 to 32,000 "
      "times as much as there is in tasks, and is meant in other units.");
  r.remarks.emplace_back(
      "GM releases one task every 10 ms while a PE is heavy; the paper does not say.");
  return r;
}

Reproduction willebeek_hbm(Lab& lab) {
  const std::vector<int> thresholds = {1, 2, 3, 5, 10, 20, 50};
  std::vector<std::string> schemes;
  schemes.reserve(thresholds.size());
  for (const auto t : thresholds) schemes.push_back(fmt::format("hbm:threshold={}", t));
  const auto means = ipsc2_means(lab, schemes, "hypercube:5", loops, runs);
  Reproduction r;
  r.table.columns = {"threshold at level i (tasks)", "Π", "time (s)", "tasks moved"};
  r.plot = {"HBM by its threshold", "t, of t·2^i tasks", "Π", true};
  Series measured{"Π", {}, Series::Style::measured};
  double best = 0;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    r.table.rows.push_back({fmt::format("{}·2^i", thresholds[i]), means[i].performance,
                            means[i].seconds, means[i].tasks_moved});
    measured.points.emplace_back(thresholds[i], means[i].performance);
    best = std::max(best, means[i].performance);
  }
  r.plot.series = {measured};
  r.comparisons = {no_number("best Π by threshold", fmt::format("{:.2f}", best),
                             "1000·2^i (Table II) can never be met in tasks, of which there are "
                             "3,200; scaled to tasks it is what a sweep says")};
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
  for (int d = 2; d <= 7; ++d) {
    constexpr int few = 5;
    const auto means = ipsc2_means(lab, schemes, fmt::format("hypercube:{}", d), loops, few);
    for (std::size_t i = 0; i < means.size(); ++i) {
      r.table.rows.push_back(
          {std::int64_t{1} << d, ipsc2_schemes()[i].label, means[i].age, means[i].performance});
      r.plot.series[i].points.emplace_back(1 << d, means[i].age);
    }
  }
  const auto growth = [&](std::size_t i) {
    const auto& points = r.plot.series[i].points;
    return points.back().second / points.front().second;
  };
  const auto said = [&](std::size_t i) {
    return fmt::format("{:.2g} times from 4 to 128 PEs", growth(i));
  };
  r.comparisons = {
      no_number("DEM: constant (Table I)", said(0), "the paper gives orders, not numbers"),
      no_number("RID: f(u, K)", said(1), "K grows with the hypercube, and with it the messages"),
      no_number("SID: f(u, K)", said(4), "as for RID"),
      no_number("HBM: f(u, N)", said(5), "as for RID; ages here are those of the last word alone"),
      no_number("GM: O(diameter)", said(6),
                "ages here are those of the last word, not of its cause")};
  r.remarks = {
      "The age of a word is the time from when its sender wrote it to the decision that "
      "uses it. What a word passes on from others is older (HBM, GM)."};
  return r;
}

}  // namespace isobar
