// SPDX-License-Identifier: Apache-2.0
// The variation of loads under averaging on hypercubes has a bound: the derived one against loads
// that divide without end, and against whole tasks.
#include "models/analysis/averaging_deviation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "models/analysis/real_diffusion.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;

namespace {

constexpr int largest = 2000;  ///< a PE's load grows by less than this in a step
constexpr double variance_of_growth = (1.0 * largest * largest - 1) / 12;

/// The mean square of deviations, in units of σ², over so many steps of a scheme, the first fifty
/// left out.
double measured(const std::string& scheme, unsigned dimensions, int steps) {
  auto e = test::experiment("hypercube:" + std::to_string(dimensions), scheme, "spike:1");
  e.queue_depth = Load{1} << 40U;
  e.load_bits = default_load_bits(e.queue_depth);
  e.goal = {Goal::Kind::steps, 1};
  e.max_steps = 1;
  std::vector<Load> loads(e.fabric.pes(), Load{1} << 20U);
  auto random = random_stream(1, "growth");
  double squares = 0;
  for (int i = -50; i < steps; ++i) {
    for (auto& load : loads) load += static_cast<Load>(random() % largest);
    const std::vector<double> real(loads.begin(), loads.end());
    const auto pes = static_cast<double>(loads.size());
    if (i >= 0) squares += std::pow(distance_from_mean(real), 2) / pes;
    e.loads = loads;
    loads = run_steps(e).loads;
  }
  return squares / steps / variance_of_growth;
}

}  // namespace

TEST_CASE("the variance of a deviation is what each unit of growth leaves of itself",
          "[deviation]") {
  for (unsigned d = 1; d <= 9; ++d) {
    const auto fabric = Fabric::parse("hypercube:" + std::to_string(d));
    std::vector<double> loads(fabric.pes(), 0.0);
    loads[0] = 1;
    // Where a unit of load goes to, averaged again and again, is symmetric in both PEs.
    RealDiffusion averaging(fabric, loads, 1.0 / (d + 1));
    double sum = 0;
    for (int t = 0; t < 200; ++t) {
      REQUIRE(deviation_variance(d, t) == Approx(sum).margin(1e-12));
      sum += std::pow(distance_from_mean(averaging.loads()), 2);
      averaging.step();
    }
    CHECK(deviation_variance_limit(d) == Approx(sum));
  }
}

TEST_CASE("the bound holds at all times and for all sizes", "[deviation]") {
  CHECK(deviation_variance_limit(1) == Approx(0.5));
  CHECK(deviation_variance_limit(2) == Approx(27.0 / 32));
  double most = 0;
  for (unsigned d = 1; d <= 60; ++d) {
    double last = 0;
    for (const std::int64_t t : {1, 2, 3, 10, 100, 1000, 1'000'000}) {
      const double now = deviation_variance(d, t);
      CHECK(now >= last);
      CHECK(now <= deviation_variance_limit(d) * (1 + 1e-12));
      last = now;
    }
    CHECK(last == Approx(deviation_variance_limit(d)));
    if (d >= 5) CHECK(last <= 0.5 + (d + 1) / (2.0 * (d - 2)));
    most = std::max(most, deviation_variance_limit(d));
  }
  CHECK(most == deviation_variance_limit(6));
  CHECK(most <= largest_deviation_variance);
  CHECK(most > largest_deviation_variance - 0.001);
  CHECK(deviation_variance_limit(60) < 1.02);  // towards 1
}

TEST_CASE("whole tasks averaged in equal portions vary as derived", "[deviation]") {
  for (unsigned d = 1; d <= 7; ++d) {
    // As many samples for each size; they are not wholly independent.
    const double found = measured("nna-portions", d, 64000 >> d);
    INFO(d << " dimensions: " << found << " of " << deviation_variance_limit(d));
    CHECK(found == Approx(deviation_variance_limit(d)).epsilon(0.04));
    CHECK(found < largest_deviation_variance * 1.04);
  }
}

TEST_CASE("truncated diffusion with averaging's parameter varies alike", "[deviation]") {
  CHECK(measured("diffusion", 5, 2000) == Approx(deviation_variance_limit(5)).epsilon(0.04));
}

TEST_CASE("without balancing the variation has no bound", "[deviation]") {
  CHECK(measured("none", 5, 200) > 50 * largest_deviation_variance);
}
