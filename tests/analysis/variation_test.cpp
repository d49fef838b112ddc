// SPDX-License-Identifier: Apache-2.0
// Section 5's recursion and the exact moments, against every computation there is, against each
// other, and against the sums with binomials that the paper prints.
#include "models/analysis/variation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "models/analysis/load_moments.h"
#include "models/analysis/lueling_monien.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

using Drawn = std::vector<std::size_t>;
using Loads = std::vector<double>;

Approx near(double value) { return Approx(value).epsilon(1e-11).margin(1e-11); }

/// Every sequence of so many of n − 1 candidates, 1 … n − 1.
void each_sequence(std::size_t n, std::size_t length,
                   const std::function<void(const Drawn&)>& tell) {
  Drawn drawn(length, 1);
  for (;;) {
    tell(drawn);
    std::size_t at = 0;
    while (at < length && ++drawn[at] == n) drawn[at++] = 1;
    if (at == length) return;
  }
}

/// The relaxed algorithm of the computation graphs: every candidate keeps its own node.
Loads graph_loads(const ProducerSetting& setting, const Drawn& drawn) {
  Loads loads(static_cast<std::size_t>(setting.n), 1);
  const auto delta = static_cast<std::size_t>(setting.delta);
  const double parts = static_cast<double>(setting.delta) + 1;
  for (std::size_t s = 0; s < drawn.size(); ++s) {
    loads[0] = (s % delta == 0 ? setting.f / parts : 1) * loads[0] + loads[drawn[s]] / parts;
    loads[drawn[s]] = loads[0];
  }
  return loads;
}

/// Balancing operations: the mean of f·l1 and of the δ loads drawn, for all of them.
Loads shared_loads(const ProducerSetting& setting, const Drawn& drawn) {
  Loads loads(static_cast<std::size_t>(setting.n), 1);
  const auto delta = static_cast<std::size_t>(setting.delta);
  for (std::size_t s = 0; s < drawn.size(); s += delta) {
    double sum = setting.f * loads[0];
    for (std::size_t k = 0; k < delta; ++k) sum += loads[drawn[s + k]];
    loads[0] = sum / static_cast<double>(delta + 1);
    for (std::size_t k = 0; k < delta; ++k) loads[drawn[s + k]] = loads[0];
  }
  return loads;
}

bool operations_are_distinct(const Drawn& drawn, std::size_t delta) {
  for (std::size_t s = 0; s < drawn.size(); s += delta) {
    const auto first = drawn.begin() + static_cast<std::ptrdiff_t>(s);
    if (std::set<std::size_t>(first, first + static_cast<std::ptrdiff_t>(delta)).size() < delta) {
      return false;
    }
  }
  return true;
}

LoadMoments enumerated(const ProducerSetting& setting, std::size_t operations,
                       Candidates candidates) {
  const auto delta = static_cast<std::size_t>(setting.delta);
  LoadMoments sum{0, 0, 0, 0, 0, 0};
  double count = 0;
  each_sequence(static_cast<std::size_t>(setting.n), operations * delta, [&](const Drawn& drawn) {
    if (candidates == Candidates::distinct && !operations_are_distinct(drawn, delta)) return;
    const auto loads = shared_loads(setting, drawn);
    const double other = loads[1];
    const double another = setting.n > 2 ? loads[2] : 1 / other;
    ++count;
    sum.first += loads[0];
    sum.other += other;
    sum.first_square += loads[0] * loads[0];
    sum.first_other += loads[0] * other;
    sum.other_square += other * other;
    sum.two_others += other * another;
  });
  return {sum.first / count,       sum.other / count,        sum.first_square / count,
          sum.first_other / count, sum.other_square / count, sum.two_others / count};
}

void check_equal(const LoadMoments& a, const LoadMoments& b) {
  CHECK(a.first == near(b.first));
  CHECK(a.other == near(b.other));
  CHECK(a.first_square == near(b.first_square));
  CHECK(a.first_other == near(b.first_other));
  CHECK(a.other_square == near(b.other_square));
  CHECK(a.two_others == near(b.two_others));
}

const std::vector<ProducerSetting> small_graphs = {
    {2, 1, 1.1}, {3, 1, 1.5}, {4, 1, 1.1}, {5, 1, 1.8}, {3, 2, 1.2}, {4, 3, 1.1}, {5, 4, 1.8}};

/// As far as 30,000 computations go.
std::size_t nodes_to_enumerate(const ProducerSetting& setting) {
  return setting.n == 2 ? 12
                        : static_cast<std::size_t>(std::log(30'000) /
                                                   std::log(static_cast<double>(setting.n - 1)));
}

}  // namespace

TEST_CASE("computation graphs: n(t,u), E(v_{t,u}) and E(v²_{t,u}) are those of all computations") {
  for (const auto& setting : small_graphs) {
    const auto n = static_cast<std::size_t>(setting.n);
    const auto operations = nodes_to_enumerate(setting) / static_cast<std::size_t>(setting.delta);
    const ComputationGraphs graphs(setting, static_cast<std::int64_t>(operations));
    for (std::size_t s = 1; s <= operations * static_cast<std::size_t>(setting.delta); ++s) {
      INFO("n = " << n << " delta = " << setting.delta << " nodes = " << s);
      std::vector<double> count(n, 0);
      std::vector<double> mean(n, 0);
      std::vector<double> square(n, 0);
      each_sequence(n, s, [&](const Drawn& drawn) {
        const double value = graph_loads(setting, drawn)[0];
        const auto used = std::set<std::size_t>(drawn.begin(), drawn.end()).size();
        ++count[used];
        mean[used] += value;
        square[used] += value * value;
      });
      const double all = std::accumulate(count.begin(), count.end(), 0.0);
      const auto nodes = static_cast<std::int64_t>(s);
      for (std::size_t u = 0; u < n; ++u) {
        const auto exactly = graphs.exactly(nodes, static_cast<std::int64_t>(u));
        CHECK(exactly.has_value() == (count[u] > 0));
        if (!exactly) continue;
        CHECK(exactly->share == near(count[u] / all));
        CHECK(exactly->mean == near(mean[u] / count[u]));
        CHECK(exactly->square == near(square[u] / count[u]));
      }
      const auto whole = graphs.all(nodes);
      CHECK(whole.share == near(1));
      CHECK(whole.mean == near(std::accumulate(mean.begin(), mean.end(), 0.0) / all));
      CHECK(whole.square == near(std::accumulate(square.begin(), square.end(), 0.0) / all));
    }
  }
}

TEST_CASE("computation graphs: the variation density is that of all computations, to 1e-9") {
  for (const auto& setting : small_graphs) {
    const auto delta = static_cast<std::size_t>(setting.delta);
    const auto operations = nodes_to_enumerate(setting) / delta;
    const ComputationGraphs graphs(setting, static_cast<std::int64_t>(operations));
    for (std::size_t t = 0; t <= operations; ++t) {
      INFO("n = " << setting.n << " delta = " << setting.delta << " operations = " << t);
      double count = 0;
      double mean = 0;
      double square = 0;
      each_sequence(static_cast<std::size_t>(setting.n), t * delta, [&](const Drawn& drawn) {
        const double load = graph_loads(setting, drawn)[1];
        ++count;
        mean += load;
        square += load * load;
      });
      const auto operated = static_cast<std::int64_t>(t);
      CHECK(graphs.other(operated) == near(mean / count));
      CHECK(graphs.variation_density(operated) ==
            Approx(variation_density(mean / count, square / count)).epsilon(1e-9));
    }
  }
}

TEST_CASE("exact moments are those of all computations") {
  for (const auto candidates : {Candidates::distinct, Candidates::repeated}) {
    for (const auto& setting : small_graphs) {
      const auto operations = nodes_to_enumerate(setting) / static_cast<std::size_t>(setting.delta);
      const auto moments = load_moments(setting, static_cast<std::int64_t>(operations), candidates);
      REQUIRE(moments.size() == operations + 1);
      for (std::size_t t = 0; t <= operations; ++t) {
        INFO("n = " << setting.n << " delta = " << setting.delta << " operations = " << t);
        check_equal(moments[t], enumerated(setting, t, candidates));
      }
    }
  }
}

TEST_CASE("the recursion equals the exact moments where no one can enumerate") {
  for (const double f : {1.1, 1.2, 1.8}) {
    for (const std::int64_t n : {2, 10, 35}) {
      const ProducerSetting setting{n, 1, f};
      const ComputationGraphs graphs(setting, 150);
      for (const auto candidates : {Candidates::distinct, Candidates::repeated}) {
        const auto moments = load_moments(setting, 150, candidates);
        for (const std::int64_t t : {1, 10, 75, 150}) {
          INFO("n = " << n << " f = " << f << " t = " << t);
          const auto& exact = moments[static_cast<std::size_t>(t)];
          CHECK(graphs.all(t).mean == Approx(exact.first).epsilon(1e-9));
          CHECK(graphs.all(t).square == Approx(exact.first_square).epsilon(1e-9));
          CHECK(graphs.other(t) == Approx(exact.other).epsilon(1e-9));
          CHECK(graphs.variation_density(t) == Approx(exact.variation_density()).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("the ratio of the first moments is G^t(1)") {
  for (const ProducerSetting& setting :
       std::vector<ProducerSetting>{{8, 1, 1.8}, {64, 1, 1.1}, {1024, 4, 1.5}, {5, 4, 1.1}}) {
    const LuelingMonien lm(setting.n, setting.delta, setting.f);
    const auto moments = load_moments(setting, 100);
    for (std::size_t t = 0; t <= 100; ++t) {
      CHECK(moments[t].first / moments[t].other ==
            Approx(lm.g_power(static_cast<std::int64_t>(t))).epsilon(1e-12));
    }
  }
}

namespace {

/// Section 5 as printed, for δ = 1: sums over the bow edge's start and the processors u1 and u2
/// before and after it, with their binomials; a value for each u of "exactly u processors".
class Printed {
 public:
  Printed(double f, std::size_t steps, std::size_t processors) : f_(f), processors_(processors) {
    binomial_.assign(processors + 1, std::vector<double>(processors + 1, 0));
    for (std::size_t m = 0; m <= processors; ++m) {
      binomial_[m][0] = 1;
      for (std::size_t k = 1; k <= m; ++k) {
        binomial_[m][k] = binomial_[m - 1][k - 1] + (k < m ? binomial_[m - 1][k] : 0);
      }
    }
    for (std::size_t t = 0; t <= steps; ++t) count_all(t);
    const std::vector<double> none(processors + 1, 0);
    square_.assign(1, none);
    value_.assign(1, none);
    square_[0][0] = value_[0][0] = 1;
    product_.resize(steps + 1);
    for (std::size_t t = 1; t <= steps; ++t) add_step(t);
  }

  double n(std::size_t t, std::size_t u) const { return n_[t][u]; }
  double mean_square(std::size_t t, std::size_t u) const { return square_[t][u] / n_[t][u]; }

 private:
  using Table = std::vector<std::vector<double>>;

  /// The footnote: n(t,u) = u^t − Σ n(t,j)·binom(u,j).
  void count_all(std::size_t t) {
    n_.emplace_back();
    for (std::size_t u = 0; u <= processors_; ++u) {
      double count = std::pow(static_cast<double>(u), static_cast<double>(t));
      for (std::size_t j = 0; j < u; ++j) count -= n_[t][j] * binomial_[u][j];
      n_[t].push_back(count);
    }
  }

  /// Sums up to a node over u1 processors, of which `barred` are not drawn in the `between` steps
  /// after it, in which any u2 of the others are: n_1 (barred = 1) and n_2 (barred = 2).
  double followed(const std::vector<double>& sums, std::size_t between, std::size_t u,
                  std::size_t barred) const {
    double sum = 0;
    for (std::size_t u1 = barred; u1 <= u; ++u1) {
      for (std::size_t u2 = u - u1; u2 + barred <= u; ++u2) {
        if (u1 + u2 - u > u1 - barred) continue;
        sum += binomial_[u][u1] * sums[u1] * n_[between][u2] * binomial_[u1 - barred][u1 + u2 - u];
      }
    }
    return sum;
  }

  void add_step(std::size_t t) {
    square_.emplace_back(processors_ + 1, 0.0);
    value_.emplace_back(processors_ + 1, 0.0);
    product_[t].assign(t + 1, std::vector<double>(processors_ + 1, 0.0));
    for (std::size_t u = 1; u <= processors_; ++u) {
      const auto all = static_cast<double>(u);
      // i = 0: a new processor.
      double first = all * n_[t - 1][u - 1];
      double second = all * value_[t - 1][u - 1];
      double third = all * square_[t - 1][u - 1];
      double bows = all * n_[t - 1][u - 1];
      // i = t − 1: the same processor again.
      if (t > 1) {
        first += square_[t - 1][u];
        second += square_[t - 1][u];
        third += square_[t - 1][u];
        bows += value_[t - 1][u];
        third += (all - 1) * square_[t - 1][u];
      }
      for (std::size_t i = 1; i + 1 < t; ++i) {
        first += followed(square_[i], t - 1 - i, u, 1);
        second += product_[t - 1][i][u];
        bows += followed(value_[i], t - 1 - i, u, 1);
      }
      square_[t][u] = first / 4 + f_ / 2 * second + f_ * f_ / 4 * third;
      value_[t][u] = bows / 2 + f_ / 2 * all * (value_[t - 1][u] + value_[t - 1][u - 1]);
    }
    product_[t][t] = square_[t];
    for (std::size_t i = 1; i < t; ++i) {
      for (std::size_t u = 1; u <= processors_; ++u) product_[t][i][u] = product(i, t, u);
    }
  }

  /// The sum of v_i·v_t over computations in which node i's processor is not drawn after it.
  double product(std::size_t i, std::size_t t, std::size_t u) const {
    const auto all = static_cast<double>(u);
    // j = 0.
    double bow = all * followed(value_[i], t - 1 - i, u - 1, 1);
    if (t - 1 > i) bow += product_[t - 1][i][u];  // j = t − 1
    for (std::size_t j = 1; j < i; ++j) bow += followed(product_[i][j], t - 1 - i, u, 2);
    for (std::size_t j = i + 1; j + 1 < t; ++j) {
      bow += followed(product_[j][i], t - 1 - j, u, 2);
    }
    const auto& before = product_[t - 1][i];
    return bow / 2 + f_ / 2 * ((all - 1) * before[u] + all * before[u - 1]);
  }

  double f_;
  std::size_t processors_;
  Table binomial_;
  Table n_;
  Table square_;                ///< sums of v_t², by t and u
  Table value_;                 ///< of v_t
  std::vector<Table> product_;  ///< of v_i·v_t, by t, i and u
};

}  // namespace

TEST_CASE("the recursion is the one that the paper prints, with its binomials") {
  constexpr std::size_t steps = 14;
  constexpr std::size_t processors = 6;
  const Printed printed(1.2, steps, processors);
  const ComputationGraphs graphs({processors + 1, 1, 1.2}, steps);
  for (std::size_t t = 1; t <= steps; ++t) {
    for (std::size_t u = 1; u <= std::min(t, processors); ++u) {
      INFO("t = " << t << " u = " << u);
      const auto exactly =
          graphs.exactly(static_cast<std::int64_t>(t), static_cast<std::int64_t>(u));
      REQUIRE(exactly.has_value());
      double choices = 1;
      for (std::size_t k = 0; k < u; ++k) {
        choices *= static_cast<double>(processors - k) / static_cast<double>(k + 1);
      }
      CHECK(exactly->share ==
            Approx(choices * printed.n(t, u) / std::pow(processors, t)).epsilon(1e-9));
      CHECK(exactly->square == Approx(printed.mean_square(t, u)).epsilon(1e-9));
    }
  }
}

TEST_CASE("the variation density of certain loads is 0") {
  CHECK(variation_density(3, 9) == 0);
  CHECK(variation_density(2, 5) == 0.5);
  CHECK(load_moments({5, 4, 1.1}, 50).back().variation_density() == 0);
  CHECK(ComputationGraphs({2, 1, 1.1}, 50).variation_density(50) == 0);
}

TEST_CASE("variation: what is out of range is refused") {
  using test::contains;
  using test::refusal;
  CHECK(contains(refusal([] { ComputationGraphs({1, 1, 1.1}, 1); }), "2 processors or more"));
  CHECK(contains(refusal([] { ComputationGraphs({4, 4, 1.1}, 1); }), "delta is from 1 to 3"));
  CHECK(contains(refusal([] { ComputationGraphs({4, 1, 0}, 1); }), "f is above 0, not 0"));
  CHECK(contains(refusal([] { ComputationGraphs({4, 1, 1.1}, -1); }), "from 0, not from -1"));
  CHECK(contains(refusal([] { load_moments({4, 0, 1.1}, 1); }), "delta is from 1 to 3"));
  CHECK(contains(refusal([] { load_moments({4, 1, 1.1}, -1); }), "from 0, not from -1"));
  CHECK(contains(refusal([] {
                   load_moments({4, 1, std::numeric_limits<double>::infinity()}, 1);
                 }),
                 "f is above 0, not inf"));
}
