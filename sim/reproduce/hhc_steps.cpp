// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/hhc.h"
#include "sim/reproduce/hhc_cases.h"
#include "sim/reproduce/hhc_count.h"

namespace isobar {
namespace {

using Algorithm = HhcAlgorithm;

/// By part: why the published number differs; empty where it does not.
std::vector<std::string> reasons_of_parts(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::a:
      return {
          "the table multiplies 3 by 3; 3 messages, each counted at both its ends, make 6 in "
          "each of two triangles"};
    case Algorithm::b:
      return {};
    case Algorithm::c:
      break;
  }
  return {"each of a triangle's 6 words counts at both its ends, in the table at one",
          "two givers can make four visits of two messages; the table has two visits of one",
          "the table counts a transfer at one end", "the table counts a message at one end",
          "the table counts a pair's two words at one end, its one transfer twice"};
}

std::string reason_of_total(Algorithm algorithm) {
  return algorithm == Algorithm::a
             ? "2^(dh-1)·(18dh + 32): the first step of the triangles is 12 in a cell, the table "
               "has 9"
             : "2^(dh-1)·(18dh + 64): the table counts most messages at one end, and one giver in "
               "a triangle where there can be two";
}

std::string reason_of_node(Algorithm algorithm) {
  return algorithm == Algorithm::a
             ? "the table adds 3 at L or R to 5 at C; no node has both: R has 3 + 3, C has 5"
             : "29 is the table's sum of a whole cell, 20 + 9, and no node's";
}

std::string counted_remark(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::a:
      return "The counted steps are at most 2^(dh-1)·(18dh + 32), and 3dh + 6 at a node; the "
             "paper has 2^(dh-1)·(18dh + 29) and 3dh + 8.";
    case Algorithm::b:
      return "The counted steps are at most 2^(dh-1)·(18dh + 24), and 3dh + 6 at a node, as "
             "published.";
    case Algorithm::c:
      break;
  }
  return "The counted steps are at most 2^(dh-1)·(18dh + 64), and 3dh + 11 at a node; the paper "
         "has 29·2^(dh-1) + 12(dh-1)·2^(dh-1), and 29 at a node.";
}

/// A published number of messages beside the counted one, which is to be what our own count by one
/// rule comes to on paper.
Comparison compare_steps(const std::string& what, std::int64_t published, std::int64_t counted,
                         std::int64_t by_rule, const std::string& why) {
  const auto agreement =
      compare(what, static_cast<double>(published), static_cast<double>(counted));
  return agreement.explained(exactly(static_cast<double>(by_rule)), why);
}

void compare_dimensions(Reproduction& r, Algorithm algorithm, const std::vector<HhcCount>& counts) {
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    r.comparisons.push_back(
        compare_steps(fmt::format("total, dh = {}, steps", dh),
                      hhc_published_steps(algorithm, dh).total(), counts[dh - 1].total,
                      hhc_counted_steps(algorithm, dh).total(), reason_of_total(algorithm)));
  }
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    const auto what = fmt::format("most at a node, dh = {}, steps", dh);
    const auto measured = counts[dh - 1].node;
    if (algorithm == Algorithm::c && dh > 1) {
      r.comparisons.push_back(not_comparable(what, "", fmt::format("{}", measured),
                                             "the table has a node's most for one cell only"));
      continue;
    }
    r.comparisons.push_back(compare_steps(what, hhc_published_steps(algorithm, dh).node, measured,
                                          hhc_counted_steps(algorithm, dh).node,
                                          reason_of_node(algorithm)));
  }
}

void compare_parts(Reproduction& r, Algorithm algorithm, const HhcCount& count) {
  const auto published = hhc_published_steps(algorithm, hhc_most_dimensions);
  const auto by_rule = hhc_counted_steps(algorithm, hhc_most_dimensions);
  auto reasons = reasons_of_parts(algorithm);
  reasons.resize(published.parts.size());
  for (std::size_t i = 0; i < published.parts.size(); ++i) {
    const auto& part = published.parts[i];
    const auto what = [&](const char* where) {
      return fmt::format("{}, {}, dh = {}, steps", part.name, where, hhc_most_dimensions);
    };
    const auto a_cell = count.parts[i].total / published.cells;
    r.comparisons.push_back(
        compare_steps(what("a cell"), part.cell, a_cell, by_rule.parts[i].cell, reasons[i]));
    if (!part.node) continue;
    r.comparisons.push_back(compare(what("a node"), static_cast<double>(*part.node),
                                    static_cast<double>(count.parts[i].node)));
  }
}

}  // namespace

Reproduction hhc_steps_table(Lab& lab, Algorithm algorithm) {
  std::vector<HhcCount> counts(hhc_most_dimensions);
  std::vector<HhcCount> random(hhc_most_dimensions);
  lab.each(2 * std::size_t{hhc_most_dimensions}, [&](std::size_t i) {
    const auto dh = static_cast<unsigned>(i / 2 + 1);
    auto& count = (i % 2 == 0 ? counts : random)[i / 2];
    count =
        hhc_count(lab, algorithm, dh,
                  i % 2 == 0 ? hhc_experiment(algorithm, dh, hhc_triangle_that_needs_all(algorithm))
                             : experiment_of(hhc_setup(algorithm, dh, "uniform:0..100000")));
  });

  Reproduction r;
  r.table.columns = {"dh",
                     "PEs",
                     "total, published (steps)",
                     "total, counted at most (formula)",
                     "total, counted",
                     "total, random loads",
                     "a node, published (steps)",
                     "a node, counted at most (formula)",
                     "a node, counted",
                     "a node, random loads",
                     "words, counted once",
                     "transfers, counted once"};
  r.plot = {fmt::format("Communication steps of {}, all PEs ÷ cells", hhc_letter(algorithm)),
            "dimensions dh", "steps a cell"};
  Series published{"published", {}, Series::Style::published};
  Series counted{"counted, every message needed", {}};
  Series by_chance{"counted, loads 0..100,000", {}, Series::Style::points};
  unsigned reached = 0;
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    const auto table = hhc_published_steps(algorithm, dh);
    const auto most = hhc_counted_steps(algorithm, dh);
    const auto& all = counts[dh - 1];
    const auto& some = random[dh - 1];
    Cell node;
    if (algorithm != Algorithm::c || dh == 1) node = table.node;
    r.table.rows.push_back({std::int64_t{dh}, 6 * table.cells, table.total(), most.total(),
                            all.total, some.total, node, most.node, all.node, some.node, all.words,
                            all.transfers});
    const auto a_cell = [&](std::int64_t steps) {
      return static_cast<double>(steps) / static_cast<double>(table.cells);
    };
    published.points.emplace_back(dh, table.cell());
    counted.points.emplace_back(dh, a_cell(all.total));
    by_chance.points.emplace_back(dh, a_cell(some.total));
    reached += some.total == all.total && some.node == all.node ? 1 : 0;
  }
  r.plot.series = {published, counted, by_chance};
  compare_dimensions(r, algorithm, counts);
  compare_parts(r, algorithm, counts.back());
  const auto [c, left, right] = hhc_triangle_that_needs_all(algorithm);
  r.remarks = {
      "A step is a message sent or received, a word or a transfer, so that a message counts at "
      "both its ends; a transfer is one message whatever its size.",
      fmt::format("The worst case is taken as loads that need every message: {}, {}, {} on C, L, R "
                  "of each triangle, and 2 tasks more for each 1 in the rest of the address. "
                  "Random loads (uniform:0..100000, seed 1) need every message at {} of {} dh.",
                  c, left, right, reached, hhc_most_dimensions),
      counted_remark(algorithm)};
  if (algorithm == Algorithm::c) {
    r.remarks.emplace_back(
        "The table's step 2 names a triangle's words once more as 4, but its sum 10 is only right "
        "with the 6 of step 1; so they are taken here.");
    r.remarks.emplace_back("The lock on a host and the barriers cost no message.");
  }
  return r;
}

}  // namespace isobar
