// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/henrich_rings.h"

#include <fmt/format.h>

#include "sim/reproduce/counted.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/henrich_apart.h"

namespace isobar {

HenrichRings henrich_rings(Lab& lab) {
  HenrichRings rings;
  for (std::int64_t pes = 8; pes < 256; pes *= 2) rings.sizes.push_back(pes);
  for (std::int64_t pes = 256; pes <= henrich_largest_ring; pes += 256) rings.sizes.push_back(pes);
  std::vector<Setup> setups;
  for (const auto& scheme : henrich_ring_schemes) {
    for (const auto pes : rings.sizes) {
      setups.push_back({fmt::format("ring:{}", pes), scheme, "spike:5"});
    }
  }
  const auto all = lab.run(setups);
  auto next = all.begin();
  for (std::size_t i = 0; i < henrich_ring_schemes.size(); ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(rings.sizes.size());
    rings.runs.emplace_back(next, end);
    next = end;
  }
  return rings;
}

RingTimes henrich_ring_times(const HenrichRings& rings, std::size_t scheme,
                             std::optional<Instant> RunResult::*goal) {
  RingTimes points;
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    const auto& instant = rings.runs[scheme][i].*goal;
    if (instant) points.emplace_back(rings.sizes[i], static_cast<double>(instant->shifts));
  }
  return points;
}

namespace {

/// The rules of the schemes, computed apart from the model.
const std::vector<ApartRule> rules = {apart_c5, apart_equation_4, apart_equation_5};

const std::string equation_4_why = "what equation 4 gives, computed apart from the model";
const std::string portions_why =
    "what equal portions (equation 5) give, computed apart from the model; the paper's Figure 5 "
    "fits equation 4, its Table 3 equation 5";

using Reached = std::optional<Instant> RunResult::*;

DataTable table_of(const HenrichRings& rings, Reached goal) {
  DataTable table;
  table.columns = {"PEs",         "lm-c5 (shifts)",      "nna (shifts)", "nna-portions (shifts)",
                   "nna / lm-c5", "nna-portions / lm-c5"};
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    std::vector<Cell> row = {rings.sizes[i]};
    for (const auto& runs : rings.runs) row.push_back(cell(runs[i].*goal, &Instant::shifts));
    const double liquid = shifts_of(rings.runs[0][i].*goal);
    for (std::size_t s = 1; s < henrich_ring_schemes.size(); ++s) {
      const double other = shifts_of(rings.runs[s][i].*goal);
      row.push_back(cell(other > 0 ? std::optional(other / liquid) : std::nullopt));
    }
    table.rows.push_back(row);
  }
  return table;
}

Plot plot_of(const HenrichRings& rings, Reached goal, const std::string& what,
             double published_ratio) {
  Plot plot{fmt::format("Time to {}, all 5P tasks on one PE of a ring", what), "PEs", "T (shifts)"};
  for (std::size_t s = 0; s < henrich_ring_schemes.size(); ++s) {
    plot.series.push_back({henrich_ring_schemes[s], henrich_ring_times(rings, s, goal)});
  }
  auto published = henrich_ring_times(rings, 0, goal);
  for (auto& point : published) point.second *= published_ratio;
  plot.series.push_back({fmt::format("published: NNA = {} LM", published_ratio), published,
                         Series::Style::published});
  return plot;
}

double ratio(const HenrichRings& rings, std::size_t scheme, Reached goal) {
  return shifts_of(rings.runs[scheme].back().*goal) / shifts_of(rings.runs[0].back().*goal);
}

/// The same ratio, computed apart from the model.
double ratio_apart(std::size_t scheme, std::optional<std::int64_t> ApartTimes::*goal) {
  const auto time = [&](std::size_t s) {
    return static_cast<double>(
        (apart_on_ring(rules[s], henrich_largest_ring, 5).*goal).value_or(0));
  };
  return time(scheme) / time(0);
}

Reproduction figure_5_of(const HenrichRings& rings, Reached goal,
                         std::optional<std::int64_t> ApartTimes::*apart, const std::string& what,
                         double published) {
  Reproduction r;
  r.table = table_of(rings, goal);
  r.plot = plot_of(rings, goal, what, published);
  for (std::size_t scheme = 1; scheme < henrich_ring_schemes.size(); ++scheme) {
    r.comparisons.push_back(compare(fmt::format("NNA to {}, times Liquid's T, P = {} ({})", what,
                                                henrich_largest_ring, henrich_ring_schemes[scheme]),
                                    published, number(ratio(rings, scheme, goal), 2),
                                    around(published, 0.5))
                                .explained(exactly(ratio_apart(scheme, apart)),
                                           scheme == 1 ? equation_4_why : portions_why));
  }
  r.remarks = {
      "The paper prints the curves, not their numbers; what it says of them in the text is "
      "compared.",
      "A ratio is that of the model if it is, to the last bit, what Definition 1 and the equation "
      "give when computed apart from it."};
  return r;
}

/// "This insures that the perfectly balanced system state is actually reached".
Comparison always_level(Lab& lab) {
  std::vector<Setup> setups;
  Count apart;
  for (int pes = 3; pes <= 64; ++pes) {
    setups.push_back({fmt::format("ring:{}", pes), "nna", "spike:5"});
    apart.add(apart_on_ring(apart_equation_4, pes, 5).balanced.has_value());
  }
  Count level;
  for (const auto& run : lab.run(setups)) level.add(run.to_balance.has_value());
  return claim_always("NNA's rounding (nna), rings of 3 to 64", "reaches the balanced state", level)
      .explained(exactly(static_cast<double>(apart.holds)),
                 "on the others the loads of equation 4, computed apart from the model, come again "
                 "for ever, as those of ring:24 do, 2 apart: the objection of Horton that the "
                 "paper cites");
}

}  // namespace

Reproduction henrich_fig5a(Lab& lab) {
  auto r =
      figure_5_of(henrich_rings(lab), &RunResult::to_balance, &ApartTimes::balanced, "balance", 4);
  r.comparisons.push_back(always_level(lab));
  return r;
}

Reproduction henrich_fig5b(Lab& lab) {
  const auto rings = henrich_rings(lab);
  auto r = figure_5_of(rings, &RunResult::to_share, &ApartTimes::shared, "share", 23);
  Count exact;
  for (std::size_t i = 0; i < rings.sizes.size(); ++i) {
    const auto& shared = rings.runs[0][i].to_share;
    exact.add(shared && shared->shifts == rings.sizes[i] - 1);
  }
  r.comparisons.push_back(claim_always("Liquid to share", "T = P - 1", exact));
  return r;
}

}  // namespace isobar
