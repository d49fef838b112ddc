// SPDX-License-Identifier: Apache-2.0
// The balance when messages take time, which the authors' model leaves out.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "sim/reproduce/lab.h"
#include "sim/reproduce/lueling_monien.h"

namespace isobar {
namespace {

constexpr int seeds = 3;
constexpr std::int64_t steps = 400;
constexpr Cycle step = 1000;

struct BandwidthCase {
  std::string fabric;
  int delta;

  std::string label() const { return fmt::format("{}, δ = {}", fabric, delta); }
  std::string scheme(const std::string& network) const {
    return fmt::format("lueling-monien:network={},f=1.1,delta={},C=4", network, delta);
  }
};

/// Means over the runs.
struct LinkQuality {
  double ratio = 0;     ///< the greatest load over the mean
  double least = 0;     ///< the least load over the mean
  double messages = 0;  ///< per generated task
  double refused = 0;   ///< share of the partners that were asked
};

Setup setup(const std::string& fabric, const std::string& scheme, int seed) {
  return {fabric,
          scheme,
          "",
          {{"app", fmt::format("phases:step={}", step)}, {"seed", std::to_string(seed)}}};
}

void add_loads(const std::vector<Load>& loads, LinkQuality& to) {
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  const auto sum = std::accumulate(loads.begin(), loads.end(), Load{0});
  const double mean = static_cast<double>(sum) / static_cast<double>(loads.size());
  to.ratio += static_cast<double>(*most) / mean / seeds;
  to.least += static_cast<double>(*least) / mean / seeds;
}

LinkQuality ideal(Lab& lab, const BandwidthCase& c) {
  LinkQuality quality;
  for (int seed = 1; seed <= seeds; ++seed) {
    auto one = setup(c.fabric, c.scheme("ideal"), seed);
    one.more["until"] = fmt::format("steps:{}", steps);
    add_loads(lab.run(one).loads, quality);
  }
  return quality;
}

/// The balance over links of each bandwidth under `scheme`, which may be `none`.
std::vector<LinkQuality> over_links(Lab& lab, const BandwidthCase& c, const std::string& scheme,
                                    const std::vector<std::string>& bandwidths) {
  std::vector<Setup> setups;
  for (const auto& bandwidth : bandwidths) {
    for (int seed = 1; seed <= seeds; ++seed) {
      auto one = setup(c.fabric, scheme, seed);
      one.more["until"] = fmt::format("cycles:{}", steps * step);
      one.more["link.bandwidth"] = bandwidth;
      setups.push_back(one);
    }
  }
  const auto results = lab.results(setups, false);
  std::vector<LinkQuality> all(bandwidths.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& result = results[i];
    auto& quality = all[i / seeds];
    add_loads(result["load"]["final"]["values"].get<std::vector<Load>>(), quality);
    if (!result.contains("end_to_end")) continue;
    const auto& figures = result["scheme"];
    const auto& routed = result["end_to_end"];
    const double messages = routed["transfers"].get<double>() + routed["words"].get<double>();
    quality.messages += messages / result["application"]["created"].get<double>() / seeds;
    quality.refused +=
        figures["joins_refused"].get<double>() / figures["joins"].get<double>() / seeds;
  }
  return all;
}

}  // namespace

Reproduction lueling_monien_bandwidth(Lab& lab) {
  const std::vector<std::pair<std::string, double>> bandwidths = {
      {"25Mb/s", 25e6},   {"50Mb/s", 50e6}, {"100Mb/s", 100e6}, {"250Mb/s", 250e6},
      {"500Mb/s", 500e6}, {"1Gb/s", 1e9},   {"2500Mb/s", 25e8}, {"10Gb/s", 1e10}};
  std::vector<std::string> names;
  names.reserve(bandwidths.size());
  for (const auto& [name, bits] : bandwidths) names.push_back(name);
  Reproduction r;
  r.table.columns = {"fabric",
                     "delta",
                     "bandwidth (Mb/s)",
                     "greatest load / mean",
                     "least load / mean",
                     "messages a task",
                     "partners that refused (share)",
                     "greatest / mean, ideal",
                     "greatest / mean, no balancing"};
  r.plot = {"Balance after 400 steps of 1000 cycles, f = 1.1, C = 4", "link bandwidth (Mb/s)",
            "greatest load / mean load", true, true};
  for (const auto& c : {BandwidthCase{"torus:8x8", 1}, BandwidthCase{"hypercube:6", 1},
                        BandwidthCase{"hhc:5", 1}, BandwidthCase{"torus:8x8", 4}}) {
    const auto unpaid = ideal(lab, c);
    const auto none = over_links(lab, c, "none", {"250Mb/s"});
    const auto paid = over_links(lab, c, c.scheme("fabric"), names);
    Series series{c.label(), {}, Series::Style::measured};
    Series limit{c.label() + ", ideal", {}, Series::Style::published};
    std::optional<double> from;
    for (std::size_t k = paid.size(); k-- > 0;) {
      if (paid[k].ratio > unpaid.ratio * 1.1) break;
      from = bandwidths[k].second / 1e6;
    }
    for (std::size_t k = 0; k < paid.size(); ++k) {
      const double mbits = bandwidths[k].second / 1e6;
      const auto& q = paid[k];
      r.table.rows.push_back({c.fabric, std::int64_t{c.delta}, mbits, q.ratio, q.least, q.messages,
                              q.refused, unpaid.ratio, none.front().ratio});
      series.points.emplace_back(mbits, q.ratio);
      limit.points.emplace_back(mbits, unpaid.ratio);
    }
    r.plot.series.push_back(series);
    r.plot.series.push_back(limit);
    r.comparisons.push_back(not_comparable(
        fmt::format("{}: bandwidth from which the greatest load is within a tenth of the ideal "
                    "network's, Mb/s",
                    c.label()),
        "", from ? fmt::format("{:g}", *from) : "above 10,000",
        "the paper's communication is free"));
  }
  return r;
}

}  // namespace isobar
