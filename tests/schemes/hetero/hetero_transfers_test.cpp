// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/hetero/halving.h"
#include "models/schemes/hetero/implicit_diffusion.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/refusal.h"
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

TEST_CASE("transfer calculations end with mean(U)/max(U) of at least eff_min", "[volume]") {
  Random random = random_stream(9, "transfers");
  const double eff_min = GENERATE(0.9, 0.99);
  const auto method = GENERATE(from_range(methods));
  for (int trial = 0; trial < 200; ++trial) {
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

TEST_CASE("the order of messages between different PEs changes no bit of the transfers") {
  Random random = random_stream(9, "order");
  const auto method = GENERATE(from_range(methods));
  for (int trial = 0; trial < 60; ++trial) {
    const auto c = some_case(random);
    const auto setting = setting_of(method, 0.9);
    TransferPump one(c.fabric, setting, random());
    TransferPump other(c.fabric, setting, random());
    REQUIRE(one.run(c.loads, c.capacities));
    REQUIRE(other.run(c.loads, c.capacities));
    for (Node pe = 0; pe < c.fabric.nodes(); ++pe) {
      REQUIRE(one.at(pe).transfers() == other.at(pe).transfers());
    }
  }
}

TEST_CASE("a PE calculates again and again, with other loads and capacities, as if anew") {
  Random random = random_stream(9, "again");
  const auto method = GENERATE(from_range(methods));
  for (int trial = 0; trial < 40; ++trial) {
    auto c = some_case(random);
    const auto setting = setting_of(method, 0.9);
    TransferPump pump(c.fabric, setting, random());
    for (int again = 0; again < 3; ++again) {
      TransferPump anew(c.fabric, setting, random());
      REQUIRE(pump.run(c.loads, c.capacities));
      REQUIRE(anew.run(c.loads, c.capacities));
      for (Node pe = 0; pe < c.fabric.nodes(); ++pe) {
        REQUIRE(pump.at(pe).transfers() == anew.at(pe).transfers());
      }
      std::shuffle(c.loads.begin(), c.loads.end(), random);
      std::shuffle(c.capacities.begin(), c.capacities.end(), random);
    }
  }
}

TEST_CASE("what is balanced stays as it is, after one reduction") {
  Random random = random_stream(9, "balanced");
  const auto method = GENERATE(TransferMethod::exchange, TransferMethod::diffusion);
  for (int trial = 0; trial < 40; ++trial) {
    auto c = some_case(random);
    c.loads = trial % 2 == 0 ? Loads(c.loads.size(), 0) : proportional(c);
    TransferPump pump(c.fabric, setting_of(method, 0.99), random());
    REQUIRE(pump.run(c.loads, c.capacities));
    CHECK(pump.messages() == 2 * (c.loads.size() - 1));
    for (Node pe = 0; pe < c.fabric.nodes(); ++pe) CHECK(pump.at(pe).transfers().empty());
  }
}

TEST_CASE("messages: as many as sweeps, tests and levels need") {
  Random random = random_stream(9, "messages");
  for (int trial = 0; trial < 60; ++trial) {
    const auto c = some_case(random);
    const auto method = methods[trial % 3];
    TransferPump pump(c.fabric, setting_of(method, 0.9), random());
    REQUIRE(pump.run(c.loads, c.capacities));
    const std::uint64_t pes = c.loads.size();
    const auto sweeps = static_cast<std::uint64_t>(pump.at(0).sweeps());
    const auto tree = 2 * (pes - 1);
    const auto links = c.fabric.link_count();
    if (method == TransferMethod::hierarchical) {
      const auto levels = static_cast<std::uint64_t>(std::ceil(std::log2(pes)));
      CHECK(sweeps == levels);
      CHECK(pump.messages() <= 3 * pes * levels);
    } else if (method == TransferMethod::exchange) {
      CHECK(pump.messages() == sweeps * links + (sweeps + 1) * tree);
    } else if (sweeps > 0) {
      const auto tests = pes == 1 ? 1 : pump.messages(0) / (pes - 1);
      CHECK(pump.messages() == (sweeps + tests - 1) * links + (tests + 1) * tree);
    }
  }
}

TEST_CASE("after the limit of sweeps a calculation ends with what it has") {
  const auto method = GENERATE(TransferMethod::exchange, TransferMethod::diffusion);
  auto setting = setting_of(method, 1 - 1e-9);
  setting.alpha = 0.1;
  setting.end.max_sweeps = 5;
  const Case c{Fabric::parse("ring:16"), Loads(16, 1), Loads(16, 1)};
  auto loads = c.loads;
  loads[3] = 1000;
  TransferPump pump(c.fabric, setting, 1);
  REQUIRE(pump.run(loads, c.capacities));
  for (Node pe = 0; pe < 16; ++pe) CHECK(pump.at(pe).sweeps() == 5);
  const auto after = pump.after(loads);
  CHECK(total(after) == Approx(total(loads)));
  CHECK(test::efficiency(after, c.capacities) > test::efficiency(loads, c.capacities));
}

namespace {

/// What each PE has after `iterations` iterations at equal capacities: fluxes of `flux` over all
/// links, of the loads that m sweeps of the homogeneous implicit scheme find.
Loads homogeneous_diffusion(const PeNeighbours& neighbours, Loads loads, double alpha,
                            std::int64_t m) {
  auto solved = loads;
  for (std::int64_t k = 0; k < m; ++k) {
    const auto before = solved;
    for (Node i = 0; i < loads.size(); ++i) {
      double sum = loads[i];
      for (const Node j : neighbours.of(i)) sum += alpha / 2 * before[j];
      solved[i] = sum / (1 + alpha / 2 * static_cast<double>(neighbours.of(i).size()));
    }
  }
  auto after = loads;
  for (Node i = 0; i < loads.size(); ++i) {
    for (const Node j : neighbours.of(i)) after[i] -= alpha / 2 * (solved[i] - solved[j]);
  }
  return after;
}

/// A sweep of λ/2 of the difference, colour by colour.
Loads homogeneous_exchange(const PeColouring& colouring, Loads loads, double lambda) {
  for (std::size_t colour = 0; colour < colouring.colours(); ++colour) {
    for (Node i = 0; i < loads.size(); ++i) {
      const auto j = colouring.partners(i)[colour];
      if (!j || *j < i) continue;
      const double moved = lambda / 2 * (loads[i] - loads[*j]);
      loads[i] -= moved;
      loads[*j] += moved;
    }
  }
  return loads;
}

}  // namespace

TEST_CASE("at equal capacities one iteration is the homogeneous one") {
  Random random = random_stream(9, "homogeneous");
  for (int trial = 0; trial < 100; ++trial) {
    auto c = some_case(random);
    std::fill(c.capacities.begin(), c.capacities.end(), uniform(random, 0.1, 50));
    const auto method = methods[1 + trial % 2];
    auto setting = setting_of(method, 1 - 1e-9);
    setting.end.max_sweeps = 1;
    setting.alpha = uniform(random, 0.02, 0.9);
    setting.lambda = uniform(random, 0.1, 1.9);
    TransferPump pump(c.fabric, setting, random());
    REQUIRE(pump.run(c.loads, c.capacities));
    if (pump.at(0).sweeps() == 0) continue;
    const auto& wired = pump.wired();
    const auto wanted = method == TransferMethod::exchange
                            ? homogeneous_exchange(PeColouring(c.fabric, wired.neighbours()),
                                                   c.loads, setting.lambda)
                            : homogeneous_diffusion(wired.neighbours(), c.loads, *setting.alpha,
                                                    pump.at(0).sweeps());
    const auto after = pump.after(c.loads);
    for (std::size_t i = 0; i < after.size(); ++i) {
      REQUIRE(is_near(after[i], wanted[i], total(c.loads)));
    }
  }
}

TEST_CASE("hierarchical transfers at equal capacities: P_2·L_1 − P_1·L_2 over P_1 + P_2") {
  const Fabric fabric = Fabric::parse("ring:5");
  TransferPump pump(fabric, setting_of(TransferMethod::hierarchical, 0.9), 1);
  REQUIRE(pump.run({6, 3, 1, 0, 0}, Loads(5, 3)));
  // Halves 0 1 2 and 3 4: (2·10 − 3·0)/5 = 4 go over, in proportion 6 : 3 : 1; PE 2, the third,
  // has the first as its partner.
  CHECK(pump.at(0).transfers().at(3) == Approx(2.4));
  CHECK(pump.at(1).transfers().at(4) == Approx(1.2));
  CHECK(pump.at(2).transfers().at(3) == Approx(0.4));
  // 3.6 and 1.8 against 0.6: (1·5.4 − 2·0.6)/3.
  CHECK(pump.at(0).transfers().at(2) + pump.at(1).transfers().at(2) == Approx(1.4));
  CHECK(pump.at(3).transfers().at(4) == Approx(0.8));
}

TEST_CASE("m of Figure 1") {
  // A ring of equal PEs, α = 0.1: 0.1/1.1; ln 0.1/ln 0.0909 is below 1.
  CHECK(jacobi_sweeps(0.1, 0.1 / 1.1, 1.1) == 1);
  // Four neighbours and α = 0.5: D = 2, ratio 1/2: one by accuracy; three for convergence,
  // √2·3·(1/2)^3 < 1.
  CHECK(jacobi_sweeps(0.5, 0.5, 2) == 3);
  CHECK(jacobi_sweeps(0.1, 0.76, 1.9) == 9);
  // A fast PE among many slow ones: the ratio says nothing, 0.9/1.9 does.
  CHECK(jacobi_sweeps(0.1, 1.4, 1.9) == 4);
}

TEST_CASE("m sweeps are the fewest for which the step converges, where accuracy asks for fewer") {
  for (const double diagonal : {1.2, 2.0, 3.7, 10.0, 41.0}) {
    INFO(diagonal);
    const auto m = jacobi_sweeps(0.9, 0.5, diagonal);
    const auto norm = [&](std::int64_t sweeps) {
      return std::sqrt(diagonal) * std::pow((diagonal - 1) / diagonal, static_cast<double>(sweeps));
    };
    const double bound = 1 / (1 + 2 * (diagonal - 1));
    CHECK(norm(m) <= bound);
    CHECK((m == 1 || norm(m - 1) > bound));
  }
}

TEST_CASE("diffusion converges at large time steps, with a hub of many neighbours too") {
  Random random = random_stream(9, "hub");
  for (const Node pes : {3U, 12U, 40U}) {
    std::vector<std::pair<Node, Node>> star;
    std::vector<std::pair<Node, Node>> all;
    for (Node a = 0; a < pes; ++a) {
      if (a > 0) star.emplace_back(0, a);
      for (Node b = a + 1; b < pes; ++b) all.emplace_back(a, b);
    }
    for (const auto& edges : {star, all}) {
      for (const double alpha : {0.1, 0.5, 0.99}) {
        INFO(pes << " PEs, alpha " << alpha);
        Case c{Fabric::graph("graph:hub", pes, edges), {}, {}};
        for (Node pe = 0; pe < pes; ++pe) {
          c.capacities.push_back(std::pow(40, uniform(random, 0, 1)));
          c.loads.push_back(pe % 2 == 0 ? 1000 : 0);
        }
        auto setting = setting_of(TransferMethod::diffusion, 0.999);
        setting.alpha = alpha;
        TransferPump pump(c.fabric, setting, random());
        REQUIRE(pump.run(c.loads, c.capacities));
        CHECK(pump.at(0).sweeps() < setting.end.max_sweeps);
        CHECK(test::efficiency(pump.after(c.loads), c.capacities) >= 0.999 * (1 - 1e-9));
      }
    }
  }
}

TEST_CASE("colours of PE pairs: every pair once, no PE twice in a colour") {
  Random random = random_stream(9, "colours");
  for (int trial = 0; trial < 200; ++trial) {
    const auto fabric = some_fabric(random);
    const PeNeighbours neighbours(fabric);
    const PeColouring colouring(fabric, neighbours);
    std::size_t degree = 0;
    for (Node pe = 0; pe < fabric.nodes(); ++pe) {
      std::vector<Node> met;
      REQUIRE(colouring.partners(pe).size() == colouring.colours());
      for (std::size_t colour = 0; colour < colouring.colours(); ++colour) {
        const auto other = colouring.partners(pe)[colour];
        if (!other) continue;
        met.push_back(*other);
        REQUIRE(colouring.partners(*other)[colour] == pe);
      }
      std::sort(met.begin(), met.end());
      REQUIRE(met == neighbours.of(pe));
      degree = std::max(degree, met.size());
    }
    REQUIRE(colouring.colours() <= (degree == 0 ? 0 : 2 * degree - 1));
  }
}

TEST_CASE("the tree of PEs: all of them, each as deep as it is far from the root") {
  Random random = random_stream(9, "tree");
  for (int trial = 0; trial < 200; ++trial) {
    const auto fabric = some_fabric(random);
    const PeTree tree((PeNeighbours(fabric)));
    const auto distance = test::distances(fabric, PeTree::root);
    CHECK(tree.depth() == *std::max_element(distance.begin(), distance.end()));
    CHECK_FALSE(tree.place(PeTree::root).parent.has_value());
    std::size_t children = 0;
    for (Node pe = 0; pe < fabric.nodes(); ++pe) {
      children += tree.place(pe).children.size();
      for (const Node child : tree.place(pe).children) {
        REQUIRE(tree.place(child).parent == pe);
        REQUIRE(distance[child] == distance[pe] + 1);
      }
    }
    CHECK(children + 1 == fabric.nodes());
  }
}

TEST_CASE("halved domains: the halves differ by one at most, and partners find each other") {
  for (Node pes = 1; pes < 70; ++pes) {
    for (Node pe = 0; pe < pes; ++pe) {
      for (const auto& domain : domains_of(pes, pe)) {
        REQUIRE((domain.first <= pe && pe < domain.end));
        const auto left = domain.middle - domain.first;
        const auto right = domain.end - domain.middle;
        REQUIRE((left == right || left == right + 1));
        const Node partner = domain.partner(pe);
        REQUIRE(domain.left_has(partner) != domain.left_has(pe));
        const auto givers = domain.givers(partner);
        REQUIRE(std::count(givers.begin(), givers.end(), pe) == 1);
        for (const Node giver : domain.givers(pe)) REQUIRE(domain.partner(giver) == pe);
      }
    }
  }
}

TEST_CASE("a transfer setting out of range is refused, with what is allowed") {
  const auto fabric = Fabric::parse("ring:4");
  TransferSetting setting;
  setting.end.eff_min = 1;
  CHECK_THROWS_WITH(TransferCalculations(fabric, setting),
                    "eff_min = 1 must be above 0 and below 1");
  setting = {};
  setting.lambda = 2;
  CHECK_THROWS_WITH(TransferCalculations(fabric, setting),
                    "lambda = 2 must be above 0 and below 2");
  setting = {};
  setting.alpha = 1;
  CHECK_THROWS_WITH(TransferCalculations(fabric, setting), "alpha = 1 must be above 0 and below 1");
  setting = {};
  setting.end.max_sweeps = 0;
  CHECK_THROWS_WITH(TransferCalculations(fabric, setting), "max_sweeps = 0 must be at least 1");
  TransferCalculation::Messages out;
  const auto method = GENERATE(from_range(methods));
  const auto part = TransferCalculations(fabric, setting_of(method, 0.9)).of(1);
  for (const double capacity : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    CHECK_THROWS_AS(part->start(1, capacity, out), ModelError);
  }
  CHECK_THROWS_AS(part->start(std::nan(""), 1, out), ModelError);
}

TEST_CASE("bounds of the transfers themselves are refused") {
  const auto* text =
      GENERATE("hetero-gde:lambda=0", "hetero-gde:lambda=2", "hetero-gde:tolerance=0",
               "hetero-gde:tolerance=1", "hetero-diffusion:alpha=0");
  INFO(text);
  const auto refusal = test::refusal(
      [&] { (void)SchemeChoice::parse(text).make_agents(Fabric::parse("ring:4"), 16, 1); });
  CHECK(test::contains(refusal, "must be above 0 and below "));
}
