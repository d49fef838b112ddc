// SPDX-License-Identifier: Apache-2.0
// The algorithm of Lüling and Monien in its authors' model.
#include "models/schemes/lueling_monien/lueling_monien_pes.h"

#include <algorithm>
#include <set>

#include "models/analysis/lueling_monien.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/lueling_monien/simulated_decrease.h"
#include "models/steps/run_ideal.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"
#include "tests/support/run_application.h"

using namespace isobar;

namespace {

Experiment phases(const std::string& scheme, const std::string& fabric, std::int64_t steps,
                  std::uint64_t seed = 1) {
  Experiment e(Fabric::parse(fabric));
  const auto nodes = e.fabric.nodes();
  e.scheme = SchemeChoice::parse(scheme).make(e.fabric, 16, seed);
  e.application = [=] { return test::make_application("phases", nodes, seed); };
  e.loads.assign(nodes, 0);
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return e;
}

LuelingMonienSetting random_setting(Node nodes) {
  LuelingMonienSetting setting;
  setting.f = *rc::gen::element(1.05, 1.1, 1.5, 1.8, 3.0);
  setting.delta = *rc::gen::inRange<Node>(1, std::min<Node>(nodes, 6));
  setting.borrow = *rc::gen::inRange<Load>(1, 6);
  setting.reset = *rc::gen::arbitrary<bool>();
  setting.exclude = *rc::gen::arbitrary<bool>();
  setting.richest = *rc::gen::arbitrary<bool>();
  setting.at_once = *rc::gen::arbitrary<bool>();
  setting.began = *rc::gen::arbitrary<bool>();
  return setting;
}

Load owed(const LuelingMonienPes& pes, Node nodes) {
  Load sum = 0;
  for (Node node = 0; node < nodes; ++node) sum += pes.ledger(node).borrowed();
  return sum;
}

}  // namespace

TEST_CASE("whatever is generated and consumed, no packet is lost, and no PE owes more than C") {
  test::property([](std::uint64_t seed) {
    const auto nodes = *rc::gen::inRange<Node>(2, 20);
    const auto fabric = Fabric::parse("ring:" + std::to_string(nodes));
    const auto setting = random_setting(nodes);
    LuelingMonienPes pes(setting, fabric, std::vector<Load>(nodes, 0), SmallRandom(seed, "test"));
    auto random = random_stream(seed, "events");
    Load packets = 0;
    for (int event = 0; event < 400; ++event) {
      const auto node = static_cast<Node>(random() % nodes);
      bool acted = true;
      if (random() % 9 < 5) {
        pes.generate(node);
        ++packets;
      } else {
        const bool had = pes.load(node) > 0;
        const bool consumed = pes.consume(node);
        RC_ASSERT(!consumed || had);
        packets -= consumed ? 1 : 0;
        acted = consumed;
      }
      Load sum = 0;
      for (Node k = 0; k < nodes; ++k) {
        const auto& ledger = pes.ledger(k);
        Load classes = 0;
        for (const auto& share : ledger.shares()) classes += share.packets;
        RC_ASSERT(classes == ledger.load());
        RC_ASSERT(ledger.borrowed() <= setting.borrow);
        // Whoever did something and was triggered has balanced.
        if (k == node && acted) RC_ASSERT(!ledger.is_triggered(setting.f));
        sum += ledger.load();
      }
      RC_ASSERT(sum == packets);
      RC_ASSERT(owed(pes, nodes) >= 0);
    }
    const auto& counts = pes.counts();
    // What was borrowed is owed still, came back, or was settled.
    RC_ASSERT(owed(pes, nodes) <= counts.borrowed - counts.exchanged);
  });
}

TEST_CASE("a balancing leaves the loads of those who took part within one") {
  LuelingMonienSetting setting;
  setting.delta = 7;  // all
  const auto fabric = Fabric::parse("ring:8");
  LuelingMonienPes pes(setting, fabric, {80, 0, 0, 0, 0, 0, 0, 0}, SmallRandom(1, "test"));
  for (int i = 0; i < 8; ++i) pes.generate(0);
  CHECK(pes.counts().balancings == 1);
  for (Node node = 0; node < 8; ++node) {
    CHECK(pes.load(node) == 11);
    CHECK(pes.ledger(node).of(0) == 11);
  }
  CHECK(pes.counts().moved == 77);
}

TEST_CASE("within a radius packets go no farther than it at a time") {
  LuelingMonienSetting setting;
  setting.delta = 2;
  setting.radius = 1;
  const auto fabric = Fabric::parse("ring:9");
  LuelingMonienPes pes(setting, fabric, {20, 0, 0, 0, 0, 0, 0, 0, 0}, SmallRandom(1, "test"));
  for (int i = 0; i < 4; ++i) pes.generate(0);
  CHECK(pes.counts().balancings > 0);
  CHECK(pes.load(1) > 0);
  CHECK(pes.load(8) > 0);
  for (Node far = 2; far < 8; ++far) CHECK(pes.load(far) == 0);
}

TEST_CASE("a run in an ideal network is the seed's, and counts what it did") {
  const auto run = [](std::uint64_t seed) {
    return run_steps(phases("lueling-monien:network=ideal", "torus:4x4", 100, seed), {});
  };
  const auto once = run(5);
  const auto again = run(5);
  CHECK(once.loads == again.loads);
  CHECK(once.scheme == again.scheme);
  CHECK(once.loads != run(6).loads);
  CHECK(once.run.steps == 100);
  CHECK(once.run.cycles == 100'000);
  CHECK(once.run.shifts == 0);
  Load left = 0;
  for (const auto load : once.loads) left += load;
  CHECK(once.application->created == once.application->executed + left);
  for (const auto& account : once.application->executor_counters) CHECK(account.total() == 100'000);
  for (const auto& link : once.links) CHECK(link.busy() == 0);
}

TEST_CASE("the PEs' turns are in the order of nodes, or in one that is drawn for each step") {
  LuelingMonienSetting setting;
  const auto fabric = Fabric::parse("ring:8");
  const std::vector<Node> ascending = {0, 1, 2, 3, 4, 5, 6, 7};
  LuelingMonienPes in_order(setting, fabric, std::vector<Load>(8, 0), SmallRandom(1, "test"));
  CHECK(in_order.turns() == ascending);
  CHECK(in_order.turns() == ascending);
  setting.shuffled = true;
  LuelingMonienPes shuffled(setting, fabric, std::vector<Load>(8, 0), SmallRandom(1, "test"));
  constexpr int steps = 8'000;
  std::vector<int> place_of_0(8, 0);
  for (int step = 0; step < steps; ++step) {
    auto turns = shuffled.turns();
    ++place_of_0[static_cast<std::size_t>(std::find(turns.begin(), turns.end(), 0) -
                                          turns.begin())];
    std::sort(turns.begin(), turns.end());
    REQUIRE(turns == ascending);
  }
  // Each place as often as any other: 1,000 times, with a standard deviation of 30.
  for (const int times : place_of_0) CHECK(std::abs(times - steps / 8) < 150);
}

TEST_CASE("a PE that consumes first has nothing of what it generates in the same turn") {
  const auto executed = [](const std::string& first) {
    auto e = phases("lueling-monien:network=ideal,f=1000,first=" + first, "ring:2", 1);
    e.application = [] { return test::make_application("phases:gl=1,gh=1,cl=1,ch=1", 2); };
    return run_steps(e, {}).application->executed;
  };
  CHECK(executed("generation") == 2);
  CHECK(executed("consumption") == 0);
}

TEST_CASE("what a PE does first may be drawn for each turn") {
  LuelingMonienSetting setting;
  setting.first = LuelingMonienSetting::First::random;
  const auto fabric = Fabric::parse("ring:2");
  LuelingMonienPes pes(setting, fabric, {0, 0}, SmallRandom(1, "test"));
  int consumption = 0;
  for (int turn = 0; turn < 10'000; ++turn) consumption += pes.consumes_first() ? 1 : 0;
  CHECK(consumption == Approx(5'000).margin(250));  // a standard deviation of 50
}

TEST_CASE("the local time of a PE counts the balancing operations that it began") {
  LuelingMonienSetting setting;
  const auto fabric = Fabric::parse("ring:4");
  LuelingMonienPes pes(setting, fabric, {0, 0, 0, 0}, SmallRandom(1, "test"));
  for (int i = 0; i < 20; ++i) pes.generate(2);
  CHECK(pes.local_time(2) == pes.counts().balancings);
  CHECK(pes.local_time(2) > 5);
  CHECK(pes.local_time(0) == 0);
}

TEST_CASE("with more partners and a smaller f loads are more even") {
  const auto spread = [](const std::string& parameters) {
    const auto e = phases("lueling-monien:network=ideal," + parameters, "torus:8x8", 300);
    double sum = 0;
    run_ideal(
        e,
        [&](const Progress& at) {
          sum += static_cast<double>(at.max - at.min);
          return true;
        },
        nullptr);
    return sum / 300;
  };
  const double few = spread("delta=1,f=1.8");
  CHECK(spread("delta=1,f=1.1") < few);
  CHECK(spread("delta=4,f=1.8") < few);
}

TEST_CASE("an ideal network needs an application in time steps") {
  auto e = phases("lueling-monien:network=ideal", "ring:4", 10);
  e.application = [] { return test::make_application("loops:g=1", 4); };
  e.loads.assign(4, 1);
  CHECK_THROWS_AS(run_steps(e, {}), ModelError);
}

TEST_CASE("what one network knows nothing of the other refuses") {
  const auto refusal = [](const std::string& scheme, bool ideal) {
    return test::refusal([&] {
      const auto choice = SchemeChoice::parse(scheme);
      if (ideal) {
        (void)choice.make(Fabric::parse("ring:8"), 16);
      } else {
        (void)choice.make_agents(Fabric::parse("ring:8"), 16, 1);
      }
    });
  };
  for (const std::string given : {"blocking=1", "retry=7", "retry_max=9000"}) {
    INFO(given);
    CHECK(refusal("lueling-monien:network=ideal," + given, true) ==
          "blocking, retry and retry_max are of network=fabric: an ideal one makes no PE wait");
    CHECK(refusal("lueling-monien:" + given, false).empty());
  }
  for (const std::string given :
       {"creditor=richest", "exchange=once", "settle=began", "order=random", "first=consumption"}) {
    INFO(given);
    CHECK(refusal("lueling-monien:" + given, false) ==
          "creditor, exchange, settle, order and first are of network=ideal");
    CHECK(refusal("lueling-monien:network=ideal," + given, true).empty());
  }
  for (const std::string given : {"creditor=random", "exchange=trigger", "settle=all",
                                  "order=ascending", "first=generation"}) {
    INFO(given);
    CHECK(refusal("lueling-monien:" + given, false).empty());
  }
  CHECK(refusal("lueling-monien:network=wire", true) ==
        "network must be one of fabric, ideal, not 'wire'");
  CHECK(SchemeChoice::parse("lueling-monien").is_message_driven());
  CHECK(SchemeChoice::parse("lueling-monien:network=ideal").is_ideal());
}

TEST_CASE("simulated decreases keep between the lower and the upper bounds") {
  for (const Node delta : {1, 4}) {
    for (const double f : {1.1, 1.5}) {
      DecreaseSetting setting{64, delta, f, 1000, 500};
      const LuelingMonien proved(64, delta, f);
      SmallRandom random(1, "test");
      double mean = 0;
      constexpr int runs = 1000;
      for (int i = 0; i < runs; ++i) {
        mean += static_cast<double>(simulated_decrease(setting, random)) / runs;
      }
      INFO("delta " << delta << ", f " << f << ": " << mean);
      CHECK(mean >= static_cast<double>(proved.lemma_5_lower(1000, 500)));
      CHECK(mean <= static_cast<double>(*proved.lemma_6_upper(1000, 500)));
      // The bounds are near: no more than one operation above the lower.
      CHECK(mean <= static_cast<double>(proved.lemma_5_lower(1000, 500)) + 1.05);
    }
  }
}
