// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/willebeek.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/dem_formulas.h"
#include "sim/reproduce/lab.h"
#include "sim/reproduce/papers.h"

namespace isobar {
namespace {

/// Loads of twice the ones in each PE's address, so that every pair of every dimension is 2 apart
/// in its turn.
std::vector<Load> loads_that_all_transfer(const Fabric& fabric) {
  std::vector<Load> loads;
  for (Node node = 0; node < fabric.pes(); ++node) {
    loads.push_back(Load{2} * __builtin_popcount(node));
  }
  return loads;
}

Reproduction dem_messages_of_all(Lab& lab) {
  Reproduction r;
  r.table.columns = {"dimensions",      "PEs",     "messages, eq. 31",  "counted",
                     "of a PE, eq. 32", "counted", "words of the start"};
  r.plot = {"Messages of dimension exchange, sent and received", "PEs", "messages", true, true};
  Series published{"published: 3·N·log N", {}, Series::Style::published};
  Series counted{"counted", {}, Series::Style::points};
  std::size_t sizes = 0;
  std::size_t all_equal = 0;
  std::size_t pe_equal = 0;
  for (int d = 2; d <= 10; ++d) {
    const auto count = [&](const char* scheme) {
      const Setup setup{
          fmt::format("hypercube:{}", d), scheme, "spike:100", {{"until", "steps:1"}}};
      auto e = experiment_of(setup);
      e.loads = loads_that_all_transfer(e.fabric);
      return count_messages(e.fabric, lab.run(e).links);
    };
    const auto bare = count("dem:threshold=0");
    const auto start = count("dem").words - bare.words;
    ++sizes;
    all_equal += bare.per_pe_total == dem_messages(d) ? 1 : 0;
    pe_equal += bare.max_per_pe == dem_messages_of_pe(d) ? 1 : 0;
    r.table.rows.push_back({std::int64_t{d}, std::int64_t{1} << d, dem_messages(d),
                            bare.per_pe_total, dem_messages_of_pe(d), bare.max_per_pe, start});
    published.points.emplace_back(1 << d, dem_messages(d));
    counted.points.emplace_back(1 << d, bare.per_pe_total);
  }
  r.plot.series = {published, counted};
  const auto equal_on_all = exactly(static_cast<double>(sizes));
  r.comparisons = {
      claim("messages sent and received, every pair transferring: equal on 2 to 10 dimensions",
            "3·N·log N", cases(all_equal, sizes), equal_on_all),
      claim("messages of a PE: equal on 2 to 10 dimensions", "3·log N", cases(pe_equal, sizes),
            equal_on_all),
      not_comparable("the start by broadcast", "", "N·log2 N words of one bit",
                     "\"may be costly\", and is not counted")};
  r.remarks = {"A message counts at both its ends; a transfer is one message whatever its size.",
               "The loads are twice the ones in a PE's address, so that every pair is 2 apart."};
  return r;
}

}  // namespace

std::vector<ReproductionEntry> willebeek_reproductions() {
  const std::string paper =
      "M. Willebeek-LeMair, A. Reeves, Strategies for Dynamic Load Balancing on Highly Parallel "
      "Computers";
  return {
      {"willebeek-eq31", paper, "Section III.E, equations 31 and 32",
       "Messages of the dimension exchange method", dem_messages_of_all},
      {"wlr-table1", paper, "Section IV.D, Table I", "How old information is when it is used",
       willebeek_table1, true},
      {"wlr-table4", paper, "Section V.B, Table IV",
       "Five strategies on a 32-node iPSC/2, 100 tasks a PE", willebeek_table4},
      {"wlr-hbm", paper, "Table II, HBM", "The threshold of the hierarchical method, swept",
       willebeek_hbm},
      {"wlr-readings", paper, "Sections III.B and III.C, Table IV",
       "SID and RID as the paper may be read: loads told, rounding and mean, crossed",
       willebeek_readings, true},
      {"wlr-update", paper, "Section III.F and Table I", "The load update factor, swept",
       willebeek_update, true},
      {"wlr-fitted", paper, "Table IV", "What rests on constants that are not in the paper",
       willebeek_fitted},
      {"wlr-fig6", paper, "Section V.B, Figure 6", "Speedup by system size", willebeek_fig6, true},
      {"wlr-fig7", paper, "Section V.B, Figure 7", "Speedup by granularity", willebeek_fig7, true},
      {"wlr-fig8", paper, "Section V.C, Figure 8", "Speedup of branch and bound by task size",
       willebeek_fig8},
      {"wlr-fine", paper, "Sections V.B and V.C, Figures 7 and 8",
       "Tasks as short as their transfer", willebeek_fine, true},
      {"wlr-hardware", paper, "none: what the papers could not measure",
       "Hardware against software balancing by task size", hardware_or_software, true}};
}

}  // namespace isobar
