// SPDX-License-Identifier: Apache-2.0
// A comparison that the machines of the papers could not show: the same scheme in hardware and in
// software.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "sim/reproduce/ipsc2.h"
#include "sim/reproduce/willebeek.h"

namespace isobar {
namespace {

constexpr int runs = 5;

/// The length of a task, in cycles, from which on the values stay above `level`.
std::string passes(const std::vector<std::pair<double, double>>& points, double level) {
  std::optional<double> from;
  for (std::size_t i = points.size(); i-- > 0;) {
    const auto [x, y] = points[i];
    if (y < level) {
      if (!from) return "nowhere";
      const auto [x2, y2] = points[i + 1];
      const double part = (level - y) / (y2 - y);
      return fmt::format("{:.0f}", x * std::pow(x2 / x, part));
    }
    from = x;
  }
  return fmt::format("below {:.0f}", points.front().first);
}

}  // namespace

Reproduction hardware_or_software(Lab& lab) {
  struct Kind {
    std::string label;
    std::map<std::string, std::string> more;
  };
  const std::vector<Kind> kinds = {{"hardware, 1 cycle a message", {{"balancer", "hardware"}}},
                                   {"software, looks every 1000 cycles",
                                    {{"balancer", "software"},
                                     {"poll_period", "1000"},
                                     {"poll_cost", "50"},
                                     {"handling", "500"}}},
                                   {"software, looks every 10,000 cycles",
                                    {{"balancer", "software"},
                                     {"poll_period", "10000"},
                                     {"poll_cost", "50"},
                                     {"handling", "500"}}}};
  Reproduction r;
  r.table.columns = {"mean task (cycles)", "balancer", "speedup", "efficiency",
                     "balancing (share of time)"};
  r.plot = {"RID on torus:8x8, 100 tasks a PE", "mean task (cycles)", "speedup over no balancing",
            true};
  for (const auto& kind : kinds) r.plot.series.push_back({kind.label, {}, Series::Style::measured});
  // A PE has 100 tasks of 250,000 loops on the average; at 250 MHz a cycle is 4 ns.
  for (const double cycles : {100.0, 300.0, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6}) {
    std::vector<std::vector<Setup>> groups;
    for (const auto& kind : kinds) {
      auto& group = groups.emplace_back();
      for (int seed = 1; seed <= runs; ++seed) {
        auto more = kind.more;
        more["app"] = fmt::format("loops:g=100,loop={}", cycles * 4 / 250'000);
        more["seed"] = std::to_string(seed);
        group.push_back({"torus:8x8", "rid", "", more});
      }
    }
    const auto means = ipsc2_means(lab, groups);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const auto& m = means[k];
      r.table.rows.push_back(
          {cycles, kinds[k].label, m.speedup, m.optimal / m.seconds, m.balancing});
      r.plot.series[k].points.emplace_back(cycles, m.speedup);
    }
  }
  const auto& series = r.plot.series;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    r.comparisons.push_back(
        not_comparable(fmt::format("{}: pays from this mean task on, cycles", kinds[k].label), "",
                       passes(series[k].points, 1), "the papers' balancers were software"));
  }
  for (std::size_t k = 1; k < kinds.size(); ++k) {
    std::vector<std::pair<double, double>> share;
    for (std::size_t i = 0; i < series[0].points.size(); ++i) {
      share.emplace_back(series[0].points[i].first,
                         series[k].points[i].second / series[0].points[i].second);
    }
    constexpr double near = 0.9;
    r.comparisons.push_back(
        not_comparable(fmt::format("{}: within a tenth of hardware from this mean task on, cycles",
                                   kinds[k].label),
                       "", passes(share, near), "the papers' balancers were software"));
  }
  r.remarks = {"Means of five random loads; links of 250 Mb/s, PEs of 250 MHz.",
               "A look costs 50 cycles and a message 500 at each end: some microseconds, as an "
               "interrupt or a system call takes."};
  return r;
}

}  // namespace isobar
