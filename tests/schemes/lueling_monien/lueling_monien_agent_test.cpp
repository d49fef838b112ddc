// SPDX-License-Identifier: Apache-2.0
// The algorithm of Lüling and Monien by messages: its laws, whatever the fabric does to them.
#include "models/schemes/lueling_monien/lueling_monien_agent.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "models/errors.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/steps/run_steps.h"
#include "models/workloads/application.h"
#include "tests/catch.h"
#include "tests/support/agent_bench.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"
#include "tests/support/task_count.h"

using namespace isobar;

namespace {

Load packets_of(const ClassShares& shares) {
  Load all = 0;
  for (const auto& share : shares) all += share.packets;
  return all;
}

/// What a test sees of all agents of a run.
struct World {
  struct Pe {
    bool free = true;
    Load load = 0;  ///< of its ledger, as it will be when all is booked
    ClassShares shares{};
  };
  std::vector<Pe> pes;
  std::int64_t checks = 0;
};

/// An agent whose laws are checked after everything that it does.
class Watched final : public Agent {
 public:
  Watched(const LuelingMonienSetting& setting, Node node, std::uint64_t seed, World& world)
      : agent_(setting, node, SmallRandom(seed, "watched " + std::to_string(node))),
        most_(setting.borrow),
        world_(world) {}

  void start(AgentPe& pe) override {
    agent_.start(pe);
    check(pe);
  }
  void word(AgentPe& pe, Node from, const AgentWord& word) override {
    agent_.word(pe, from, word);
    check(pe);
  }
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override {
    agent_.tasks(pe, from, tasks, note);
    check(pe);
  }
  void load_changed(AgentPe& pe) override {
    agent_.load_changed(pe);
    check(pe);
  }
  void timer(AgentPe& pe) override {
    agent_.timer(pe);
    check(pe);
  }

 private:
  void check(const AgentPe& pe) {
    ++world_.checks;
    const auto& ledger = agent_.ledger();
    Load borrowed = 0;
    std::set<Node> classes;
    for (const auto& share : ledger.shares()) {
      borrowed += share.borrowed ? 1 : 0;
      require(share.packets > 0 || (share.packets == 0 && share.borrowed), "a share of nothing");
      require(classes.insert(share.origin).second, "two shares of a class");
    }
    require(packets_of(ledger.shares()) == ledger.load(), "the sum of all d is not l");
    require(borrowed == ledger.borrowed(), "a wrong sum of all b");
    require(borrowed <= most_, "more borrowed than C");
    require(!ledger.owes(pe.node()), "a debt to itself");
    const auto booked = ledger.load() - agent_.unbooked();
    require(!agent_.is_free() || booked == pe.load(), "l is not the load");
    world_.pes[pe.node()] = {agent_.is_free(), booked, ledger.shares()};
  }
  static void require(bool law, const char* what) {
    if (!law) throw ModelError(what);
  }

  LuelingMonienAgent agent_;
  Load most_;
  World& world_;
};

std::shared_ptr<MessageDrivenScheme> watched(const LuelingMonienSetting& setting, Node nodes,
                                             std::uint64_t seed, World& world) {
  world.pes.resize(nodes);
  return std::make_shared<Agents>(
      LuelingMonienAgent::kinds(nodes, setting),
      [=, &world](Node node) { return std::make_unique<Watched>(setting, node, seed, world); });
}

/// What is to be seen of a run.
struct Outcome {
  bool rests = false;      ///< nothing can happen any more
  bool all_there = false;  ///< every task is somewhere, once, or done
  Load executed = 0;
  std::int64_t checks = 0;
  std::int64_t engaged = 0;  ///< PEs that are in an operation
  Load in_ledgers = 0;
  Load class_spread = 0;              ///< the most by which the d_ij of two PEs i differ
  std::vector<Load> loads{};          ///< by node
  std::vector<std::int64_t> words{};  ///< by kind
};

Outcome run(Experiment e, const LuelingMonienSetting& setting, std::uint64_t seed) {
  const Node nodes = e.fabric.nodes();
  auto seen = test::in_child([&]() -> std::vector<std::int64_t> {
    World world;
    e.agents = watched(setting, nodes, seed, world);
    std::vector<std::vector<Task>> tasks;
    const auto result = run_cycles(e, {}, nullptr, &tasks);
    const auto there = test::count_tasks(tasks);
    const auto& a = *result.application;
    std::int64_t engaged = 0;
    Load in_ledgers = 0;
    std::map<Node, std::vector<Load>> by_class;
    for (const auto& pe : world.pes) {
      engaged += pe.free ? 0 : 1;
      in_ledgers += pe.load;
      for (const auto& share : pe.shares) by_class[share.origin].push_back(share.packets);
    }
    Load spread = 0;
    for (auto& [origin, packets] : by_class) {
      packets.resize(nodes, 0);
      spread = std::max(spread, test::spread(packets));
    }
    std::vector<std::int64_t> out = {result.ending == Ending::rest,
                                     there.all_differ && a.created == there.tasks + a.executed,
                                     a.executed,
                                     world.checks,
                                     engaged,
                                     in_ledgers,
                                     spread};
    out.insert(out.end(), result.loads.begin(), result.loads.end());
    out.insert(out.end(), result.routed->words.begin(), result.routed->words.end());
    return out;
  });
  const auto loads = seen.begin() + 7;
  return {seen[0] != 0,
          seen[1] != 0,
          seen[2],
          seen[3],
          seen[4],
          seen[5],
          seen[6],
          {loads, loads + nodes},
          {loads + nodes, seen.end()}};
}

/// An application by its name, on default links but for their bandwidth.
Experiment running(const std::string& fabric, const std::string& application, Load bandwidth,
                   std::uint64_t seed) {
  const auto nodes = Fabric::parse(fabric).nodes();
  auto e = test::experiment(fabric, "none", std::vector<Load>(nodes, 0));
  e.links.assign(e.links.size(), LinkTiming(LinkClass{bandwidth}, e.clock));
  e.queue_depth = 1 << 15;
  const auto choice = ApplicationChoice::parse(application);
  e.application = [=, clock = e.clock] {
    return choice.entry->make({nodes, seed, clock, choice.parameters});
  };
  e.scheme = nullptr;
  e.tolerance = -1;
  e.max_cycles = 500'000'000;
  return e;
}

/// An application of a number of tasks, from roots here and there.
Experiment on(const Fabric& fabric, const test::RandomTrees& trees) {
  auto e = test::experiment_on(fabric, "none", trees.roots);
  e.scheme = nullptr;
  e.application = [trees] { return test::random_application(trees); };
  e.tolerance = -1;  // never balanced: it ends when nothing can happen any more
  e.max_cycles = 500'000'000;
  return e;
}

}  // namespace

TEST_CASE("orders make of what participants have what they shall have", "[lueling-monien]") {
  test::property([](std::uint64_t seed) {
    auto random = random_stream(seed, "orders");
    const auto draw = [&](std::uint64_t n) { return static_cast<Load>(random() % n); };
    const auto members = static_cast<std::size_t>(1 + draw(8));
    std::vector<Member> before;
    std::vector<Participant> dealt;
    for (std::size_t k = 0; k < members; ++k) {
      Member one{static_cast<Node>(3 * k), {}};
      for (Node origin = 0; origin < 12; ++origin) {
        const Load packets = draw(2) * draw(9);
        const bool borrowed = draw(4) == 0;
        if (packets > 0 || borrowed) one.shares.push_back({origin, packets, borrowed});
      }
      dealt.push_back({one.shares, {}});
      before.push_back(one);
    }
    distribute(dealt, 0);
    std::vector<ClassShares> after;
    after.reserve(dealt.size());
    for (const auto& one : dealt) after.push_back(one.shares);
    const auto orders = balancing_orders(before, after);
    std::map<Node, Load> loads;
    std::map<Node, Load> comes;
    for (std::size_t k = 0; k < members; ++k) {
      VirtualLoad ledger(before[k].node);
      ledger.assign(before[k].shares);
      for (const auto& change : orders[k].changes) {
        RC_ASSERT((ledger.of(change.origin) != change.packets ||
                   ledger.owes(change.origin) != change.borrowed));
        ledger.assign(change);
      }
      RC_ASSERT(ledger.shares() == after[k]);
      RC_ASSERT(orders[k].moves.empty() || orders[k].comes == 0);
      loads[before[k].node] += packets_of(before[k].shares);
      for (const auto& move : orders[k].moves) {
        RC_ASSERT(move.packets > 0);
        loads[before[k].node] -= move.packets;
        loads[move.to] += move.packets;
        comes[move.to] += move.packets;
      }
    }
    for (std::size_t k = 0; k < members; ++k) {
      RC_ASSERT(loads[before[k].node] == packets_of(after[k]));
      RC_ASSERT(comes[before[k].node] == orders[k].comes);
    }
  });
}

TEST_CASE("the reduction of a debt keeps the class, and frees the debtor", "[lueling-monien]") {
  // All cases of up to three partners with b and d of 0 or 1 each.
  for (std::size_t partners = 0; partners <= 3; ++partners) {
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << (2 * partners + 2); ++bits) {
      const bool drawn = partners == 0 || (bits & 1) != 0;
      std::vector<Member> members = {{5, {}}};
      Load packets = 0;
      Load borrowed = 1;
      for (std::size_t k = 0; k < partners; ++k) {
        const auto d = static_cast<Load>(bits >> (2 * k + 2) & 1);
        const bool b = (bits >> (2 * k + 3) & 1) != 0;
        members.push_back({static_cast<Node>(k), {}});
        if (d > 0 || b) members.back().shares = {{5, d, b}};
        packets += d;
        borrowed += b ? 1 : 0;
      }
      const auto d = static_cast<Load>(bits >> 1 & 1);
      members.push_back({9, {{5, d, true}}});
      packets += d;
      CAPTURE(partners, bits);
      const auto after = reduce_class(members, drawn);
      Load packets_after = 0;
      Load borrowed_after = 0;
      for (const auto& shares : after.after) {
        for (const auto& share : shares) {
          CHECK(share.origin == 5);
          packets_after += share.packets;
          borrowed_after += share.borrowed ? 1 : 0;
        }
      }
      CHECK(packets_after == packets);
      CHECK(borrowed_after == borrowed - (after.exchanged ? 1 : 0));
      const auto& debtor = after.after.back();
      CHECK((debtor.empty() || !debtor.front().borrowed));
    }
  }
}

TEST_CASE("partners are drawn from all others, or from those near, all equally likely",
          "[lueling-monien]") {
  const auto fabric = test::random_graph(12, 5, 3);
  for (const std::uint32_t radius : {0, 1, 2, 3}) {
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto distances = test::distances(fabric, node);
      std::set<Node> near;
      for (Node other = 0; other < fabric.nodes(); ++other) {
        if (other != node && (radius == 0 || distances[other] <= radius)) near.insert(other);
      }
      const Partners partners(fabric, node, radius);
      REQUIRE(partners.count() == near.size());
      SmallRandom random(node, "partners");
      for (Node count = 0; count <= near.size() + 1; ++count) {
        const auto drawn = partners.draw(count, random);
        const std::set<Node> set(drawn.begin(), drawn.end());
        REQUIRE(set.size() == drawn.size());
        REQUIRE(drawn.size() == std::min<std::size_t>(count, near.size()));
        REQUIRE(std::includes(near.begin(), near.end(), set.begin(), set.end()));
      }
    }
  }
  // Three of eight: 56 sets.
  const Partners partners(Fabric::parse("ring:9"), 4, 0);
  SmallRandom random(1, "sets");
  std::map<std::set<Node>, int> seen;
  constexpr int draws = 56'000;
  for (int i = 0; i < draws; ++i) {
    const auto drawn = partners.draw(3, random);
    ++seen[{drawn.begin(), drawn.end()}];
  }
  REQUIRE(seen.size() == 56);
  double square = 0;
  for (const auto& [set, count] : seen) square += (count - 1000.0) * (count - 1000.0) / 1000;
  CHECK(square < 100);  // χ² of 55: 0.02 %
}

namespace {

/// Some application on some fabric, and some parameters.
struct AnyCase {
  Experiment experiment;
  LuelingMonienSetting setting;
  Load tasks = 0;
};

AnyCase any_case(std::uint64_t seed) {
  auto random = random_stream(seed, "anything");
  const auto draw = [&](std::uint64_t n) { return static_cast<Load>(random() % n); };
  const std::vector<std::string> fabrics = {"torus:3x3", "torus:4x4", "hypercube:3", "hhc:2",
                                            "mesh:2x4",  "ring:5",    "ring:2"};
  const auto which = static_cast<std::size_t>(draw(fabrics.size() + 3));
  const auto fabric = which < fabrics.size()
                          ? Fabric::parse(fabrics[which])
                          : test::random_graph(static_cast<Node>(2 + draw(12)), 5, seed);
  const Node nodes = fabric.nodes();
  test::RandomTrees trees;
  for (Node node = 0; node < nodes; ++node) trees.roots.push_back(draw(3) == 0 ? draw(6) : 0);
  trees.roots[nodes - 1] = 1;
  trees.size = 1 + draw(40);
  trees.most_work = 1 + draw(2000);
  trees.most_children = 1 + draw(6);
  trees.seed = seed;
  auto e = on(fabric, trees);
  e.queue_depth = draw(2) == 0 ? 7 + draw(4) : e.queue_depth * 100;
  e.fetch = draw(2) == 0 ? QueueEnd::oldest : QueueEnd::newest;
  const std::vector<Switching> kinds = {Switching::store_and_forward, Switching::cut_through,
                                        Switching::circuit};
  e.switching = kinds[static_cast<std::size_t>(draw(fabric.is_product() ? 3 : 2))];
  e.buffers = 1 + draw(2);
  const std::vector<Load> bandwidths = {2'500'000, 25'000'000, 250'000'000, 10'000'000'000};
  const LinkClass link{bandwidths[random() % 4], 1 + draw(4), draw(3) * 20};
  e.links.assign(e.links.size(), LinkTiming(link, e.clock));
  e.balancer.software = draw(2) == 0;
  e.balancer.handling = draw(4);
  e.balancer.poll_period = 1 + draw(300);
  e.balancer.poll_cost = draw(5);
  e.balancer.tasks_per_message = draw(3);
  LuelingMonienSetting setting;
  setting.f = 1.01 + static_cast<double>(draw(20)) / 10;
  setting.delta = static_cast<Node>(1 + draw(nodes - 1));
  setting.borrow = 1 + draw(4);
  setting.radius = static_cast<std::uint32_t>(draw(4));
  setting.reset = draw(2) == 0;
  setting.exclude = draw(2) == 0;
  setting.blocking = draw(2) == 0;
  return {e, setting, trees.total()};
}

}  // namespace

TEST_CASE("nothing is lost and nothing stops, whatever the fabric and the parameters",
          "[lueling-monien]") {
  test::property_of_runs([](std::uint64_t seed) {
    const auto [e, setting, tasks] = any_case(seed);
    const auto out = run(e, setting, seed);
    RC_LOG() << e.fabric.name() << ", Q " << e.queue_depth << ", software " << e.balancer.software
             << ", tasks a message " << e.balancer.tasks_per_message << ", delta " << setting.delta
             << ", C " << setting.borrow << ", radius " << setting.radius << ", f " << setting.f
             << ", blocking " << setting.blocking << "; " << out.engaged << " PEs engaged, loads "
             << ::Catch::StringMaker<std::vector<Load>>::convert(out.loads) << ", words "
             << ::Catch::StringMaker<std::vector<std::int64_t>>::convert(out.words) << "\n";
    RC_ASSERT(out.all_there);
    RC_ASSERT(out.executed == tasks);
    RC_ASSERT(out.rests);
    RC_ASSERT(out.engaged == 0);
    RC_ASSERT(out.in_ledgers == 0);
    RC_ASSERT(out.checks >= e.fabric.nodes());
  });
}

TEST_CASE("PEs that have borrowed of each other, and are far apart, do not refuse for ever",
          "[lueling-monien]") {
  // One of the cases, in which they would if they waited for less than an answer takes.
  constexpr std::uint64_t seed = 5098939413;
  const auto [e, setting, tasks] = any_case(seed);
  const auto out = run(e, setting, seed);
  CHECK(out.rests);
  CHECK(out.executed == tasks);
}

TEST_CASE("after a balancing of all PEs every class is even to one packet", "[lueling-monien]") {
  for (const auto* fabric : {"torus:3x3", "hypercube:3", "hhc:2", "ring:2"}) {
    const auto nodes = Fabric::parse(fabric).nodes();
    LuelingMonienSetting setting;
    setting.f = 1.0001;
    setting.delta = nodes - 1;
    for (const Cycle steps : {1, 7, 20, 41}) {
      auto e = running(fabric, "producer:step=5000", 10'000'000'000, 1);
      e.goal = {Goal::Kind::cycles, 5000 * steps - 1};
      const auto out = run(e, setting, 3);
      CAPTURE(fabric, steps);
      CHECK(out.engaged == 0);
      CHECK(out.in_ledgers == steps);
      CHECK(std::accumulate(out.loads.begin(), out.loads.end(), Load{0}) == steps);
      CHECK(test::spread(out.loads) <= 1);
      CHECK(out.class_spread <= 1);
    }
  }
}

TEST_CASE("many that begin at once, with many partners, neither stop nor lose anything",
          "[lueling-monien]") {
  std::vector<std::int64_t> words(9, 0);
  for (const auto* fabric : {"torus:4x4", "hypercube:4", "hhc:3"}) {
    const auto nodes = Fabric::parse(fabric).nodes();
    for (const Load bandwidth : {25'000'000, 250'000'000}) {
      for (const Node delta : {Node{1}, nodes / 2, nodes - 1}) {
        // All have something to do in every step, and steps are shorter than balancings.
        auto e = running(fabric, "phases:steps=150,step=300,gl=0.5,gh=1,cl=0.3,ch=0.9", bandwidth,
                         delta);
        LuelingMonienSetting setting;
        setting.f = 1.01;
        setting.delta = delta;
        const auto out = run(e, setting, delta);
        CAPTURE(fabric, bandwidth, delta);
        CHECK(out.rests);
        CHECK(out.all_there);
        CHECK(out.engaged == 0);
        CHECK(out.in_ledgers == 0);
        CHECK(out.executed > 0);
        CHECK(std::accumulate(out.loads.begin(), out.loads.end(), Load{0}) == 0);
        CHECK(out.words[LuelingMonienAgent::refusal] > 0);
        CHECK(out.words[LuelingMonienAgent::joined] > 0);
        for (std::size_t k = 0; k < words.size(); ++k) words[k] += out.words[k];
      }
    }
  }
  // All that the protocol knows has come about.
  CAPTURE(words);
  for (const auto count : words) CHECK(count > 0);
}

TEST_CASE("whatever the order in which messages come, all is done", "[lueling-monien]") {
  for (const auto* scheme : {"lueling-monien", "lueling-monien:f=1.01,delta=7,C=1",
                             "lueling-monien:f=2,delta=3,C=2,reset=1,exclude=1,blocking=1"}) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      test::BenchSetting setting{"hypercube:3", scheme, {40, 0, 3, 17, 0, 0, 60, 1}};
      setting.longest = seed % 3 == 0 ? 30 : 500;
      setting.in_order = false;
      setting.tasks_per_message = seed % 2 == 0 ? 1 : 0;
      setting.work = 70;
      setting.seed = seed;
      test::AgentBench bench(setting);
      CAPTURE(scheme, seed);
      CHECK(bench.run());
      CHECK(bench.executed() == 121);
      CHECK_FALSE(bench.transfers().empty());
    }
  }
}

TEST_CASE("a static load is left as it is", "[lueling-monien]") {
  test::AgentBench bench({"hypercube:3", "lueling-monien", {40, 0, 3, 17, 0, 0, 60, 1}});
  CHECK(bench.run());
  CHECK(bench.transfers().empty());
}

namespace {

/// Loads after so many time steps in the authors' model, and on the fabric over links that are as
/// good as free.
std::vector<Load> ideal_loads(const std::string& fabric, const std::string& parameters,
                              const std::string& application, std::int64_t steps,
                              std::uint64_t seed) {
  auto e = running(fabric, application, 250'000'000, seed);
  e.scheme = SchemeChoice::parse("lueling-monien:network=ideal," + parameters)
                 .make(e.fabric, e.load_bits, seed);
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return run_steps(e).loads;
}

std::vector<Load> fabric_loads(const std::string& fabric, const std::string& parameters,
                               const std::string& application, std::int64_t steps,
                               std::uint64_t seed) {
  constexpr Cycle step = 40'000;
  auto e = running(fabric, application + ",step=" + std::to_string(step), 100'000'000'000, seed);
  e.agents =
      SchemeChoice::parse("lueling-monien:" + parameters).make_agents(e.fabric, e.load_bits, seed);
  e.goal = {Goal::Kind::cycles, steps * step - 1};
  return test::run_forked(e).result.loads;
}

/// Mean and variance of the mean.
struct Estimate {
  double mean = 0;
  double variance = 0;
};

Estimate estimate(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, squares / (n - 1) / n};
}

}  // namespace

TEST_CASE("one producer that balances with all has the loads of the ideal network, on any fabric",
          "[lueling-monien]") {
  for (const auto* fabric : {"torus:3x3", "hhc:2", "ring:5"}) {
    const auto delta = Fabric::parse(fabric).nodes() - 1;
    for (const auto* f : {"1.1", "1.8", "3"}) {
      const auto parameters = "f=" + std::string(f) + ",delta=" + std::to_string(delta);
      for (const std::int64_t steps : {1, 2, 17, 60}) {
        auto ideal = ideal_loads(fabric, parameters, "producer:pe=0", steps, 2);
        auto paid = fabric_loads(fabric, parameters, "producer:pe=0", steps, 2);
        CAPTURE(fabric, f, steps);
        CHECK(ideal.front() == paid.front());
        // Who of the others has the odd packets is drawn.
        std::sort(ideal.begin(), ideal.end());
        std::sort(paid.begin(), paid.end());
        CHECK(ideal == paid);
      }
    }
  }
}

TEST_CASE("over links that are as good as free the balance is that of the ideal network",
          "[lueling-monien][volume]") {
  constexpr std::int64_t steps = 150;
  for (const auto* parameters : {"f=1.1,delta=1", "f=1.8,delta=1", "f=1.1,delta=4"}) {
    std::vector<double> ideal;
    std::vector<double> paid;
    const auto ratio = [](const std::vector<Load>& loads) {
      const auto sum = std::accumulate(loads.begin(), loads.end(), Load{0});
      const auto most = *std::max_element(loads.begin(), loads.end());
      return static_cast<double>(most) * static_cast<double>(loads.size()) /
             static_cast<double>(sum);
    };
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
      const auto* application = "phases:cl=0.1,ch=0.5";
      ideal.push_back(ratio(ideal_loads("torus:4x4", parameters, application, steps, seed)));
      paid.push_back(ratio(fabric_loads("torus:4x4", parameters, application, steps, seed)));
    }
    const auto a = estimate(ideal);
    const auto b = estimate(paid);
    CAPTURE(parameters, a.mean, b.mean);
    CHECK(a.mean > 1);
    CHECK(std::abs(a.mean - b.mean) < 3 * std::sqrt(a.variance + b.variance));
  }
}
