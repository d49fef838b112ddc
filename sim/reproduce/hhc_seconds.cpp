// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/fits/fit.h"
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

/// The runs of A and B.
Comparison b_is_quicker(const Runs& runs) {
  std::size_t quicker = 0;
  std::vector<double> times;
  for (std::size_t i = 0; i < runs[0].size(); ++i) {
    const auto [a, b] = std::pair(runs[0][i].run, runs[1][i].run);
    if (b.cycles < a.cycles && b.shifts < a.shifts) ++quicker;
    times.push_back(static_cast<double>(a.cycles) / static_cast<double>(b.cycles));
  }
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return claim("time and T of A and B", "B outperforms A",
               fmt::format("B quicker, and its T less, in {} of {} cases; A takes {:.2f} to {:.2f} "
                           "times its cycles",
                           quicker, times.size(), *least, *most),
               quicker == times.size());
}

Comparison is_linear(const Series& series, bool c) {
  const auto line = fit_polynomial(series.points, 1);
  constexpr double straight = 0.999;
  const auto what = fmt::format("time of {} against the load", series.label);
  const auto measured = fmt::format("{:.1f} µs and {:.4f} µs for each task, R² {:.4f}",
                                    line.coefficients[0], line.coefficients[1], line.r_squared);
  return c ? claim(what, "a direct linear relation", measured, line.r_squared > straight)
           : no_number(what, measured, "the text says nothing of the curve's shape");
}

Comparison no_seconds(const std::vector<Series>& all) {
  std::string measured = "largest modelled time:";
  for (const auto& series : all) {
    const auto last = series.points.back().second;
    measured += fmt::format(" {} {:.1f} µs", series.label, last);
  }
  return no_number("wall-clock time", measured,
                   "the figure shows seconds of threads on a PC, which say nothing of a fabric; "
                   "the text gives none of them");
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
  if (!c) r.comparisons.push_back(b_is_quicker(runs));
  for (const auto& series : r.plot.series) r.comparisons.push_back(is_linear(series, c));
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
    const bool grows =
        std::is_sorted(points.begin(), points.end(),
                       [](const auto& x, const auto& y) { return x.second < y.second; });
    r.comparisons.push_back(
        claim("time of C against the dimensions", "increases",
              fmt::format("from {:.1f} µs to {:.1f} µs{}", points.front().second,
                          points.back().second, grows ? ", at every dh" : ""),
              grows));
  } else {
    r.comparisons.push_back(b_is_quicker(runs));
  }
  r.comparisons.push_back(no_seconds(r.plot.series));
  r.remarks = remarks(algorithms);
  return r;
}

}  // namespace isobar
