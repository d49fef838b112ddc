// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/rational.hpp>

#include "sim/reproduce/hhc.h"
#include "sim/reproduce/hhc_cases.h"
#include "sim/reproduce/hhc_count.h"

namespace isobar {
namespace {

using Algorithm = HhcAlgorithm;

constexpr double link_gbps = 0.25;
constexpr std::int64_t timed_load = 3'840;  ///< every division comes out even

double speed(std::int64_t steps) { return static_cast<double>(steps) * link_gbps; }
double gbps(std::int64_t mbps) { return static_cast<double>(mbps) / 1000; }
double microseconds(const Rational& seconds) {
  return boost::rational_cast<double>(seconds * 1'000'000);
}

std::vector<HhcCount> count_all(const Lab& lab, Algorithm algorithm,
                                const std::array<Load, 3>& triangle) {
  std::vector<HhcCount> counts(hhc_most_dimensions);
  lab.each(counts.size(), [&](std::size_t i) {
    const auto dh = static_cast<unsigned>(i + 1);
    counts[i] = hhc_count(lab, algorithm, dh, hhc_experiment(algorithm, dh, triangle));
  });
  return counts;
}

/// The time that the paper's speed stands for: computed from bits and bandwidth, and measured.
struct Timed {
  double words = 0;     ///< of the busiest node, µs
  double bound = 0;     ///< with the tasks, µs
  double measured = 0;  ///< µs
};

std::vector<Timed> time_all(const Lab& lab, Algorithm algorithm) {
  std::vector<Setup> setups;
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    setups.push_back(hhc_setup(algorithm, dh, hhc_worst_load(algorithm, timed_load)));
  }
  const auto runs = lab.run(setups);
  const auto experiment = experiment_of(setups.front());
  const HhcBits bits{experiment.load_bits, experiment.task_bits, parse_bandwidth("250Mb/s")};
  std::vector<Timed> times;
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    const auto time = hhc_time(algorithm, dh, timed_load, bits);
    times.push_back({microseconds(time.words), microseconds(time.total()),
                     hhc_microseconds(runs[dh - 1].run.cycles)});
  }
  return times;
}

const std::vector<std::string> time_columns = {
    "words of the busiest node (µs)", "bits ÷ bandwidth, M = 3,840 (µs)", "run, M = 3,840 (µs)"};

Comparison time_instead(const Timed& last) {
  return not_comparable(
      fmt::format("time in place of speed, dh = {}, M = {} on one PE", hhc_most_dimensions,
                  timed_load),
      "",
      fmt::format("{:.1f} µs in a run, at most {:.1f} µs by bits ÷ bandwidth ({:.2f} µs of it for "
                  "words)",
                  last.measured, last.bound, last.words),
      "the paper gives no time for its links");
}

const char* const no_speed_remark =
    "The paper's speed is steps × 250 Mb/s: a number of messages times a bandwidth, which is no "
    "speed. Beside it stands the time that the bits of the busiest node take.";

}  // namespace

Reproduction hhc_speed_figure(Lab& lab, Algorithm algorithm) {
  const auto counts = count_all(lab, algorithm, hhc_triangle_that_needs_all(algorithm));
  const auto times = time_all(lab, algorithm);
  const auto why =
      fmt::format("both are 250 times the steps at a node of Table {}, which hhc-table{} judges",
                  algorithm == Algorithm::a ? 3 : 6, algorithm == Algorithm::a ? 3 : 6);
  Reproduction r;
  r.table.columns = {"dh", "a node's steps, formula", "a node's steps, counted",
                     "speed, formula (Gb/s)", "speed, counted (Gb/s)"};
  r.table.columns.insert(r.table.columns.end(), time_columns.begin(), time_columns.end());
  r.plot = {fmt::format("\"Speed\" of {}: a node's most steps × 250 Mb/s", hhc_letter(algorithm)),
            "dimensions dh", "Gb/s"};
  Series formula{"analytical, as published", {}, Series::Style::published};
  Series counted{"counted", {}, Series::Style::points};
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    const auto published = hhc_published_steps(algorithm, dh);
    const auto analytical = gbps(hhc_speed(algorithm, published));
    const auto& count = counts[dh - 1];
    const auto& time = times[dh - 1];
    r.table.rows.push_back({std::int64_t{dh}, published.node, count.node, analytical,
                            speed(count.node), time.words, time.bound, time.measured});
    formula.points.emplace_back(dh, analytical);
    counted.points.emplace_back(dh, speed(count.node));
    r.comparisons.push_back(not_comparable(fmt::format("speed, dh = {}, Mb/s", dh),
                                           fmt::format("{:.0f}", 1000 * analytical),
                                           fmt::format("{:.0f}", 1000 * speed(count.node)), why));
  }
  r.plot.series = {formula, counted};
  r.comparisons.push_back(time_instead(times.back()));
  r.remarks = {no_speed_remark,
               "The figure shows both curves and no numbers; the published ones here are those of "
               "the paper's formula.",
               "Counted is the most messages at one PE, with loads that need every message, which "
               "is the worst case of the steps. " +
                   hhc_worst_load_remark(algorithm) + " The times are of that load."};
  return r;
}

Reproduction hhc_speed_of_c_figure(Lab& lab) {
  constexpr auto algorithm = Algorithm::c;
  const auto both_ends = count_all(lab, algorithm, hhc_triangle_that_needs_all(algorithm));
  // The case of the table: one node has all of a triangle's excess, and visits two.
  const auto one_giver = count_all(lab, algorithm, {6, 0, 0});
  const auto times = time_all(lab, algorithm);
  Reproduction r;
  r.table.columns = {"dh",
                     "steps, formula",
                     "steps, counted as the table does",
                     "steps, counted at both ends",
                     "speed, formula with brackets (Gb/s)",
                     "speed, formula as printed (Gb/s)",
                     "speed, counted as the table does (Gb/s)",
                     "speed, counted at both ends (Gb/s)"};
  r.table.columns.insert(r.table.columns.end(), time_columns.begin(), time_columns.end());
  r.plot = {"\"Speed\" of C: all steps × 250 Mb/s", "dimensions dh", "Gb/s"};
  r.plot.log_y = true;
  Series bracketed{"analytical, brackets added", {}, Series::Style::published};
  Series printed{"analytical, as printed", {}, Series::Style::published};
  Series once{"counted as the table does", {}, Series::Style::points};
  Series twice{"counted at both ends", {}, Series::Style::points};
  for (unsigned dh = 1; dh <= hhc_most_dimensions; ++dh) {
    const auto published = hhc_published_steps(algorithm, dh);
    const auto& own = one_giver[dh - 1];
    const auto steps = own.words - own.visits + own.transfers;
    const auto all = both_ends[dh - 1].total;
    const auto& time = times[dh - 1];
    const auto analytical = gbps(hhc_speed(algorithm, published));
    const auto as_printed = gbps(hhc_speed_of_c_as_printed(dh));
    r.table.rows.push_back({std::int64_t{dh}, published.total(), steps, all, analytical, as_printed,
                            speed(steps), speed(all), time.words, time.bound, time.measured});
    bracketed.points.emplace_back(dh, analytical);
    printed.points.emplace_back(dh, as_printed);
    once.points.emplace_back(dh, speed(steps));
    twice.points.emplace_back(dh, speed(all));
  }
  r.plot.series = {bracketed, printed, twice, once};
  // By one rule for all: a cell has 29 + 9(dh-1) messages, each counted once, and 18dh + 64 at both
  // ends; the formula has 29 + 12(dh-1).
  constexpr double d = hhc_most_dimensions;
  constexpr double formula = 29 + 12 * (d - 1);
  const auto above = [&](const Series& analytical, const Series& counted) {
    return number(100 * (analytical.points.back().second / counted.points.back().second - 1), 1);
  };
  const auto exact = [](double share) { return around(100 * (share - 1), 0.01); };
  const auto what = [](const std::string& how) {
    return fmt::format("speed by the formula above the counted one, %, dh = {}, {}",
                       hhc_most_dimensions, how);
  };
  const std::string statement = "slightly above";
  const Band slightly{0.1, 10};
  r.comparisons = {
      claim(what("counted as the table does"), statement, above(bracketed, once), slightly)
          .explained(exact(formula / (29 + 9 * (d - 1))),
                     "the table has 4 steps for a DEM pair that needs 3; these are three quarters "
                     "of all at dh = 8"),
      claim(what("each message at both ends, its true worst case"), statement,
            above(bracketed, twice), slightly)
          .explained(exact(formula / (18 * d + 64)),
                     "Table 9 counts most messages at one end, and one giver in a triangle where "
                     "there can be two"),
      claim(what("as printed, counted as the table does"), statement, above(printed, once),
            slightly)
          .explained(exact((29 / 250.0 + 12 * (d - 1)) / (29 + 9 * (d - 1))),
                     "the formula lacks the brackets around its sum, so that its first term is "
                     "not multiplied by 250 Mb/s"),
      time_instead(times.back())};
  r.remarks = {no_speed_remark,
               "Speed is of all steps in the fabric here, of a node's in Figures 6 and 7."};
  r.remarks.emplace_back(
      "Counted as the table does: a message once, a visit's request and reply as one, one giver in "
      "each triangle (6, 0, 0 on C, L, R, and 2 tasks more for each 1 in the rest of the address). "
      "The formula lies above because it has 4 steps for a pair of the DEM, which has 3 messages; "
      "the paper, too, names the DEM.");
  r.remarks.push_back(
      "Counted at both ends: 6, 6, 0 on C, L, R, so that two nodes give and every message is "
      "needed. " +
      hhc_worst_load_remark(algorithm) + " The times are of that load.");
  r.remarks.emplace_back(
      "As printed the formula multiplies its second term only; its first is taken for Mb/s.");
  return r;
}

}  // namespace isobar
