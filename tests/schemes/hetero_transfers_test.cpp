// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "models/errors.h"
#include "models/schemes/hetero/implicit_diffusion.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/transfer_pump.h"

using namespace isobar;
using test::TransferPump;

namespace {

using Loads = std::vector<double>;

const std::vector<TransferMethod> methods = {TransferMethod::hierarchical, TransferMethod::exchange,
                                             TransferMethod::diffusion};

double uniform(Random& random, double lo, double hi) {
  return lo + (hi - lo) * (static_cast<double>(random() >> 11U) * 0x1p-53);
}

/// One of ring, torus, hypercube, HHC, mesh and random connected graph.
Fabric some_fabric(Random& random) {
  static const std::vector<std::string> named = {
      "ring:1",    "ring:2",      "ring:3",      "ring:5",      "ring:8",  "torus:2x3",
      "torus:3x3", "torus:4x4",   "torus:3x5",   "hypercube:2", "hhc:1",   "hhc:2",
      "mesh:2x5",  "hypercube:3", "hypercube:4", "torus:2x2x3", "mesh:4x4"};
  const auto chosen = random() % (named.size() + 6);
  if (chosen < named.size()) return Fabric::parse(named[chosen]);
  return test::random_graph(static_cast<Node>(2 + random() % 14),
                            static_cast<unsigned>(random() % 20), random());
}

struct Case {
  Fabric fabric;
  Loads loads;
  Loads capacities;
};

/// Capacities spread over 1:40; loads anyhow, a spike, zeros among them, or all zero.
Case some_case(Random& random) {
  Case c{some_fabric(random), {}, {}};
  const auto kind = random() % 8;
  const double scale = std::pow(10, uniform(random, -3, 6));
  for (Node pe = 0; pe < c.fabric.nodes(); ++pe) {
    c.capacities.push_back(scale * std::pow(40, uniform(random, 0, 1)));
    c.loads.push_back(uniform(random, 0, 1000));
    if (kind < 3 && random() % 3 > 0) c.loads.back() = 0;
    if (kind == 3) c.loads.back() = 0;
  }
  if (kind == 4) std::fill(c.loads.begin(), c.loads.end(), 0);
  if (kind == 3) c.loads[random() % c.loads.size()] = 1e6;
  return c;
}

TransferSetting setting_of(TransferMethod method, double eff_min) {
  TransferSetting setting;
  setting.method = method;
  setting.end.eff_min = eff_min;
  return setting;
}

double total(const Loads& loads) { return std::accumulate(loads.begin(), loads.end(), 0.0); }

/// Sums of doubles, of what is at most `scale`.
bool is_near(double a, double b, double scale) { return std::abs(a - b) <= 1e-9 * (scale + 1); }

Loads proportional(const Case& c) {
  Loads loads;
  for (const double capacity : c.capacities) {
    loads.push_back(total(c.loads) * capacity / total(c.capacities));
  }
  return loads;
}

/// The least that any PE ever has if each waits for all that it is to get before it gives; none
/// if they wait for each other. What is less than `speck` is rounding.
std::optional<double> least_on_the_way(const TransferPump& pump, Loads loads, double speck) {
  const auto pes = static_cast<Node>(loads.size());
  std::vector<std::size_t> awaited(pes);
  for (Node pe = 0; pe < pes; ++pe) {
    for (const auto& [to, amount] : pump.at(pe).transfers()) awaited[pe] += amount < -speck;
  }
  std::vector<Node> ready;
  for (Node pe = 0; pe < pes; ++pe) {
    if (awaited[pe] == 0) ready.push_back(pe);
  }
  double least = 0;
  std::size_t gone = 0;
  for (; !ready.empty(); ++gone) {
    const Node pe = ready.back();
    ready.pop_back();
    for (const auto& [to, amount] : pump.at(pe).transfers()) {
      if (amount <= speck) continue;
      loads[pe] -= amount;
      loads[to] += amount;
      if (--awaited[to] == 0) ready.push_back(to);
    }
    least = std::min(least, loads[pe]);
  }
  return gone == pes ? std::optional(least) : std::nullopt;
}

void require_laws(const TransferPump& pump, const Case& c) {
  const auto after = pump.after(c.loads);
  const auto pes = static_cast<Node>(c.loads.size());
  const double all = total(c.loads);
  REQUIRE(is_near(total(after), all, all));
  for (Node pe = 0; pe < pes; ++pe) {
    REQUIRE(std::isfinite(after[pe]));
    for (const auto& [to, amount] : pump.at(pe).transfers()) {
      REQUIRE(to != pe);
      // To the last bit.
      REQUIRE(pump.at(to).transfers().at(pe) == -amount);
    }
  }
}

}  // namespace

TEST_CASE("transfer calculations end with mean(U)/max(U) of at least eff_min") {
  Random random = random_stream(9, "transfers");
  const double eff_min = GENERATE(0.9, 0.99);
  const auto method = GENERATE(from_range(methods));
  for (int trial = 0; trial < 350; ++trial) {
    const auto c = some_case(random);
    INFO(c.fabric.name() << ", " << c.fabric.nodes() << " PEs, trial " << trial << ", method "
                         << static_cast<int>(method));
    TransferPump pump(c.fabric, setting_of(method, eff_min), random());
    REQUIRE(pump.run(c.loads, c.capacities));
    require_laws(pump, c);
    REQUIRE(test::efficiency(pump.after(c.loads), c.capacities) >= eff_min * (1 - 1e-9));
  }
}

TEST_CASE("transfer calculations give the proportional answer to 1e-6") {
  Random random = random_stream(9, "proportional");
  const auto method = GENERATE(from_range(methods));
  for (int trial = 0; trial < 100; ++trial) {
    const auto c = some_case(random);
    INFO(c.fabric.name() << ", " << c.fabric.nodes() << " PEs, trial " << trial);
    auto setting = setting_of(method, 1 - 1e-8);
    setting.alpha = uniform(random, 0.3, 0.95);
    setting.lambda = uniform(random, 0.5, 1.3);
    TransferPump pump(c.fabric, setting, random());
    REQUIRE(pump.run(c.loads, c.capacities));
    const auto after = pump.after(c.loads);
    const auto wanted = proportional(c);
    for (std::size_t i = 0; i < after.size(); ++i) {
      REQUIRE(std::abs(after[i] - wanted[i]) <= 1e-6 * wanted[i]);
    }
  }
}

TEST_CASE(
    "hierarchical and diffusive transfers: who waits for what it is to get has what it gives") {
  Random random = random_stream(9, "feasible");
  const auto method = GENERATE(TransferMethod::hierarchical, TransferMethod::diffusion);
  for (int trial = 0; trial < 200; ++trial) {
    const auto c = some_case(random);
    INFO(c.fabric.name() << ", " << c.fabric.nodes() << " PEs, trial " << trial);
    auto setting = setting_of(method, uniform(random, 0.8, 0.99));
    setting.alpha = uniform(random, 0.05, 0.95);
    TransferPump pump(c.fabric, setting, random());
    REQUIRE(pump.run(c.loads, c.capacities));
    const double speck = 1e-9 * total(c.loads);
    const auto least = least_on_the_way(pump, c.loads, speck);
    REQUIRE(least.has_value());
    CHECK(*least >= -speck * 100);
  }
}
