// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "models/analysis/lueling_monien.h"
#include "models/analysis/producer_model.h"
#include "models/schemes/lueling_monien/simulated_decrease.h"
#include "sim/reproduce/lab.h"
#include "sim/reproduce/lueling_monien.h"

namespace isobar {
namespace {

constexpr int section6_runs = 1000;
constexpr double quantile = 2.5758;  ///< two-sided quantile of a normal distribution at 99 %

/// The mean over runs, with its confidence interval.
struct RunMean {
  double mean = 0;
  double margin = 0;  ///< half of the 99 % confidence interval
};

/// The mean of what `run` returns in several runs.
template <class Run>
RunMean run_mean(Run run) {
  double sum = 0;
  double squares = 0;
  for (int k = 0; k < section6_runs; ++k) {
    const auto one = static_cast<double>(run());
    sum += one;
    squares += one * one;
  }
  const double mean = sum / section6_runs;
  const double variance = std::max(0.0, squares / section6_runs - mean * mean);
  return {mean, quantile * std::sqrt(variance / section6_runs)};
}

struct Section6Case {
  DecreaseSetting setting;
  RunMean operations{};
};

void measure(Section6Case& one, std::size_t number) {
  SmallRandom random(number + 1, "section 6");
  one.operations = run_mean([&] { return simulated_decrease(one.setting, random); });
}

std::vector<Section6Case> cases() {
  std::vector<Section6Case> all;
  for (const Node delta : {1, 2, 4}) {
    for (const Node nodes : {16, 64, 256}) {
      for (const double f : {1.1, 1.2, 1.5}) {
        for (const Load x : {100, 1000}) {
          for (const Load tenths : {2, 5, 8}) {
            all.push_back({{nodes, delta, f, x, x * tenths / 10}});
          }
        }
      }
    }
  }
  return all;
}

/// The greatest difference of means among cases that are the `same` in all else.
template <class Same>
double greatest_distance(const std::vector<Section6Case>& all, Same same) {
  double worst = 0;
  for (const auto& a : all) {
    for (const auto& b : all) {
      if (!same(a.setting, b.setting)) continue;
      worst = std::max(worst, std::abs(a.operations.mean - b.operations.mean));
    }
  }
  return worst;
}

/// Lemma 4, for packets, from one on each processor: in how many cases of how many there are on
/// average m packets or more after the lemma's operations.
std::pair<std::size_t, std::size_t> generated_enough(const Lab& lab) {
  struct Growth {
    ProducerSetting setting;
    double m;
    bool enough;
  };
  std::vector<Growth> growths;
  for (const std::int64_t delta : {1, 2, 4}) {
    for (const double f : {1.1, 1.2, 1.5}) {
      for (const double m : {1e3, 1e4}) growths.push_back({{64, delta, f}, m, false});
    }
  }
  lab.each(growths.size(), [&](std::size_t k) {
    auto& [setting, m, enough] = growths[k];
    const auto operations = LuelingMonien(setting.n, setting.delta, setting.f).lemma_4(m);
    auto random = random_stream(k + 1, "lemma 4");
    PacketProducer producer(setting, 1, random);
    const auto packets = run_mean([&] {
      producer.restart();
      for (std::int64_t t = 0; t < operations; ++t) producer.operate();
      const auto& loads = producer.loads();
      return std::accumulate(loads.begin(), loads.end(), Load{0});
    });
    enough = packets.mean >= m;
  });
  const auto count =
      std::count_if(growths.begin(), growths.end(), [](const Growth& one) { return one.enough; });
  return {static_cast<std::size_t>(count), growths.size()};
}

}  // namespace

Reproduction lueling_monien_section6(Lab& lab) {
  auto all = cases();
  lab.each(all.size(), [&](std::size_t k) { measure(all[k], k); });
  Reproduction r;
  r.table.columns = {"δ",           "n",          "f",           "x",       "c",
                     "lower bound", "iterations", "99 % margin", "Lemma 5", "Lemma 6"};
  r.plot = {"Balancing operations that simulate a decrease by c, δ = 1, n = 64, x = 1000", "c",
            "operations"};
  std::size_t above = 0;
  std::size_t counted5 = 0;
  std::size_t below5 = 0;
  std::size_t counted6 = 0;
  std::size_t below6 = 0;
  double over_lower = 0;
  double under_upper = 0;
  double most = 0;
  for (const double f : {1.1, 1.2, 1.5}) {
    Series measured{fmt::format("simulated, f = {}", f), {}, Series::Style::points};
    Series lower{fmt::format("lower bound, f = {}", f), {}};
    Series upper{fmt::format("Lemma 6, f = {}", f), {}, Series::Style::published};
    for (const auto& one : all) {
      const auto& s = one.setting;
      if (s.f != f || s.delta != 1 || s.nodes != 64 || s.x != 1000) continue;
      const LuelingMonien proved(s.nodes, s.delta, s.f);
      const auto c = static_cast<double>(s.c);
      measured.points.emplace_back(c, one.operations.mean);
      lower.points.emplace_back(c, static_cast<double>(proved.lemma_5_lower(s.x, s.c)));
      if (const auto bound = proved.lemma_6_upper(s.x, s.c)) {
        upper.points.emplace_back(c, static_cast<double>(*bound));
      }
    }
    for (const auto& series : {measured, lower, upper}) r.plot.series.push_back(series);
  }
  for (const auto& one : all) {
    const auto& s = one.setting;
    const auto& [mean, margin] = one.operations;
    const LuelingMonien proved(s.nodes, s.delta, s.f);
    const auto lower = proved.lemma_5_lower(s.x, s.c);
    const auto upper5 = proved.lemma_5_upper(s.x, s.c);
    const auto upper6 = proved.lemma_6_upper(s.x, s.c);
    r.table.rows.push_back({std::int64_t{s.delta}, std::int64_t{s.nodes}, s.f, s.x, s.c, lower,
                            mean, margin, cell(upper5), cell(upper6)});
    // The means themselves: no bound is widened by what they may be off.
    const auto low = static_cast<double>(lower);
    above += mean >= low ? 1 : 0;
    over_lower = std::max(over_lower, mean - low);
    most = std::max(most, mean);
    if (upper5) {
      ++counted5;
      below5 += mean <= static_cast<double>(*upper5) ? 1 : 0;
    }
    if (upper6) {
      ++counted6;
      below6 += mean <= static_cast<double>(*upper6) ? 1 : 0;
      under_upper = std::max(under_upper, static_cast<double>(*upper6) - mean);
    }
  }
  const auto total = all.size();
  const auto apart = [](double operations) {
    return Measured{operations, fmt::format("{:.2f} operations apart at most", operations)};
  };
  const double by_n = greatest_distance(all, [](const auto& a, const auto& b) {
    return a.delta == b.delta && a.f == b.f && a.x == b.x && a.c == b.c;
  });
  const double by_delta = greatest_distance(all, [](const auto& a, const auto& b) {
    return a.nodes == b.nodes && a.f == b.f && a.x == b.x && a.c == b.c;
  });
  const double by_x = greatest_distance(all, [](const auto& a, const auto& b) {
    return a.delta == b.delta && a.nodes == b.nodes && a.f == b.f && a.c * b.x == b.c * a.x;
  });
  const double by_f = greatest_distance(all, [](const auto& a, const auto& b) {
    return a.delta == b.delta && a.nodes == b.nodes && a.x == b.x && a.c == b.c;
  });
  // Whole operations: two that count the same may stop on either side of one.
  const auto nearly = at_most(1.05);
  r.comparisons = {
      claim("Lemma 5: no fewer operations than its lower bound", "all", cases(above, total),
            exactly(static_cast<double>(total))),
      claim("Lemma 5: no more than its upper bound, where it has one", "all",
            cases(below5, counted5), exactly(static_cast<double>(counted5))),
      claim("Lemma 6: no more than its upper bound", "all", cases(below6, counted6),
            exactly(static_cast<double>(counted6))),
      claim("above the lower bound", "very close to it", apart(over_lower), at_most(1.05)),
      claim("below the upper bound of Lemma 6", "very close to it", apart(under_upper),
            at_most(3.05)),
      claim("the most operations of all cases", "very small", number(most, 2), at_most(10)),
      claim("nearly independent of n", "so", apart(by_n), nearly),
      claim("nearly independent of δ", "so", apart(by_delta), nearly),
      claim("the same where c/x is", "so", apart(by_x), nearly),
      claim("very sensitive to f", "so", apart(by_f), at_least(5))};
  const auto [enough, growths] = generated_enough(lab);
  r.comparisons.push_back(claim("Lemma 4: after so many operations there are m packets or more",
                                "so", cases(enough, growths),
                                exactly(static_cast<double>(growths))));
  r.remarks = {
      fmt::format("Means of {} runs a case; every processor starts with x packets of the "
                  "class. Bounds are compared with the means themselves.",
                  section6_runs)};
  return r;
}

}  // namespace isobar
