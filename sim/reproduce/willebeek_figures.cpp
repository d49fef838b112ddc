// SPDX-License-Identifier: Apache-2.0
// Willebeek-LeMair and Reeves, Figures 6 to 8: speedup over no balancing, by system size, by
// granularity, and of branch and bound by task size. The figures have no numbers; what their text
// says is compared.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "sim/reproduce/ipsc2.h"
#include "sim/reproduce/willebeek.h"

namespace isobar {
namespace {

/// The schemes of the figures, where SID and RID appear once.
const std::vector<Ipsc2Scheme>& figure_schemes() {
  static const std::vector<Ipsc2Scheme> schemes = {ipsc2_schemes()[0], ipsc2_schemes()[1],
                                                   ipsc2_schemes()[4], ipsc2_schemes()[5],
                                                   ipsc2_schemes()[6]};
  return schemes;
}
enum : std::size_t { dem, rid, sid, hbm, gm };
const std::array<const char*, 5> names = {"DEM", "RID", "SID", "HBM", "GM"};

std::vector<std::string> scheme_texts() {
  std::vector<std::string> texts;
  for (const auto& scheme : figure_schemes()) texts.push_back(scheme.scheme);
  return texts;
}

/// Job scheduling, in which looks come after every search step.
Setup jobs(const std::string& scheme, int m, double requirement) {
  auto setup = ipsc2_setup("hypercube:5", scheme,
                           fmt::format("jobs:n=11,m={},requirement={}", m, requirement), 1);
  setup.more["poll_period"] = "150us";
  return setup;
}

/// Speedups by place along the axis and scheme, with table and plot.
struct Figure {
  Reproduction r;
  std::vector<double> places;
  std::vector<std::vector<double>> speedups;  ///< by scheme

  Figure(const std::string& title, const std::string& axis) : speedups(figure_schemes().size()) {
    r.table.columns = {
        axis, "scheme", "speedup", "Π", "time (s)", "tasks moved", "balancing (share of time)"};
    r.plot = {title, axis, "speedup over no balancing", true};
    for (const auto& scheme : figure_schemes()) {
      r.plot.series.push_back({scheme.label, {}, Series::Style::measured});
    }
  }
  void add(double place, const std::vector<Ipsc2Means>& means) {
    places.push_back(place);
    for (std::size_t i = 0; i < means.size(); ++i) {
      const auto& m = means[i];
      r.table.rows.push_back({place, figure_schemes()[i].label, m.speedup, m.performance, m.seconds,
                              m.tasks_moved, m.balancing});
      r.plot.series[i].points.emplace_back(place, m.speedup);
      speedups[i].push_back(m.speedup);
    }
  }
  /// The least ratio of one scheme's speedup to another's.
  double least_ratio(std::size_t one, std::size_t other) const {
    double least = speedups[one].front() / speedups[other].front();
    for (std::size_t at = 1; at < places.size(); ++at) {
      least = std::min(least, speedups[one][at] / speedups[other][at]);
    }
    return least;
  }
  /// The same to the best of others.
  double least_ratio(std::size_t one, const std::vector<std::size_t>& others) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto other : others) least = std::min(least, least_ratio(one, other));
    return least;
  }
  double best(std::size_t scheme) const {
    return *std::max_element(speedups[scheme].begin(), speedups[scheme].end());
  }
  std::string texts(const std::vector<std::size_t>& schemes) const {
    std::string all;
    for (const auto s : schemes) {
      all += fmt::format("{}{} {}", all.empty() ? "" : "; ", names[s], text(s));
    }
    return all;
  }
  std::string text(std::size_t scheme) const {
    std::string text;
    for (const double s : speedups[scheme])
      text += fmt::format("{}{:.2f}", text.empty() ? "" : " ", s);
    return text;
  }
  double best_place(std::size_t scheme) const {
    const auto& all = speedups[scheme];
    return places[static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin())];
  }
};

constexpr std::array<std::size_t, 5> all_schemes = {dem, rid, sid, hbm, gm};

/// A ratio with what it is of.
Measured ratio_of(double ratio, const std::string& what) {
  return {ratio, fmt::format("{:.2f}: {}", ratio, what)};
}

}  // namespace

Reproduction willebeek_fig6(Lab& lab) {
  constexpr int runs = 10;
  Figure figure("Speedup by system size, 100 tasks a PE", "PEs");
  for (int d = 2; d <= 7; ++d) {
    figure.add(1 << d, ipsc2_means(lab, scheme_texts(), fmt::format("hypercube:{}", d),
                                   "loops:g=100", runs));
  }
  auto& r = figure.r;
  const std::size_t last = figure.places.size() - 1;
  const auto share = [&](std::size_t scheme, std::size_t at) {
    return figure.speedups[scheme][at] / figure.speedups[dem][at];
  };
  const auto small = [&](std::size_t scheme) {
    return Measured{share(scheme, 0), fmt::format("{:.2f}", share(scheme, 0))};
  };
  const auto nears = [&](std::size_t scheme) {
    const double by = share(scheme, last) - share(scheme, 0);
    return Measured{by, fmt::format("{:+.2f}, to {:.2f}", by, share(scheme, last))};
  };
  const double grows = figure.speedups[gm][last] - figure.speedups[gm][0];
  constexpr double far = 0.9;  // of another's speedup
  constexpr double clear = 0.05;
  const char* const sid_tried =
      "the reading that fits Table IV falls behind the more neighbours a PE has, as each of them "
      "sends it too much; SID as it is by default has 0.99 and 1.01 of DEM's speedup on 4 and 128 "
      "PEs, with every share rounded up 0.99 and 0.65; on 4 PEs, where there are two neighbours, "
      "all "
      "20 readings of wlr-readings have 0.99 or 1.00";
  r.comparisons = {
      claim("SID is ineffective on small systems: its share of DEM's speedup on 4 PEs", "so",
            small(sid), at_most(far))
          .listed_as_missed(around(1.0, 0.03), sid_tried),
      claim("SID nears the others: what its share gains from 4 to 128 PEs", "so", nears(sid),
            at_least(clear))
          .listed_as_missed(Band{-0.6, -0.3}, sid_tried),
      claim("GM is ineffective on small systems: its share of DEM's speedup on 4 PEs", "so",
            small(gm), at_most(far)),
      claim("GM improves with the number of PEs: speedup on 128 less that on 4", "so",
            Measured{grows, fmt::format("{:+.2f}: {}", grows, figure.text(gm))}, at_least(clear)),
      claim("GM nears the others: what its share gains from 4 to 128 PEs", "so", nears(gm),
            at_least(clear))
          .listed_as_missed(Band{-0.08, 0.03},
                            "intervals of 1 to 650 ms: its share of DEM's speedup is 0.91 on 4 and "
                            "on 128 PEs at 1 ms, and falls with the size from 100 ms on"),
      claim("DEM, RID and HBM are above GM at every size: least ratio", "so",
            ratio_of(std::min({figure.least_ratio(dem, gm), figure.least_ratio(rid, gm),
                               figure.least_ratio(hbm, gm)}),
                     figure.texts({dem, rid, hbm, gm})),
            at_least(1.02))};
  r.remarks = {"Means of ten random loads; the load grows with the system, 2.5e7 loops a PE.",
               "SID and RID are read as in wlr-table4."};
  return r;
}

Reproduction willebeek_fig7(Lab& lab) {
  constexpr int runs = 10;
  Figure figure("Speedup by granularity, 32 PEs", "tasks a PE");
  for (const int g : {10, 20, 50, 100, 200, 500, 1000}) {
    figure.add(g,
               ipsc2_means(lab, scheme_texts(), "hypercube:5", fmt::format("loops:g={}", g), runs));
  }
  auto& r = figure.r;
  const auto finest = [&](std::size_t scheme) {
    const double part = figure.speedups[scheme].back() / figure.best(scheme);
    return ratio_of(part, figure.text(scheme));
  };
  double least_at_finest = 1;
  std::size_t best_at_100 = 0;
  std::string best_text;
  for (const auto s : all_schemes) {
    least_at_finest = std::min(least_at_finest, finest(s).number);
    best_at_100 += figure.best_place(s) == 100 ? 1 : 0;
    best_text +=
        fmt::format("{}{} at {}", best_text.empty() ? "" : ", ", names[s], figure.best_place(s));
  }
  const Band as_fine{0.95, 1};  // within 5 % of the best at the finest grain
  const char* const later =
      "a task of the figure's finest grain still takes 25 ms, and its transfer half a millisecond, "
      "so "
      "what the paper saw comes at finer grains: wlr-fine has it at tasks of 0.8 ms";
  r.comparisons = {
      claim("DEM is best at every granularity, to 2 %: its least ratio to the best", "so",
            ratio_of(figure.least_ratio(dem, {rid, sid, hbm, gm}), figure.texts({dem, rid, sid})),
            at_least(0.98)),
      claim("g = 100 is best for all: strategies of which it is", "5",
            Measured{static_cast<double>(best_at_100), best_text}, exactly(5))
          .explained(least_at_finest >= as_fine.least,
                     fmt::format("at g = 1000 each is within 5 % of its best: {:.3f} at the least",
                                 least_at_finest),
                     later),
      claim("RID is above SID at every granularity: least ratio", "so",
            ratio_of(figure.least_ratio(rid, sid), figure.texts({rid, sid})), at_least(1.005)),
      claim("HBM falls at fine grains: speedup at g = 1000 over its best", "so", finest(hbm),
            at_most(0.95))
          .explained(as_fine, later),
      claim("GM falls at fine grains: the same", "so", finest(gm), at_most(0.95))
          .explained(as_fine, later)};
  r.remarks = {"Means of ten random loads of about 8e8 loops in all.",
               "SID and RID are read as in wlr-table4."};
  return r;
}

Reproduction willebeek_fig8(Lab& lab) {
  Figure figure("Speedup of branch and bound, n = 11, 32 PEs", "search steps of a task, m!");
  const std::vector<double> requirements = {1.05, 1.1, 1.2, 1.3, 1.5};
  std::int64_t factorial = 120;
  for (int m = 6; m <= 9; ++m) {
    factorial *= m;
    std::vector<std::vector<Setup>> groups;
    for (const auto& scheme : scheme_texts()) {
      auto& group = groups.emplace_back();
      for (const double requirement : requirements) group.push_back(jobs(scheme, m, requirement));
    }
    figure.add(static_cast<double>(factorial), ipsc2_means(lab, groups));
  }
  auto& r = figure.r;
  // The better of DEM and RID over the best of the others, at the worst place.
  double least = std::numeric_limits<double>::infinity();
  double least_hbm = least;
  for (std::size_t at = 0; at < figure.places.size(); ++at) {
    const auto speedup = [&](std::size_t s) { return figure.speedups[s][at]; };
    least = std::min(least, std::max(speedup(dem), speedup(rid)) /
                                std::max({speedup(sid), speedup(hbm), speedup(gm)}));
    least_hbm = std::min(least_hbm, speedup(hbm) / speedup(rid));
  }
  double least_fine = 1;
  for (const auto s : all_schemes) {
    least_fine = std::min(least_fine, figure.speedups[s].front() / figure.best(s));
  }
  const double first = figure.speedups[hbm].front() / figure.speedups[rid].front();
  r.comparisons = {
      claim("DEM or RID is best at every size: least ratio to the best of the others", "so",
            ratio_of(least, figure.texts({dem, rid, sid, hbm, gm})), at_least(1)),
      claim("HBM is comparable only when tasks are coarse: its share of RID's speedup at 6!", "so",
            ratio_of(first, figure.texts({hbm})), at_most(0.9))
          .explained(least_hbm >= 0.95,
                     fmt::format("at least 0.95 of RID's at every size: {:.2f}", least_hbm),
                     "its messages overflowed, the paper says, and the model's PEs keep any number "
                     "of them; without that HBM has to be comparable at every size"),
      claim("all suffer at very fine grains: least speedup at 6! over the best", "so",
            ratio_of(least_fine, "of the five strategies"), at_most(0.95))
          .explained(Band{0.95, 1},
                     "a task of 6! steps takes 25 ms on the average, and its transfer half a "
                     "millisecond, so that they cannot suffer by what the paper says; from 4! on, "
                     "tasks of 0.8 ms, all do (wlr-fine)")};
  r.remarks = {
      "Means over five schedule requirements (requirement=1.05, 1.1, 1.2, 1.3 and 1.5 times the "
      "least tardiness), seed 1. Looks come after every search step, 150 us.",
      "SID and RID are read as in wlr-table4; by default SID is above both at 7! and 8!.",
      "11!/6! is 55,440; Table V has 56,440."};
  return r;
}

Reproduction willebeek_fine(Lab& lab) {
  // Tasks of 25 and 0.8 ms.
  const std::vector<std::string> places = {"as fine as in the figure", "finer"};
  Reproduction r;
  r.table.columns = {"application", "tasks", "scheme", "speedup", "tasks moved"};
  const auto run = [&](const std::string& label, const std::vector<std::vector<Setup>>& by_place) {
    std::vector<std::vector<double>> speedups(all_schemes.size());
    for (std::size_t at = 0; at < by_place.size(); ++at) {
      std::vector<std::vector<Setup>> groups;
      for (const auto& setup : by_place[at]) groups.push_back({setup});
      const auto means = ipsc2_means(lab, groups);
      for (const auto s : all_schemes) {
        r.table.rows.push_back(
            {label, places[at], std::string(names[s]), means[s].speedup, means[s].tasks_moved});
        speedups[s].push_back(means[s].speedup);
      }
    }
    return speedups;
  };
  std::vector<std::vector<Setup>> loops(places.size());
  std::vector<std::vector<Setup>> search(places.size());
  for (const auto& scheme : scheme_texts()) {
    loops[0].push_back(ipsc2_setup("hypercube:5", scheme, "loops:g=1000", 1));
    loops[1].push_back(ipsc2_setup("hypercube:5", scheme, "loops:g=30000", 1));
    search[0].push_back(jobs(scheme, 6, 1.2));
    search[1].push_back(jobs(scheme, 4, 1.2));
  }
  const auto of_loops = run("loops", loops);
  const auto of_search = run("branch and bound", search);
  constexpr double suffers = 0.95;
  const auto part = [](const std::vector<double>& speedups) { return speedups[1] / speedups[0]; };
  std::size_t suffering = 0;
  std::string text;
  for (const auto s : all_schemes) {
    suffering += part(of_search[s]) <= suffers ? 1 : 0;
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", names[s], part(of_search[s]));
  }
  const auto falls = [&](std::size_t s) {
    return ratio_of(part(of_loops[s]),
                    fmt::format("{:.2f} after {:.2f}", of_loops[s][1], of_loops[s][0]));
  };
  r.comparisons = {
      claim("all suffer at very fine grains (Figure 8): strategies whose speedup at tasks of 4! is "
            "at "
            "most 0.95 of that at 6!",
            "5", Measured{static_cast<double>(suffering), text}, exactly(5)),
      claim("HBM falls at fine grains (Figure 7): speedup at g = 30,000 over that at 1000", "so",
            falls(hbm), at_most(suffers)),
      claim("GM falls at fine grains (Figure 7): the same", "so", falls(gm), at_most(suffers))};
  r.remarks = {"One run each: seed 1, requirement=1.2. The grains are finer than the paper's."};
  return r;
}

}  // namespace isobar
