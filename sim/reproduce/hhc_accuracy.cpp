// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "sim/reproduce/hhc.h"
#include "sim/reproduce/hhc_cases.h"
#include "sim/reproduce/hhc_spread.h"

namespace isobar {
namespace {

using Algorithm = HhcAlgorithm;

constexpr unsigned most_dimensions = 5;
constexpr std::int64_t seeds = 4'000;

/// A bound that is to be kept, and reached within a task or two where many runs come near it.
Comparison bounded(const std::string& what, std::int64_t bound, Load seen, std::int64_t short_of) {
  const auto most = static_cast<double>(bound);
  return claim(what + ", tasks", fmt::format("at most {}", bound),
               number(static_cast<double>(seen)), Band{most - static_cast<double>(short_of), most});
}

std::string phase_remark(Algorithm algorithm) {
  const auto pairs = hhc_first_pair(experiment_of(hhc_setup(algorithm, 2, "spike:1")), 2);
  return fmt::format(
      "Of the phases, counted from 0, phase {} ends the triangles' stage, phase {} is that of the "
      "pairs across the triangles, and phases {} to {} + dh are those of the pairs between the "
      "cells.",
      pairs - 1, pairs, pairs + 1, pairs - 1);
}

void compare_stages(Reproduction& r, Algorithm algorithm, const std::vector<HhcSpread>& by_dh) {
  HhcSpread all;
  for (const auto& spread : by_dh) all.add(spread);
  const auto largest = hhc_accuracy(most_dimensions);
  r.comparisons = {
      bounded("difference in a triangle, after its stage", largest.in_triangles, all.triangle, 0),
      bounded("difference in a pair, after its stage", largest.across_triangles, all.pair, 0),
      bounded("difference in a cell, after the pairs across its triangles",
              largest.in_triangles + largest.across_triangles, all.cell, 0)};
  for (unsigned dh = 2; dh <= most_dimensions; ++dh) {
    const auto what = fmt::format("difference between one place's PEs of all cells, dh = {}", dh);
    const auto seen = by_dh[dh - 1].cube;
    const auto bound = hhc_accuracy(dh).between_cells;
    // The last of a bound's tasks needs loads that random runs seldom have.
    const std::int64_t short_of = dh < 5 ? 0 : 1;
    if (algorithm == Algorithm::b) {
      const auto most = static_cast<double>(bound);
      r.comparisons.push_back(
          bounded(what, 1, seen, 0)
              .explained(Band{most - static_cast<double>(short_of), most},
                         "the table's 1 is a slip: its own reason and its sum have dh-1"));
    } else {
      r.comparisons.push_back(bounded(what, bound, seen, short_of));
    }
  }
  // In the whole fabric the stages' bounds seldom add up.
  for (unsigned dh = 1; dh <= most_dimensions; ++dh) {
    r.comparisons.push_back(bounded(fmt::format("difference in the fabric, dh = {}", dh),
                                    hhc_accuracy(dh).total(), by_dh[dh - 1].fabric,
                                    std::array{0, 0, 1, 2, 3}.at(dh - 1)));
  }
}

}  // namespace

Reproduction hhc_accuracy_table(Lab& lab, Algorithm algorithm) {
  Reproduction r;
  r.table.columns = {"dh",
                     "runs",
                     "in a triangle (tasks)",
                     "in a pair (tasks)",
                     "in a cell (tasks)",
                     "one place, all cells (tasks)",
                     "in the fabric (tasks)",
                     "bound, 1 + dh (tasks)"};
  r.plot = {fmt::format("Largest difference in random runs of {}", hhc_letter(algorithm)),
            "dimensions dh", "tasks"};
  Series bound{"in the fabric, bound 1 + dh", {}, Series::Style::published};
  Series fabric{"in the fabric", {}};
  Series cell{"in a cell", {}};
  Series pair{"in a pair, in a triangle", {}};
  std::vector<HhcSpread> by_dh;
  std::int64_t runs = 0;
  for (unsigned dh = 1; dh <= most_dimensions; ++dh) {
    const auto seen = hhc_largest_spread(lab, algorithm, dh, seeds);
    const auto most = hhc_accuracy(dh).total();
    r.table.rows.push_back({std::int64_t{dh}, seen.runs, seen.triangle, seen.pair, seen.cell,
                            seen.cube, seen.fabric, most});
    bound.points.emplace_back(dh, most);
    fabric.points.emplace_back(dh, seen.fabric);
    cell.points.emplace_back(dh, seen.cell);
    pair.points.emplace_back(dh, std::max(seen.pair, seen.triangle));
    by_dh.push_back(seen);
    runs += seen.runs;
  }
  compare_stages(r, algorithm, by_dh);
  r.plot.series = {bound, fabric, cell, pair};
  r.remarks = {
      fmt::format("The largest in {} random runs: loads of 0 to 8, to 1,000 and to 100,000 tasks, "
                  "seeds 1 to {}, dh = 1 to {}.",
                  runs, seeds, most_dimensions),
      phase_remark(algorithm),
      "The table's third step is read as the difference between the PEs of one place in all cells, "
      "which is what the DEM between the cells levels.",
      "A bound agrees if it is kept and random runs come to it, or within a task in all cells at "
      "dh = 5, and within 1, 2 and 3 tasks in the fabric at dh = 3, 4 and 5.",
      "In its sum the table writes dh-1 as d with the index h-1."};
  if (algorithm == Algorithm::a) {
    r.remarks.emplace_back(
        "Random loads seldom come to the bound 1 + dh; loads that a search found reach it at "
        "dh = 1, 2 and 3.");
  }
  if (algorithm == Algorithm::c) {
    r.remarks.emplace_back(
        "The target of a triangle is (S + 1)/3, rounded down, as in the paper's description. With "
        "the (S + 2)/3 of its pseudo-code (`hhc-c:rounding=2`) a triangle can end 2 apart.");
  }
  return r;
}

}  // namespace isobar
