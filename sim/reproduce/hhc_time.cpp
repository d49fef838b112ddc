// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/rational.hpp>
#include <cmath>

#include "sim/reproduce/counted.h"
#include "sim/reproduce/hhc.h"
#include "sim/reproduce/hhc_cases.h"

namespace isobar {
namespace {

using Algorithm = HhcAlgorithm;

const std::vector<std::int64_t> time_loads = {10, 100, 500, 1'000, 10'000, hhc_even_load, 100'000};

double number(const Rational& rational) { return boost::rational_cast<double>(rational); }

/// The shifts that the stages of a run add to T.
struct StageShifts {
  std::int64_t in_triangles = 0;
  std::int64_t across_triangles = 0;
  std::int64_t between_cells = 0;
};

StageShifts shifts_by_stage(const Lab& lab, const Setup& setup, unsigned dh) {
  const auto experiment = experiment_of(setup);
  const auto pairs = hhc_first_pair(experiment, dh);
  StageShifts stages;
  lab.phases(experiment, [&](const PhaseEntry& entry) {
    auto& stage = entry.phase < pairs    ? stages.in_triangles
                  : entry.phase == pairs ? stages.across_triangles
                                         : stages.between_cells;
    stage += entry.shifts;
  });
  return stages;
}

void compare_stages(Reproduction& r, const Lab& lab, Algorithm algorithm) {
  constexpr auto dh = hhc_most_dimensions;
  const auto table = hhc_execution_time(algorithm, dh, hhc_even_load);
  const auto setup = hhc_setup(algorithm, dh, hhc_worst_load(algorithm, hhc_even_load));
  const auto stages = shifts_by_stage(lab, setup, dh);
  const auto add = [&](const std::string& stage, const Rational& published, std::int64_t measured) {
    r.comparisons.push_back(
        compare(fmt::format("{}, dh = {}, M = {}, load units", stage, dh, hhc_even_load),
                number(published), static_cast<double>(measured)));
  };
  add("in the triangles", table.phase_1() - table.across_triangles, stages.in_triangles);
  add("across the triangles", table.across_triangles, stages.across_triangles);
  add("phase 1", table.phase_1(), stages.in_triangles + stages.across_triangles);
  add("phase 2", table.between_cells, stages.between_cells);
}

/// T in whole tasks, by hand: all M on one PE, of which each stage carries what it must, and the
/// PE that divides a pair keeps the odd task.
std::int64_t whole_tasks(Algorithm algorithm, unsigned dh, std::int64_t m) {
  std::int64_t t = 0;
  std::int64_t most = 0;  // of a PE
  const auto up = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  if (algorithm == Algorithm::a) {
    // L and R average; C ends with its third, rounded up, and L and R divide the rest.
    const auto right = m / 2;
    const auto rest = m - up(m, 3);
    t += right + (m - right - up(rest, 2)) + (right - rest / 2);
    most = up(m, 3);
  } else if (algorithm == Algorithm::b) {
    // All end with a third: the coordinator's rounded up, and L's before R's.
    most = up(m, 3);
    t += m - most;
  } else {
    // The giver keeps the target, (M + 1)/3, and the others are filled up to it.
    const auto target = (m + 1) / 3;
    const auto given = std::min(m - target, 2 * target);
    t += given;
    most = m - given;
  }
  for (unsigned stage = 0; stage < dh; ++stage) {
    t += most / 2;
    most -= most / 2;
  }
  return t;
}

/// The run with M tasks on one PE of every cell.
std::int64_t shifts_from_every_cell(const Lab& lab, Algorithm algorithm, unsigned dh) {
  const std::size_t cells = std::size_t{1} << (dh - 1);
  const auto all = hhc_even_load * static_cast<std::int64_t>(cells);
  const auto setup = hhc_setup(algorithm, dh, hhc_worst_load(algorithm, all));
  std::vector<Load> everywhere(6 * cells, 0);
  const std::size_t place = algorithm == Algorithm::a ? 1 : 0;
  for (std::size_t cell = 0; cell < cells; ++cell) everywhere[6 * cell + place] = hhc_even_load;
  const auto experiment = experiment_of(setup, everywhere);
  std::int64_t shifts = 0;
  lab.phases(experiment, [&](const PhaseEntry& entry) { shifts += entry.shifts; });
  return shifts;
}

}  // namespace

Reproduction hhc_time_table(Lab& lab, Algorithm algorithm) {
  std::vector<Setup> setups;
  for (const auto m : time_loads) {
    for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
      setups.push_back(hhc_setup(algorithm, dh, hhc_worst_load(algorithm, m)));
    }
  }
  const auto runs = lab.run(setups);

  Reproduction r;
  r.table.columns = {"M (tasks)",      "dh",           "PEs", "formula (load units)",
                     "T (load units)", "time (cycles)"};
  r.plot = {fmt::format("Execution time of {}, all M tasks on one PE", hhc_letter(algorithm)),
            "dimensions dh", "load units ÷ M"};
  Series formula{"formula", {}, Series::Style::published};
  auto run = runs.begin();
  for (const auto m : time_loads) {
    Series measured{fmt::format("T, M = {}", m), {}, Series::Style::points};
    double furthest = 0;
    Count as_by_hand;
    for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh, ++run) {
      const auto table = number(hhc_execution_time(algorithm, dh, m).total());
      const auto t = run->run.shifts;
      const auto off = std::abs(static_cast<double>(t) - table);
      furthest = std::max(furthest, off);
      as_by_hand.add(t == whole_tasks(algorithm, dh, m));
      r.table.rows.push_back(
          {m, std::int64_t{dh}, std::int64_t{6} << (dh - 1), table, t, run->run.cycles});
      measured.points.emplace_back(dh, static_cast<double>(t) / static_cast<double>(m));
      if (m != hhc_even_load) continue;
      formula.points.emplace_back(dh, table / static_cast<double>(m));
      r.comparisons.push_back(compare(fmt::format("T, dh = {}, M = {}, load units", dh, m), table,
                                      static_cast<double>(t)));
    }
    if (m == 10 || m == 100 || m == hhc_even_load) r.plot.series.push_back(measured);
    if (m == hhc_even_load) continue;
    // A half task in each division by two, two thirds in one by three, of which some cancel.
    r.comparisons.push_back(
        claim(fmt::format("T less the formula, dh = 1 … 8, M = {}, load units, at most", m), "0",
              number(furthest, 2), at_most(0.5))
            .explained(as_by_hand.always(), "T by hand in whole tasks, at each dh",
                       "tasks are whole, and each stage rounds"));
  }
  r.plot.series.push_back(formula);
  compare_stages(r, lab, algorithm);
  r.comparisons.push_back(not_comparable(
      fmt::format("T, dh = 8, M = {} on one PE of every cell, load units", hhc_even_load), "",
      fmt::format("{}", shifts_from_every_cell(lab, algorithm, hhc_most_dimensions)),
      "the table's phase 2 needs all M in one cell; with M in every cell it moves nothing"));
  r.remarks = {
      hhc_worst_load_remark(algorithm),
      "T adds up, over the phases, the most tasks that a link carries towards successors and the "
      "most towards predecessors, which is what the table counts.",
      fmt::format("At M = {} every division comes out even. Elsewhere tasks are whole, and each "
                  "stage rounds.",
                  hhc_even_load)};
  if (algorithm == Algorithm::a) {
    r.remarks.emplace_back("T is not time: the links of a coordinator work at once.");
  } else {
    r.remarks.emplace_back(
        "The table names the cells' dimensions dh+1, dh+2, dh+2, where 1 to dh-1 are meant.");
  }
  if (algorithm == Algorithm::c) {
    r.remarks.emplace_back(
        "The table has (2-2)·(1/2)^(dh-1), which is 0, for 2-2·(1/2)^(dh-1); its sum is right.");
  }
  return r;
}

}  // namespace isobar
