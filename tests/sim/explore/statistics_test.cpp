// SPDX-License-Identifier: Apache-2.0
// The statistics of a campaign, against published answers and against laws.
#include <cmath>
#include <random>

#include "sim/explore/analysis/adjusted_means.h"
#include "sim/explore/analysis/levels.h"
#include "sim/explore/analysis/pareto.h"
#include "sim/fits/fit.h"
#include "tests/catch.h"

using namespace isobar;

TEST_CASE("two treatments in pairs give the paired t test") {
  // Student, The Probable Error of a Mean, Biometrika 1908: hours of sleep gained. The mean
  // difference is 1.58, its 95 % interval 0.7001 to 2.4599 (as R's t.test gives it).
  const std::vector<double> first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const std::vector<double> second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < first.size(); ++i) {
    observations.push_back({first[i], 0, i});
    observations.push_back({second[i], 1, i});
  }
  const auto means = adjusted_means(observations, 2);
  const auto& t = means.treatments;
  CHECK(t[0].mean == Approx(0.75));
  CHECK(t[1].mean == Approx(2.33));
  CHECK(means.degrees == 9);
  // The difference of two effects that sum to 0 is twice one of them.
  CHECK(2 * t[0].reach == Approx((2.4598858 - 0.7001142) / 2));
}

TEST_CASE("a balanced incomplete block design has Montgomery's answer") {
  // Design and Analysis of Experiments, Section 4.4: four catalysts, three in each batch.
  const std::vector<Observation> observations = {{73, 0, 0}, {74, 0, 1}, {71, 0, 3}, {75, 1, 1},
                                                 {67, 1, 2}, {72, 1, 3}, {73, 2, 0}, {75, 2, 1},
                                                 {68, 2, 2}, {75, 3, 0}, {72, 3, 2}, {75, 3, 3}};
  const auto means = adjusted_means(observations, 4);
  const std::vector<double> effects = {-9.0 / 8, -7.0 / 8, -4.0 / 8, 20.0 / 8};
  for (std::size_t t = 0; t < 4; ++t) CHECK(means.effects[t] == Approx(effects[t]));
  CHECK(means.within_blocks - means.residual == Approx(22.75));
  CHECK(means.variance == Approx(0.65));
  CHECK(means.degrees == 5);
  CHECK(means.blocks == 4);
}

TEST_CASE("a complete design gives plain means") {
  std::mt19937 random(3);  // NOLINT: the same numbers each time
  std::normal_distribution<double> noise;
  std::vector<Observation> observations;
  std::vector<double> sums(4);
  for (std::size_t block = 0; block < 25; ++block) {
    for (std::size_t t = 0; t < 4; ++t) {
      observations.push_back({noise(random) + static_cast<double>(block * t), t, block});
      sums[t] += observations.back().value;
    }
  }
  const auto means = adjusted_means(observations, 4);
  for (std::size_t t = 0; t < 4; ++t) CHECK(means.treatments[t].mean == Approx(sums[t] / 25));
}

TEST_CASE("adjusted means see through blocks that plain ones are taken in by") {
  // Treatment 1 adds 1, but was tried in the worse blocks only.
  const std::vector<Observation> observations = {{0, 0, 0},  {1, 1, 0},  {10, 0, 1}, {11, 1, 1},
                                                 {50, 0, 2}, {60, 0, 3}, {0, 1, 4},  {3, 0, 5}};
  const auto means = adjusted_means(observations, 2);
  CHECK(means.treatments[1].mean - means.treatments[0].mean == Approx(1));
  CHECK(means.blocks == 2);
}

TEST_CASE("treatments that never meet are not compared") {
  const auto means = adjusted_means({{1, 0, 0}, {2, 1, 0}, {5, 2, 1}, {9, 3, 1}, {4, 4, 2}}, 5);
  const auto& t = means.treatments;
  CHECK(t[0].group == t[1].group);
  CHECK(t[2].group == t[3].group);
  CHECK(t[0].group != t[2].group);
  CHECK(std::isnan(t[4].mean));
  CHECK(means.effects[0] + means.effects[1] == Approx(0).margin(1e-12));
  CHECK(means.degrees == 0);
  CHECK(std::isnan(t[0].reach));
}

TEST_CASE("interaction is what a sum does not explain") {
  const auto cells = [](double (*value)(double, double)) {
    std::vector<Observation> observations;
    for (std::size_t block = 0; block < 3; ++block) {
      for (std::size_t a = 0; a < 3; ++a) {
        for (std::size_t b = 0; b < 4; ++b) {
          observations.push_back({value(static_cast<double>(a), static_cast<double>(b)) +
                                      10 * static_cast<double>(block),
                                  a * 4 + b, block});
        }
      }
    }
    return interaction_share(adjusted_means(observations, 12), 4);
  };
  CHECK(cells([](double a, double b) { return 3 * a - 7 * b * b; }) == Approx(0).margin(1e-12));
  // Centred, a·b is orthogonal to every sum of an a and a b.
  CHECK(cells([](double a, double b) { return (a - 1) * (b - 1.5); }) == Approx(1));
}

TEST_CASE("the slope of a power law has the interval of a regression") {
  // Ezekiel, Methods of Correlation Analysis, 1930 (R's `cars`): speed and stopping distance. By
  // least squares 3.932409, 95 % interval 3.096964 to 4.767853, R² 0.6511.
  const std::vector<double> speed = {4,  4,  7,  7,  8,  9,  10, 10, 10, 11, 11, 12, 12,
                                     12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15,
                                     16, 16, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 20,
                                     20, 20, 20, 20, 22, 23, 24, 24, 24, 24, 25};
  const std::vector<double> distance = {2,  10, 4,  22, 16, 10, 18, 26, 34, 17,  28, 14, 20,
                                        24, 28, 26, 34, 34, 46, 26, 36, 60, 80,  20, 26, 54,
                                        32, 40, 32, 40, 50, 42, 56, 76, 84, 36,  46, 68, 32,
                                        48, 52, 56, 64, 66, 54, 70, 92, 93, 120, 85};
  std::vector<PowerPoint> points;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    points.push_back({std::exp(speed[i]), std::exp(distance[i]), 0});
  }
  const auto law = fit_power_law(points);
  REQUIRE(law);
  CHECK(law->b == Approx(3.932409));
  CHECK(law->b_low == Approx(3.096964));
  CHECK(law->b_high == Approx(4.767853));
  CHECK(law->r_squared == Approx(0.6510794));
  CHECK(law->sizes == 19);
}

TEST_CASE("blocks have factors of their own and one exponent") {
  std::vector<PowerPoint> points;
  for (std::size_t block = 0; block < 4; ++block) {
    // Blocks begin at different sizes: without them the exponent would be another.
    for (double x = 1 << block; x < 200; x *= 2) {
      points.push_back({x, std::pow(50.0, block) * std::pow(x, 0.5), block});
    }
  }
  const auto law = fit_power_law(points);
  REQUIRE(law);
  CHECK(law->b == Approx(0.5));
  CHECK(law->b_high - law->b_low == Approx(0).margin(1e-9));
  CHECK(law->blocks == 4);
  CHECK_FALSE(law->bent);
  points.push_back({3, 1e9, 99});  // a block of one size says nothing of the slope
  CHECK(fit_power_law(points)->b == Approx(0.5));
}

TEST_CASE("a law that bends is said to, noise is not") {
  std::mt19937 random(5);  // NOLINT: the same numbers each time
  std::normal_distribution<double> noise(0, 0.05);
  std::vector<PowerPoint> straight;
  std::vector<PowerPoint> bent;
  for (double x = 4; x < 5000; x *= 2) {
    straight.push_back({x, x * std::exp(noise(random)), 0});
    bent.push_back({x, (100 + x) * std::exp(noise(random)), 0});
  }
  CHECK_FALSE(fit_power_law(straight)->bent);
  CHECK(fit_power_law(bent)->bent);
}

TEST_CASE("two sizes are no law") {
  CHECK_FALSE(fit_power_law({{1, 1, 0}, {2, 2, 0}, {1, 1.1, 1}, {2, 2.3, 1}}));
  CHECK_FALSE(fit_power_law({{1, 1, 0}, {2, 2, 1}, {3, 3, 2}}));
  CHECK_FALSE(fit_power_law({}));
}

TEST_CASE("the Pareto front is what nobody dominates") {
  std::mt19937 random(11);  // NOLINT: the same numbers each time
  std::uniform_int_distribution<int> value(0, 12);
  for (const std::size_t columns : {1U, 2U, 3U}) {
    std::vector<std::vector<double>> rows(300);
    for (auto& row : rows) {
      for (std::size_t i = 0; i < columns; ++i) row.push_back(value(random));
    }
    rows[17][0] = std::nan("");
    const auto front = pareto_front(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      bool dominated = i == 17;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        bool as_good = k != 17;
        for (std::size_t c = 0; c < columns; ++c) as_good = as_good && rows[k][c] <= rows[i][c];
        dominated = dominated || (as_good && rows[k] != rows[i]);
      }
      CHECK(front[i] == !dominated);
    }
  }
}

TEST_CASE("levels are in the order of what they mean") {
  using Levels = std::vector<std::string>;
  const auto sorted = [](Levels levels) {
    sort_levels(levels);
    return levels;
  };
  CHECK(sorted({"10Gb/s", "25Mb/s", "1Gb/s", "250Mb/s"}) ==
        Levels{"25Mb/s", "250Mb/s", "1Gb/s", "10Gb/s"});
  CHECK(sorted({"spike:20", "spike:5"}) == Levels{"spike:5", "spike:20"});
  CHECK(sorted({"torus:16x16", "torus:8x8", "ring:8"}) ==
        Levels{"ring:8", "torus:8x8", "torus:16x16"});
  CHECK(level_numbers({"25Mb/s", "1Gb/s"}) == std::vector<double>{25e6, 1e9});
  CHECK(level_numbers({"spike:5", "uniform:5"}).empty());
  CHECK(level_numbers({"lm-c3", "lm-c5"}).empty());
}
