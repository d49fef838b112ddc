// SPDX-License-Identifier: Apache-2.0
#include "models/spectra/spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/analysis/real_diffusion.h"
#include "models/spectra/graph_spectrum.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr double pi = 3.14159265358979323846;

/// From the list of links.
Matrix laplacian(const Fabric& fabric) {
  Matrix m(fabric.nodes(), std::vector<double>(fabric.nodes(), 0));
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    if (const auto link = fabric.link(slot)) {
      m[link->from][link->from] += 1;
      m[link->from][link->to] -= 1;
    }
  }
  return m;
}

/// Jacobi's rotations, until nothing is left beside the diagonal.
std::vector<double> eigenvalues(Matrix a) {
  const std::size_t n = a.size();
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p][q]) < 1e-18) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1);
        const double s = t * c;
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[k][p];
          const double y = a[k][q];
          a[k][p] = c * x - s * y;
          a[k][q] = s * x + c * y;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[p][k];
          const double y = a[q][k];
          a[p][k] = c * x - s * y;
          a[q][k] = s * x + c * y;
        }
      }
    }
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(a[i][i]);
  std::sort(values.begin(), values.end());
  return values;
}

/// Loads without a pattern, whose mean is 0.
std::vector<double> rough(std::size_t nodes) {
  std::vector<double> loads;
  for (std::size_t i = 0; i < nodes; ++i) {
    loads.push_back(std::sin(static_cast<double>(i * i) + 0.3));
  }
  const double mean = std::accumulate(loads.begin(), loads.end(), 0.0) / static_cast<double>(nodes);
  for (auto& load : loads) load -= mean;
  return loads;
}

/// By how much the distance shrinks a step when what shrinks faster than by `factor` is gone, and
/// before rounding is all that is left.
double measured_factor(RealDiffusion diffusion, double factor) {
  const int steps = static_cast<int>(std::abs(55 / std::log(factor)));
  for (int i = 0; i < steps; ++i) diffusion.step();
  const double before = distance_from_mean(diffusion.loads());
  diffusion.step();
  return distance_from_mean(diffusion.loads()) / before;
}

const char* const names[] = {"ring:2",    "ring:3",    "ring:7",      "ring:8",    "ring:16",
                             "torus:4x5", "torus:8x8", "torus:2x5x3", "torus:1x6", "hypercube:5",
                             "hhc:3",     "mesh:7",    "mesh:4x5",    "mesh:2x3x4"};

}  // namespace

TEST_CASE("the closed forms are the eigenvalues of the Laplacian") {
  for (const auto* name : names) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const auto expected = eigenvalues(laplacian(fabric));
    const auto values = laplacian_eigenvalues(fabric);
    REQUIRE(values.size() == expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      REQUIRE(values[i] == Approx(expected[i]).margin(1e-10));
    }
    const auto range = laplacian_range(fabric);
    CHECK(range.least == Approx(values[1]).margin(1e-12));
    CHECK(range.most == Approx(values.back()).margin(1e-12));
  }
}

TEST_CASE("a single PE has nothing to level") {
  const auto fabric = Fabric::parse("torus:1x1");
  CHECK(laplacian_eigenvalues(fabric) == std::vector<double>{0});
  CHECK(laplacian_range(fabric).most == 0);
  CHECK(optimal_alpha(fabric) == 0.5);
  CHECK(convergence_factor(fabric, 0.5) == 0);
}

TEST_CASE("the best alpha as Cybenko and Xu and Lau give it") {
  for (int d = 1; d <= 10; ++d) {
    const auto cube = Fabric::parse("hypercube:" + std::to_string(d));
    CHECK(optimal_alpha(cube) == Approx(1.0 / (d + 1)).margin(1e-14));
    CHECK(convergence_factor(cube, optimal_alpha(cube)) ==
          Approx((d - 1.0) / (d + 1)).margin(1e-14));
  }
  for (const int k : {4, 6, 8, 16, 64, 1024}) {
    const double cosine = std::cos(2 * pi / k);
    CHECK(optimal_alpha(Fabric::parse(fmt::format("ring:{}", k))) ==
          Approx(1 / (3 - cosine)).margin(1e-14));
    const auto square = Fabric::parse(fmt::format("torus:{0}x{0}", k));
    CHECK(optimal_alpha(square) == Approx(1 / (5 - cosine)).margin(1e-14));
    CHECK(convergence_factor(square, optimal_alpha(square)) ==
          Approx((3 + cosine) / (5 - cosine)).margin(1e-14));
  }
}

TEST_CASE("no other alpha or beta is better") {
  for (const auto* name : names) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const double alpha = optimal_alpha(fabric);
    const double gamma = convergence_factor(fabric, alpha);
    const double beta = optimal_beta(gamma);
    CHECK(second_order_factor(gamma, beta) == Approx(std::sqrt(beta - 1)).margin(1e-7));
    for (int i = 1; i < 100; ++i) {
      CHECK(convergence_factor(fabric, 0.01 * i) >= gamma - 1e-12);
      CHECK(second_order_factor(gamma, 1 + 0.01 * i) >= std::sqrt(beta - 1) - 1e-12);
    }
  }
}

TEST_CASE("averaging has the best alpha at K = 2 and 4 and on the ring of 3 only") {
  for (const int d : {1, 2, 3}) {
    for (const int k : {2, 3, 4, 5, 6, 7, 8, 16, 33, 64}) {
      std::string name = "torus:" + std::to_string(k);
      for (int i = 1; i < d; ++i) name += "x" + std::to_string(k);
      INFO(name);
      const auto fabric = Fabric::parse(name);
      const bool same = std::abs(optimal_alpha(fabric) - 1.0 / (fabric.degree() + 1)) < 1e-12;
      CHECK(same == (k == 2 || k == 4 || (k == 3 && d == 1)));
    }
  }
  // On long rings the best one needs two thirds of the steps.
  const auto ring = Fabric::parse("ring:1024");
  const double best = std::log(convergence_factor(ring, optimal_alpha(ring)));
  const double averaging = std::log(convergence_factor(ring, 1.0 / 3));
  CHECK(best / averaging == Approx(1.5).margin(1e-4));
}

TEST_CASE("real-valued diffusion is equation 2") {
  for (const auto* name : names) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const auto lambda = laplacian(fabric);
    const double alpha = 0.21;
    const double beta = 1.37;
    std::vector<double> before;
    auto loads = rough(fabric.nodes());
    RealDiffusion first(fabric, loads, alpha);
    RealDiffusion second(fabric, loads, alpha, beta);
    const auto step = [&](const std::vector<double>& now) {
      auto next = now;
      for (std::size_t i = 0; i < now.size(); ++i) {
        for (std::size_t j = 0; j < now.size(); ++j) next[i] -= alpha * lambda[i][j] * now[j];
      }
      return next;
    };
    const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
      for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a[i] == Approx(b[i]).margin(1e-12));
    };
    auto plain = loads;
    for (int t = 0; t < 6; ++t) {
      plain = step(plain);
      first.step();
      near(first.loads(), plain);
      auto next = step(loads);
      for (std::size_t i = 0; t > 0 && i < next.size(); ++i) {
        next[i] = beta * next[i] + (1 - beta) * before[i];
      }
      before = std::exchange(loads, next);
      second.step();
      near(second.loads(), loads);
    }
  }
}

TEST_CASE("first order: the measured factor is the eigenvalue's") {
  for (const auto* name : {"ring:7", "ring:8", "ring:16", "ring:33", "torus:8x8", "torus:4x5",
                           "torus:2x5x3", "hypercube:3", "hypercube:8", "hhc:3", "mesh:4x5"}) {
    const auto fabric = Fabric::parse(name);
    for (const double alpha : {optimal_alpha(fabric), 1.0 / (fabric.degree() + 1), 0.05}) {
      INFO(name << " alpha=" << alpha);
      const double gamma = convergence_factor(fabric, alpha);
      CHECK(measured_factor({fabric, rough(fabric.nodes()), alpha}, gamma) ==
            Approx(gamma).margin(1e-9));
    }
  }
}

TEST_CASE("first order with too large an alpha grows") {
  const auto ring = Fabric::parse("ring:8");
  CHECK(convergence_factor(ring, 0.6) == Approx(1.4));
  CHECK(measured_factor({ring, rough(8), 0.6}, 1.4) == Approx(1.4).margin(1e-9));
}

TEST_CASE("second order: the measured factor is the larger root's") {
  for (const auto* name : {"ring:8", "ring:16", "ring:33", "torus:8x8", "torus:4x5", "hypercube:3",
                           "hypercube:8", "mesh:4x5"}) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const double alpha = optimal_alpha(fabric);
    const double gamma = convergence_factor(fabric, alpha);
    // Short of the best beta the slowest pattern dies out alone.
    const double beta = 1 + 0.8 * (optimal_beta(gamma) - 1);
    const double factor = second_order_factor(gamma, beta);
    CHECK(factor < gamma);
    CHECK(measured_factor({fabric, rough(fabric.nodes()), alpha, beta}, factor) ==
          Approx(factor).margin(1e-9));
  }
}

TEST_CASE("second order at the best beta: a double root") {
  for (const auto* name : {"ring:8", "ring:33", "torus:8x6", "hypercube:6", "mesh:9x2"}) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const double alpha = optimal_alpha(fabric);
    const double gamma = convergence_factor(fabric, alpha);
    const double beta = optimal_beta(gamma);
    const double factor = std::sqrt(beta - 1);
    CHECK(factor == Approx(gamma / (1 + std::sqrt(1 - gamma * gamma))).margin(1e-14));
    // The slowest pattern goes as (1 + t·√(1 − γ²))·factor^t, exactly.
    const auto k = fabric.radix(1);
    const bool wave = fabric.closed() && k > 2;
    std::vector<double> loads;
    for (Node i = 0; i < fabric.nodes(); ++i) {
      const double c = fabric.coordinate(i, 1);
      loads.push_back(std::cos(wave ? 2 * pi * c / k : pi * (c + 0.5) / k));
    }
    RealDiffusion diffusion(fabric, loads, alpha, beta);
    const double start = distance_from_mean(diffusion.loads());
    double power = 1;
    for (int t = 1; power > 1e-12; ++t) {
      diffusion.step();
      power *= factor;
      const double expected = (1 + t * std::sqrt(1 - gamma * gamma)) * power * start;
      REQUIRE(distance_from_mean(diffusion.loads()) / expected == Approx(1).margin(1e-6));
    }
    // Any other pattern shrinks so too in the long run, but for the factor t.
    RealDiffusion other(fabric, rough(fabric.nodes()), alpha, beta);
    const int steps = static_cast<int>(-25 / std::log(factor));
    for (int t = 0; t < steps; ++t) other.step();
    const double half = distance_from_mean(other.loads());
    for (int t = 0; t < steps; ++t) other.step();
    CHECK(distance_from_mean(other.loads()) / half / (2 * std::pow(factor, steps)) ==
          Approx(1).margin(0.05));
  }
}

TEST_CASE("the eigenvalues of a graph are those of the same links as a ring product") {
  const auto* name =
      GENERATE("ring:2", "ring:9", "torus:4x3", "torus:2x5x2", "hypercube:5", "hhc:2", "mesh:3x4");
  INFO(name);
  const auto fabric = Fabric::parse(name);
  const auto graph = Fabric::graph("graph:g", fabric.nodes(), test::edges_of(fabric));
  const auto expected = laplacian_eigenvalues(fabric);
  const auto found = laplacian_eigenvalues(graph);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - expected[i]) < 1e-9);
  CHECK(std::abs(optimal_alpha(graph) - optimal_alpha(fabric)) < 1e-9);
}

TEST_CASE("the eigenvalues of a graph are computed up to a size") {
  const auto tree = [](Node nodes) { return test::random_graph(nodes, 0, 1); };
  CHECK(test::contains(test::refusal([&] { laplacian_range(tree(max_spectrum_nodes + 1)); }),
                       "at most 1024"));
  CHECK(laplacian_range(tree(200)).least > 0);
}
