// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/rational.hpp>
#include <cmath>
#include <iterator>

#include "sim/fits/fit.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/hhc.h"
#include "sim/reproduce/hhc_cases.h"

namespace isobar {
namespace {

using Algorithm = HhcAlgorithm;

const std::vector<std::int64_t> loads = {10,    20,    50,     100,    200,    500,    1'000,
                                         2'000, 5'000, 10'000, 20'000, 50'000, 100'000};

struct Case {
  unsigned dh;
  std::int64_t m;
};

/// Times by algorithm and case.
using Runs = std::vector<std::vector<RunResult>>;

Runs measure(const Lab& lab, const std::vector<Algorithm>& algorithms,
             const std::vector<Case>& cases) {
  Runs runs;
  for (const auto algorithm : algorithms) {
    std::vector<Setup> setups;
    setups.reserve(cases.size());
    for (const auto& one : cases) {
      setups.push_back(hhc_setup(algorithm, one.dh, hhc_worst_load(algorithm, one.m)));
    }
    runs.push_back(lab.run(setups));
  }
  return runs;
}

DataTable table_of(const std::vector<Algorithm>& algorithms, const std::vector<Case>& cases,
                   const Runs& runs) {
  DataTable table{{"dh", "PEs", "M (tasks)"}, {}};
  for (const auto algorithm : algorithms) {
    const auto letter = hhc_letter(algorithm);
    table.columns.push_back(letter + ": T (load units)");
    table.columns.push_back(letter + ": time (cycles)");
    table.columns.push_back(letter + ": time (µs)");
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [dh, m] = cases[i];
    std::vector<Cell> row = {std::int64_t{dh}, std::int64_t{6} << (dh - 1), m};
    for (const auto& of_algorithm : runs) {
      const auto& run = of_algorithm[i].run;
      row.insert(row.end(), {run.shifts, run.cycles, hhc_microseconds(run.cycles)});
    }
    table.rows.push_back(row);
  }
  return table;
}

/// The plot over the axis that `x` takes from a case.
std::vector<Series> series_of(const std::vector<Algorithm>& algorithms,
                              const std::vector<Case>& cases, const Runs& runs,
                              double (*x)(const Case&)) {
  std::vector<Series> all;
  for (std::size_t a = 0; a < algorithms.size(); ++a) {
    Series series{hhc_letter(algorithms[a]), {}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
      series.points.emplace_back(x(cases[i]), hhc_microseconds(runs[a][i].run.cycles));
    }
    all.push_back(series);
  }
  return all;
}

/// How many tasks of M go one after the other over the links of the busiest path: T less what other
/// links carry at the same time. In A the coordinator's two links of step 2 work at once, in B all
/// of a triangle's.
double path_tasks(Algorithm algorithm, unsigned dh) {
  const auto t = hhc_execution_time(algorithm, dh, 1);
  const auto parallel = algorithm == Algorithm::a   ? t.in_triangles.back()
                        : algorithm == Algorithm::b ? t.in_triangles.back()
                                                    : Rational(0);
  return boost::rational_cast<double>(t.total() - parallel);
}

/// The runs of A and B.
std::vector<Comparison> b_is_quicker(const std::vector<Case>& cases, const Runs& runs) {
  Count quicker;
  Count less;
  // The words and cycles of a step count where tasks are few.
  constexpr std::int64_t many = 100;
  double furthest = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto [a, b] = std::pair(runs[0][i].run, runs[1][i].run);
    quicker.add(b.cycles < a.cycles);
    less.add(b.shifts < a.shifts);
    if (cases[i].m < many) continue;
    const double times = static_cast<double>(a.cycles) / static_cast<double>(b.cycles);
    const double by_links =
        path_tasks(Algorithm::a, cases[i].dh) / path_tasks(Algorithm::b, cases[i].dh);
    furthest = std::max(furthest, std::abs(times / by_links - 1));
  }
  const std::string statement = "B outperforms A";
  return {claim_always("B takes fewer cycles than A", statement, quicker),
          claim_always("B's T is less than A's", statement, less),
          claim(fmt::format("cycles of A over those of B, from {} tasks on: % off what the links "
                            "carry, at most",
                            many),
                statement, number(100 * furthest, 1), at_most(2))};
}

/// The time for each task, against what the links carry: 64 bits at 250 Mb/s each.
std::vector<Comparison> is_linear(const Series& series, Algorithm algorithm, unsigned dh) {
  const auto line = fit_polynomial(series.points, 1);
  const auto published = algorithm == Algorithm::c ? "a direct linear relation" : "";
  std::vector<std::pair<double, double>> large;
  for (const auto& point : series.points) {
    if (point.first >= 1'000) large.push_back(point);
  }
  constexpr double micros_a_task = 64.0 / 250;
  const double predicted = micros_a_task * path_tasks(algorithm, dh);
  const auto what = fmt::format("of the time of {} over the load", series.label);
  const auto exponent = number(fit_exponent(large), 4);
  const auto slope = number(line.coefficients[1], 4);
  if (algorithm != Algorithm::c) {
    return {not_comparable("exponent " + what, published, exponent.text,
                           "the text says nothing of the curve's shape")};
  }
  return {claim("exponent " + what + ", from 1,000 tasks on", published, exponent, around(1, 0.01)),
          claim("µs for each task " + what, published, slope, within(predicted, 0.005))};
}

Comparison no_seconds(const std::vector<Series>& all) {
  std::string measured = "largest modelled time:";
  for (const auto& series : all) {
    const auto last = series.points.back().second;
    measured += fmt::format(" {} {:.1f} µs", series.label, last);
  }
  return not_comparable("wall-clock time", "", measured,
                        "the figure shows seconds of threads on a PC, which say nothing of a "
                        "fabric; the text gives none of them");
}

std::vector<std::string> remarks(const std::vector<Algorithm>& algorithms) {
  std::vector<std::string> all = {
      "Time is modelled: cycles at the default 250 MHz, links of 250 Mb/s, tasks of 64 bits."};
  std::transform(algorithms.begin(), algorithms.end(), std::back_inserter(all),
                 hhc_worst_load_remark);
  return all;
}

}  // namespace

Reproduction hhc_seconds_over_load(Lab& lab, const std::vector<Algorithm>& algorithms,
                                   unsigned dh) {
  std::vector<Case> cases;
  std::transform(loads.begin(), loads.end(), std::back_inserter(cases), [dh](std::int64_t m) {
    return Case{dh, m};
  });
  const auto runs = measure(lab, algorithms, cases);
  const bool c = algorithms.size() == 1;
  Reproduction r;
  r.table = table_of(algorithms, cases, runs);
  r.plot = {fmt::format("Time to level M tasks on one of {} PEs", 6 << (dh - 1)), "M (tasks)",
            "time (µs)", true, true};
  r.plot.series = series_of(algorithms, cases, runs,
                            [](const Case& one) { return static_cast<double>(one.m); });
  if (!c) r.comparisons = b_is_quicker(cases, runs);
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    for (const auto& one : is_linear(r.plot.series[i], algorithms[i], dh)) {
      r.comparisons.push_back(one);
    }
  }
  r.comparisons.push_back(no_seconds(r.plot.series));
  r.remarks = remarks(algorithms);
  if (!c && dh == hhc_most_dimensions) {
    r.remarks.emplace_back(
        "The text has 96 processors for Figure 4, its caption 768, which is taken.");
  }
  return r;
}

Reproduction hhc_seconds_over_dimensions(Lab& lab, const std::vector<Algorithm>& algorithms) {
  constexpr std::int64_t m = 500;
  std::vector<Case> cases;
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) cases.push_back({dh, m});
  const auto runs = measure(lab, algorithms, cases);
  const bool c = algorithms.size() == 1;
  Reproduction r;
  r.table = table_of(algorithms, cases, runs);
  r.plot = {"Time to level 500 tasks on one PE", "dimensions dh", "time (µs)"};
  r.plot.series =
      series_of(algorithms, cases, runs, [](const Case& one) { return double{one.dh * 1.0}; });
  if (c) {
    const auto& points = r.plot.series[0].points;
    Count longer;
    for (std::size_t i = 1; i < points.size(); ++i) {
      longer.add(points[i].second > points[i - 1].second);
    }
    r.comparisons.push_back(claim_always("time of C, from a dh to the next", "increases", longer));
    // Tables 4 and 7 have it grow by M/6 tasks less than for ever.
    const double grown = points.back().second / points.front().second;
    const double predicted =
        path_tasks(Algorithm::c, cases.back().dh) / path_tasks(Algorithm::c, cases.front().dh);
    r.comparisons.push_back(claim(
        fmt::format("time of C at dh = {}, times that at dh = 1", hhc_most_dimensions),
        fmt::format("{:.2f} by Table 7", predicted), number(grown, 2), within(predicted, 0.02)));
  } else {
    r.comparisons = b_is_quicker(cases, runs);
  }
  r.comparisons.push_back(no_seconds(r.plot.series));
  r.remarks = remarks(algorithms);
  return r;
}

}  // namespace isobar
