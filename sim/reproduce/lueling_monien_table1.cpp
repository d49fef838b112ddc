// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/reproduce/lueling_monien.h"
#include "sim/reproduce/lueling_monien_runs.h"

namespace isobar {
namespace {

constexpr int patterns = 400;
constexpr int repeats = 2;  ///< of each pattern: what they share is the pattern's
constexpr int other_runs = 100;
constexpr double quantile = 2.5758;  ///< two-sided quantile of a normal distribution at 99 %
constexpr std::array<int, 4> limits = {4, 8, 16, 32};

/// A row of the table, by C.
struct Row {
  const char* what;
  const char* figure;  ///< the scheme's name of it
  std::array<double, 4> published;
};
constexpr std::array<Row, 4> rows = {
    {{"total borrow", "total_borrow", {107.777, 109.451, 109.661, 109.616}},
     {"remote borrow", "remote_borrow", {3.949, 0.333, 0.033, 0.032}},
     {"borrow fail", "borrow_fail", {0.298, 0.019, 0.016, 0.019}},
     {"decrease sim", "decrease_sim", {3.838, 1.899, 1.609, 1.637}}}};

/// A way to read the appendix: parameters of the scheme, with what is changed of the table's.
struct Reading {
  const char* label;
  const char* parameters;
};
constexpr std::array<Reading, 7> readings = {
    {{"the table's", "creditor=richest,exchange=once,settle=began,order=random,first=random"},
     {"generation first", "creditor=richest,exchange=once,settle=began,order=random"},
     {"generation first, PEs in ascending order", "creditor=richest,exchange=once,settle=began"},
     {"consumption first",
      "creditor=richest,exchange=once,settle=began,order=random,first=consumption"},
     {"any creditor is asked", "exchange=once,settle=began,order=random,first=random"},
     {"all settle what comes home", "creditor=richest,exchange=once,order=random,first=random"},
     {"packets are exchanged until j has to balance",
      "creditor=richest,settle=began,order=random,first=random"}}};

/// Within 10 % of the published number if that is above 1, and else within half an order of
/// magnitude.
Band tolerance(double published) {
  if (published > 1) return within(published, 0.1);
  return {published / std::sqrt(10), published * std::sqrt(10)};
}

std::string parameters(const Reading& reading, int limit) {
  return fmt::format("delta=1,f=1.1,C={},{}", limit, reading.parameters);
}

/// What two counts share over patterns, from the runs of each pattern: draws that differ from run
/// to run do not contribute.
double covariance(const PhasesRuns& all, const std::string& a, const std::string& b) {
  const auto& of_a = all.count_by_run(a);
  const auto& of_b = all.count_by_run(b);
  const double mean_a = all.count(a);
  const double mean_b = all.count(b);
  double sum = 0;
  for (std::size_t k = 0; k + 1 < of_a.size(); k += repeats) {
    sum += ((of_a[k] - mean_a) * (of_b[k + 1] - mean_b) +
            (of_a[k + 1] - mean_a) * (of_b[k] - mean_b)) /
           2;
  }
  return sum / (patterns - 1);
}

/// The standard deviation of a count over patterns in which as much is borrowed.
double deviation(const PhasesRuns& all, const std::string& count) {
  const std::string borrowed = rows[0].figure;
  double variance = covariance(all, count, count);
  if (count != borrowed) {
    const double shared = covariance(all, count, borrowed);
    variance -= shared * shared / covariance(all, borrowed, borrowed);
  }
  return std::sqrt(std::max(0.0, variance));
}

void compare_table(const PhasesRuns& all, std::size_t k, Reproduction& r) {
  for (const auto& row : rows) {
    const double published = row.published[k];
    const double measured = all.count(row.figure);
    auto one = compare(fmt::format("{}, C = {}", row.what, limits[k]), published,
                       number(measured, 3), tolerance(published), 3);
    if (one.verdict == Comparison::Verdict::failed) {
      one = one.explained(
          around(published, quantile * deviation(all, row.figure)),
          "the paper repeats one pattern of load 100 times, ours are 400 patterns; the band is "
          "where 99 % of the patterns lie in which as much is borrowed");
    }
    r.comparisons.push_back(one);
  }
}

}  // namespace

Reproduction lueling_monien_table1(Lab& lab) {
  Reproduction r;
  r.table.columns = {"reading", "C", "count", "published", "measured"};
  std::array<std::size_t, readings.size()> near{};
  for (std::size_t i = 0; i < readings.size(); ++i) {
    for (std::size_t k = 0; k < limits.size(); ++k) {
      PhasesSetting setting{parameters(readings[i], limits[k]), other_runs};
      if (i == 0) setting = {setting.parameters, patterns * repeats, 1, repeats};
      const auto all = phases_runs(lab, setting);
      if (i == 0) compare_table(all, k, r);
      for (const auto& row : rows) {
        const double measured = all.count(row.figure);
        near[i] += tolerance(row.published[k]).holds(measured) ? 1 : 0;
        r.table.rows.push_back(
            {readings[i].label, std::int64_t{limits[k]}, row.what, row.published[k], measured});
      }
    }
  }
  const auto all = rows.size() * limits.size();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    r.comparisons.push_back(not_comparable(
        fmt::format("counts that are near: {}", readings[i].label), "", cases(near[i], all).text,
        i == 0 ? "the reading was chosen among these and others to meet the table"
               : "one thing is read in another way"));
  }
  const auto best = *std::max_element(near.begin() + 1, near.end());
  r.comparisons.push_back(
      claim("no other of these readings is near in more counts", "",
            {static_cast<double>(near[0]) - static_cast<double>(best),
             fmt::format("{} of {}, the others {} at most", near[0], all, best)},
            at_least(0)));
  r.remarks = {
      fmt::format("All numbers are a processor and run: means over 64 processors, {} patterns of "
                  "load and {} runs of each; of the other readings over {} runs. They are near "
                  "where they are within 10 %, or below 1 within half an order of magnitude.",
                  patterns, repeats, other_runs),
      "Remote borrow counts packets that come for borrowed ones; decrease sim counts every "
      "exchange, and every debt that comes home.",
      "What was chosen to meet the table: whether a processor generates or consumes first is drawn "
      "for each turn (order=random,first=random): 109 packets are borrowed, for 101 where all "
      "generate first and 117 where all consume first; the order of the processors hardly matters. "
      "Who has to exchange asks the creditor that has most of its own: of creditors at random, "
      "which the appendix says, more than half have none. The snake begins with the class of who "
      "balances, who keeps its odd packet: if the odd packets fall anywhere, 130 are borrowed.",
      "That the paper repeats one pattern it does not say. Its borrowed packets at C = 16 and 32 "
      "differ by 0.04 %, where means of 100 runs with patterns of their own differ by 2 %.",
      "The trigger is tested in every step of a processor, also where it does nothing."};
  r.remarks.emplace_back(
      "What hardly matters: whether partners remember their d as well (reset=1), or keep their own "
      "class (exclude=1). What is far off: one generation or consumption a step at most (70 "
      "borrowed), and a trigger on the whole load (remote borrow 11 and more).");
  return r;
}

}  // namespace isobar
