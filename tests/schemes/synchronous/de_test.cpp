// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/de.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

const std::vector<std::string> everywhere = {"ring:1", "ring:2",    "ring:3",     "ring:7",
                                             "ring:8", "torus:4x5", "torus:2x3",  "hypercube:4",
                                             "hhc:2",  "mesh:4x4",  "mesh:2x3x3", "mesh:7"};

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// The colours of one dimension, written out: coordinates that are paired.
std::vector<std::vector<Pair>> colours_of(std::uint32_t radix, bool closed) {
  std::vector<std::vector<Pair>> colours(2);
  for (std::uint32_t c = 0; c + 1 < radix; ++c) colours[c % 2].emplace_back(c, c + 1);
  if (closed && radix > 2) {
    if (radix % 2 == 1) colours.emplace_back();
    colours.back().emplace_back(radix - 1, 0);
  }
  if (colours.back().empty()) colours.pop_back();
  return colours;
}

/// The PE of the same line of a dimension at another coordinate.
Node moved_to(const Fabric& fabric, Node node, unsigned dimension, std::uint32_t coordinate) {
  Node stride = 1;
  for (unsigned d = 1; d < dimension; ++d) stride *= fabric.radix(d);
  return node + stride * coordinate - stride * fabric.coordinate(node, dimension);
}

/// A step as it is defined: pairs average, colour by colour, the fuller keeping the ceiling.
std::vector<Load> pair_averages(const Fabric& fabric, std::vector<Load> loads) {
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    if (fabric.radix(d) == 1) continue;
    for (const auto& colour : colours_of(fabric.radix(d), fabric.closed())) {
      for (const auto& [a, b] : colour) {
        for (Node i = 0; i < fabric.nodes(); ++i) {
          if (fabric.coordinate(i, d) != a) continue;
          auto& first = loads[i];
          auto& second = loads[moved_to(fabric, i, d, b)];
          const Load sum = first + second;
          const bool first_is_fuller = first >= second;
          first = first_is_fuller ? sum - sum / 2 : sum / 2;
          second = sum - first;
        }
      }
    }
  }
  return loads;
}

RunResult after(Experiment e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e);
}

Load spread(const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return *max - *min;
}

Instant level_to(const std::string& fabric, const std::string& scheme, Load tolerance) {
  auto e = experiment(fabric, scheme, "spike:10000");
  e.tolerance = tolerance;
  e.max_steps = 20'000;
  return run_steps(e).to_balance.value();
}

}  // namespace

TEST_CASE("edge colours: every link once, no PE twice in a colour") {
  for (const auto& name : everywhere) {
    INFO(name);
    const auto fabric = Fabric::parse(name);
    const EdgeColouring colouring(fabric);
    std::set<std::pair<Node, unsigned>> links;
    for (std::size_t colour = 0; colour < colouring.colours().size(); ++colour) {
      for (Node node = 0; node < fabric.nodes(); ++node) {
        const auto port = colouring.port(colour, node);
        if (!port) continue;
        const auto there = fabric.neighbour(node, *port);
        REQUIRE(there.has_value());
        CHECK(colouring.port(colour, *there) == fabric.opposite(*port));
        CHECK(links.emplace(node, *port).second);
      }
    }
    CHECK(links.size() == fabric.link_count());
  }
}

TEST_CASE("edge colours: as few as there can be") {
  const auto [name, colours] = GENERATE(table<const char*, std::size_t>({{"ring:2", 1},
                                                                         {"ring:3", 3},
                                                                         {"ring:8", 2},
                                                                         {"ring:9", 3},
                                                                         {"mesh:9", 2},
                                                                         {"mesh:2", 1},
                                                                         {"hypercube:6", 6},
                                                                         {"torus:4x6x2", 5}}));
  INFO(name);
  CHECK(EdgeColouring(Fabric::parse(name)).colours().size() == colours);
}

TEST_CASE("a step of de is pair averages, colour by colour") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(3, 30, 100'000, Load{1} << 50);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    RC_ASSERT(after(experiment(name, "de", loads), 1).loads == pair_averages(fabric, loads));
  });
}

TEST_CASE("de: steps and cycles agree, no task is lost") {
  test::property_of_runs(
      [] { test::require_same_at_both_levels(test::random_experiment({"de"}, everywhere)); });
}

TEST_CASE("a hypercube is balanced after one step of de, which is n phases") {
  test::property([] {
    const auto n = *rc::gen::inRange(1, 9);
    const auto most = *rc::gen::element<Load>(2, 10, 1000, 1'000'000'000);
    const auto loads = *rc::gen::container<std::vector<Load>>(std::size_t{1} << n,
                                                              rc::gen::inRange<Load>(0, most));
    const auto r = after(experiment("hypercube:" + std::to_string(n), "de", loads), 1);
    RC_ASSERT(spread(r.loads) <= n);
    RC_ASSERT(r.spent.decision == n);
  });
}

TEST_CASE("D apart is reached: the number of ones in the address") {
  std::vector<Load> loads(256);
  for (std::size_t i = 1; i < loads.size(); ++i) loads[i] = loads[i / 2] + (i % 2 == 1 ? 1 : 0);
  const auto r = after(experiment("hypercube:8", "de", loads), 1);
  CHECK(r.loads == loads);
  CHECK(spread(r.loads) == 8);
}

TEST_CASE("a spike of P tasks a PE is halved once a dimension") {
  const auto r = run_steps(free_ends(experiment("hypercube:10", "de", "spike:100")));
  CHECK(spread(r.loads) == 0);
  CHECK(r.run.steps == 1);
  CHECK(r.run.shifts == 102'300);
  const auto fabric = Fabric::parse("hypercube:10");
  const auto counts = count_messages(fabric, r.links);
  CHECK(counts.words == 10'240);
  CHECK(counts.transfers == 1023);
  // Ten phases of a word of 18 bits, a decision, and the transfer.
  CHECK(r.run.cycles == 10 * (18 + 1 + 1 + 1) + 64 * 102'300);
}

TEST_CASE("ΣL² never rises under de, and tasks come to rest with no pair 2 apart") {
  test::property([] {
    const auto name = *rc::gen::elementOf(everywhere);
    const auto fabric = Fabric::parse(name);
    const auto most = *rc::gen::element<Load>(2, 20, 1000);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
    auto e = experiment(name, "de", loads);
    e.goal = {Goal::Kind::steps, 400};
    e.max_steps = 400;
    e.tolerance = -1;
    Load before = std::inner_product(loads.begin(), loads.end(), loads.begin(), Load{0});
    std::vector<Load> last;
    run_steps(e, [&](const Progress& p) {
      const std::vector<Load> now = p.loads;
      const auto squares = std::inner_product(now.begin(), now.end(), now.begin(), Load{0});
      RC_ASSERT(squares <= before);
      RC_ASSERT((squares == before) == (now == last || p.at.steps == 0));
      before = squares;
      const bool rests = now == last;
      last = now;
      return !rests;
    });
    for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
      const auto link = fabric.link(slot);
      if (link) RC_ASSERT(last[link->from] - last[link->to] <= 1);
    }
  });
}

TEST_CASE("de need not balance a ring: a hill of single steps stays for ever") {
  const std::vector<Load> hill = {0, 1, 2, 3, 4, 3, 2, 1};
  CHECK(after(experiment("ring:8", "de", hill), 1000).loads == hill);
  CHECK(after(experiment("ring:8", "de", hill), 1000).run.shifts == 0);
}

TEST_CASE("a phase of de on a ring: each PE speaks to one neighbour") {
  auto e = free_ends(experiment("ring:5", "de", std::vector<Load>{9, 0, 0, 0, 0}));
  const auto r = after(e, 1);
  // 9 0 → 5 4; 4 | 0 → 2 2; the third colour joins 4 and 0: 0 | 5 → 2 3.
  CHECK(r.loads == std::vector<Load>{3, 2, 2, 0, 2});
  CHECK(count_messages(e.fabric, r.links).words == 4 + 4 + 2);
  CHECK(r.run.shifts == 4 + 2 + 2);
  CHECK(r.run.cycles == 3 * (17 + 1 + 1) + 64 * (4 + 2 + 2));
}

TEST_CASE("Henrich 2.2: dimension exchange takes fewer steps than diffusion in hypercubes") {
  for (int n = 2; n <= 10; ++n) {
    const auto name = "hypercube:" + std::to_string(n);
    INFO(name);
    const auto exchange = level_to(name, "de", 100);
    const auto diffusion = level_to(name, "diffusion", 100);
    CHECK(exchange.steps == 1);
    CHECK(diffusion.steps > n);
    // But not in T: over one link at a time goes what diffusion sends over all at once.
    CHECK(exchange.shifts > diffusion.shifts);
  }
}

TEST_CASE("Henrich 2.2: and in k-ary n-cubes") {
  const auto name = GENERATE("ring:16", "ring:64", "ring:15", "torus:8x8", "torus:16x16",
                             "torus:7x7", "torus:4x4x4", "torus:8x8x8");
  INFO(name);
  const auto exchange = level_to(name, "de", 100);
  const auto generalised = level_to(name, "gde", 100);
  const auto diffusion = level_to(name, "diffusion", 100);
  CHECK(exchange.steps < diffusion.steps);
  CHECK(generalised.steps <= exchange.steps);
}

TEST_CASE("Henrich 2.2: the steps of k-ary n-cubes in numbers") {
  const auto [name, de, gde, diffusion] =
      GENERATE(table<const char*, std::int64_t, std::int64_t, std::int64_t>(
          {{"ring:16", 38, 12, 81}, {"ring:64", 639, 47, 1367}, {"torus:16x16", 43, 13, 186}}));
  INFO(name);
  CHECK(level_to(name, "de", 100).steps == de);
  CHECK(level_to(name, "gde", 100).steps == gde);
  CHECK(level_to(name, "diffusion", 100).steps == diffusion);
}
