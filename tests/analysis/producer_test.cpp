// SPDX-License-Identifier: Apache-2.0
// The one-processor-generator-model, measured, against what Lüling and Monien prove of it.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "models/analysis/load_moments.h"
#include "models/analysis/lueling_monien.h"
#include "models/analysis/measured_variation.h"
#include "models/analysis/producer_model.h"
#include "models/analysis/producer_ratio.h"
#include "models/analysis/variation.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

constexpr std::int64_t operations = 100;
constexpr std::int64_t runs = 10'000;
constexpr std::uint64_t seed = 1;

}  // namespace

TEST_CASE("partners are different, never processor 0, and every set is as likely") {
  auto random = random_stream(seed, "partners");
  ProducerPartners partners({5, 2, 1.1});
  std::map<std::set<std::uint32_t>, int> drawn;
  for (int i = 0; i < 60'000; ++i) {
    const auto& order = partners.draw(random);
    const std::set<std::uint32_t> set = {order[0], order[1]};
    REQUIRE(set.size() == 2);
    REQUIRE(*set.begin() >= 1);
    REQUIRE(*set.rbegin() <= 4);
    ++drawn[set];
  }
  CHECK(drawn.size() == 6);
  // 10,000 of each, with a standard deviation of 91.
  for (const auto& [set, count] : drawn) CHECK(std::abs(count - 10'000) < 450);
}

TEST_CASE("the ratio of expected loads is G^t(1) for all t up to 100, and reaches FIX") {
  const double z = simultaneous_z(0.99, operations);
  for (const auto& [n, delta, f] : std::vector<ProducerSetting>{{8, 1, 1.1},
                                                                {8, 4, 1.8},
                                                                {64, 1, 1.1},
                                                                {64, 1, 1.8},
                                                                {64, 2, 1.5},
                                                                {64, 4, 1.1},
                                                                {1024, 1, 1.8},
                                                                {1024, 4, 1.5}}) {
    const LuelingMonien lm(n, delta, f);
    const auto measured = real_ratios({n, delta, f}, operations, runs, seed);
    REQUIRE(measured.size() == operations);
    for (std::size_t t = 1; t <= measured.size(); ++t) {
      INFO("n = " << n << " delta = " << delta << " f = " << f << " t = " << t);
      const auto band = measured[t - 1].band(z);
      CHECK(band.holds(lm.g_power(static_cast<std::int64_t>(t))));
      // The band is narrow enough to tell G^t(1) from 1.
      if (t > 20) CHECK(band.lower > 1);
    }
    CHECK(measured.back().band(z).holds(lm.fix()));
    CHECK(lm.g_power(operations) == Approx(lm.fix()).epsilon(1e-4));
  }
}

TEST_CASE("simulated loads have the exact moments") {
  const ProducerSetting setting{35, 2, 1.2};
  auto random = random_stream(seed, "moments");
  RealProducer producer(setting, random);
  const auto exact = load_moments(setting, operations).back();
  RatioOfMeans first;  // to 1
  RatioOfMeans other;
  RatioOfMeans product;
  RatioOfMeans square;
  for (std::int64_t run = 0; run < runs; ++run) {
    producer.restart();
    for (std::int64_t t = 0; t < operations; ++t) producer.operate();
    first.add(producer.first(), 1);
    other.add(producer.other(), 1);
    product.add(producer.first() * producer.other(), 1);
    square.add(producer.first() * producer.first(), 1);
  }
  const double z = simultaneous_z(0.99, 4);
  CHECK(first.band(z).holds(exact.first));
  CHECK(other.band(z).holds(exact.other));
  CHECK(product.band(z).holds(exact.first_other));
  CHECK(square.band(z).holds(exact.first_square));
}

TEST_CASE("the variation density of large runs is the recursion's and the moments'") {
  const std::vector<ProducerSetting> settings = {{35, 1, 1.1}, {35, 1, 1.2},  {100, 1, 1.2},
                                                 {35, 4, 1.2}, {300, 2, 1.1}, {5, 4, 1.1}};
  const double z = simultaneous_z(0.99, static_cast<double>(settings.size()));
  for (const auto& setting : settings) {
    INFO("n = " << setting.n << " delta = " << setting.delta << " f = " << setting.f);
    const auto measured = measured_variation(setting, 150, 4000, seed);
    const double exact = load_moments(setting, 150).back().variation_density();
    CHECK(measured.holds(exact, z));
    if (setting.delta == 1) {
      CHECK(measured.holds(ComputationGraphs(setting, 150).variation_density(150), z));
    }
    // With all others as partners it is 0; otherwise it differs from one that is a tenth off.
    if (setting.n == 5) {
      CHECK(measured.density() < 1e-6);
    } else {
      CHECK(!measured.holds(1.1 * exact, z));
      CHECK(!measured.holds(0.9 * exact, z));
    }
  }
}

TEST_CASE("a measured variation's error is how far measurements are spread") {
  const ProducerSetting setting{8, 1, 1.2};
  constexpr std::uint64_t measurements = 400;
  double sum = 0;
  double squares = 0;
  double error = 0;
  for (std::uint64_t i = 1; i <= measurements; ++i) {
    const auto measured = measured_variation(setting, 40, 100, i);
    sum += measured.relative_square;
    squares += measured.relative_square * measured.relative_square;
    error += measured.error / measurements;
  }
  const double mean = sum / measurements;
  // A standard deviation of 400 numbers is known to 4 %.
  CHECK(std::sqrt(squares / measurements - mean * mean) == Approx(error).epsilon(0.15));
}

TEST_CASE("real loads: an operation shares what there is") {
  auto random = random_stream(seed, "share");
  RealProducer all({4, 3, 1.5}, random);
  all.operate();
  CHECK(all.first() == Approx(4.5 / 4));
  CHECK(all.other() == Approx(4.5 / 4));
  RealProducer one({4, 1, 1.5}, random);
  one.operate();
  CHECK(one.first() == Approx(1.25));
  CHECK(one.other() == Approx((1.25 + 2) / 3));
  one.restart();
  CHECK(one.first() == 1);
  CHECK(one.other() == 1);
}

TEST_CASE("packets: none is lost, and shares differ by one") {
  auto random = random_stream(seed, "packets");
  for (const Load start : {0, 1, 100}) {
    PacketProducer producer({9, 3, 1.3}, start, random);
    auto before = producer.loads();
    for (int t = 0; t < 60; ++t) {
      producer.operate();
      const auto& after = producer.loads();
      const auto total = [](const std::vector<Load>& loads) {
        return std::accumulate(loads.begin(), loads.end(), Load{0});
      };
      // The least number of packets that triggers.
      auto grown = before[0];
      do {
        ++grown;
      } while (10 * grown < 13 * before[0]);
      REQUIRE(total(after) == total(before) + grown - before[0]);
      CHECK(producer.other() == Approx(static_cast<double>(total(after) - after[0]) / 8));
      std::size_t changed = 0;
      for (std::size_t i = 1; i < after.size(); ++i) {
        if (after[i] == before[i]) continue;
        ++changed;
        CHECK(std::abs(after[i] - after[0]) <= 1);
      }
      CHECK(changed <= 3);
      before = after;
    }
    producer.restart();
    CHECK(producer.loads() == std::vector<Load>(9, start));
  }
}

TEST_CASE("packets come near the real ratio where there are many") {
  const ProducerSetting setting{16, 1, 1.5};
  const LuelingMonien lm(16, 1, 1.5);
  const auto many = packet_ratios(setting, 10'000, 30, 4000, seed);
  CHECK(many.back().band(4).holds(lm.g_power(30)));
  CHECK(many.back().ratio() > 1.2);
}

TEST_CASE("a ratio's band is where the mean difference can be 0") {
  RatioOfMeans ratio;
  for (const auto& [x, y] :
       std::vector<std::pair<double, double>>{{2, 1}, {3, 2}, {7, 3}, {4, 2}}) {
    ratio.add(x, y);
  }
  CHECK(ratio.ratio() == Approx(2));
  constexpr double z = 2;
  const auto band = ratio.band(z);
  // At both ends the mean of x − r·y is z standard errors from 0, added up directly.
  for (const double r : {band.lower, band.upper}) {
    const std::vector<double> d = {2 - r, 3 - 2 * r, 7 - 3 * r, 4 - 2 * r};
    const double mean = std::accumulate(d.begin(), d.end(), 0.0) / 4;
    double squares = 0;
    for (const double value : d) squares += (value - mean) * (value - mean);
    CHECK(std::abs(mean) == Approx(z * std::sqrt(squares / 3 / 4)));
  }
  CHECK(band.lower < 2);
  CHECK(band.upper > 2);
  CHECK(band.holds(2));
  CHECK(!band.holds(band.upper + 0.1));

  RatioOfMeans vague;
  vague.add(1, 1);
  vague.add(1, -0.9);
  CHECK(test::contains(test::refusal([&] { (void)vague.band(3); }), "no band"));
}

TEST_CASE("z of one statement and of a hundred at once") {
  CHECK(simultaneous_z(0.99, 1) == Approx(2.5758).epsilon(1e-4));
  CHECK(simultaneous_z(0.95, 1) == Approx(1.96).epsilon(1e-4));
  CHECK(simultaneous_z(0.99, 100) == Approx(3.8906).epsilon(1e-4));
}

TEST_CASE("the producer model refuses what is out of range") {
  using test::contains;
  using test::refusal;
  auto random = random_stream(seed, "refused");
  CHECK(contains(refusal([&] { RealProducer({1, 1, 1.1}, random); }), "2 processors or more"));
  CHECK(contains(refusal([&] { PacketProducer({4, 1, 1.1}, -1, random); }), "0 or more, not -1"));
  CHECK(contains(refusal([&] { ProducerPartners({4, 4, 1.1}); }), "delta is from 1 to 3"));
  PacketProducer large({2, 1, 4}, Load{1} << 52, random);
  CHECK(contains(refusal([&] { large.operate(); }), "2^53 packets at most"));
  CHECK(contains(refusal([] { measured_variation({4, 1, 1.1}, 1, 1, 1); }), "2 runs or more"));
  CHECK(contains(refusal([] { real_ratios({4, 1, 1.1}, -1, 1, 1); }), "from 0, not from -1"));
}
