// SPDX-License-Identifier: Apache-2.0
// An executor at every PE's queue, while the fabric balances.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <set>
#include <systemc>

#include "models/errors.h"
#include "models/link/cycle_clock.h"
#include "models/pe/fabric_model.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;

namespace {

/// Fetches and creates tasks at random, and notes every answer that is not what the cycle and the
/// load allow.
class Restless : public sc_core::sc_module {
 public:
  Restless(const sc_core::sc_module_name& name, FabricModel& fabric, const Experiment& experiment,
           std::uint64_t seed, std::uint64_t first_id)
      : sc_module(name),
        fabric_(fabric),
        experiment_(experiment),
        clock_(experiment.clock),
        slot_(shift_slot(experiment, experiment.scheme->phases()[0])),
        random_(random_stream(seed, "traffic")),
        next_id_(first_id) {
    SC_HAS_PROCESS(Restless);
    SC_THREAD(run);
  }

  std::multiset<std::uint64_t> fetched;
  std::int64_t wrong = 0;
  std::int64_t waited_for_decision = 0;
  std::int64_t waited_for_landing = 0;
  std::int64_t waited_when_full = 0;
  std::uint64_t created() const { return next_id_; }

 private:
  void run() {
    for (Cycle cycle = 0; !fabric_.done();) {
      wait(sc_core::SC_ZERO_TIME);
      wait(sc_core::SC_ZERO_TIME);
      for (Node node = 0; node < experiment_.fabric.nodes(); ++node) {
        if (!fabric_.done()) act(node, cycle % slot_.total());
      }
      const auto pause = static_cast<Cycle>(1 + random_() % 3);
      cycle += pause;
      wait(clock_.time(pause));
    }
  }

  /// All links are alike here, so every phase has the same slot.
  void act(Node node, Cycle at) {
    const bool deciding = at == slot_.words;
    const bool landing = at == slot_.total() - 1;
    const Load before = fabric_.queue(node).size();  // in a decision cycle, less what departs in it
    const bool fetch_first = random_() % 2 == 0;
    if (fetch_first) fetch(node, before, deciding);
    if (random_() % 2 == 0) {
      const bool full = before >= experiment_.queue_depth - 1;
      const bool taken = fabric_.pe(node).accept({next_id_});
      if (taken) ++next_id_;
      if (landing || full) wrong += taken ? 1 : 0;
      if (!landing && !full && !deciding) wrong += taken ? 0 : 1;
      waited_for_landing += landing ? 1 : 0;
      waited_when_full += full ? 1 : 0;
    }
    if (!fetch_first && random_() % 2 == 0) fetch(node, before, deciding);
  }

  void fetch(Node node, Load before, bool deciding) {
    const auto task = fabric_.pe(node).fetch();
    if (task) fetched.insert(task->id);
    wrong += task.has_value() == (before > 0 && !deciding) ? 0 : 1;
    waited_for_decision += before > 0 && deciding ? 1 : 0;
  }

  FabricModel& fabric_;
  const Experiment& experiment_;
  CycleClock clock_;
  Slot slot_;
  Random random_;
  std::uint64_t next_id_;
};

/// Calls `body` once, in the second delta of a cycle.
class Once : public sc_core::sc_module {
 public:
  Once(const sc_core::sc_module_name& name, Cycle cycle, int deltas, std::function<void()> body)
      : sc_module(name), cycle_(cycle), deltas_(deltas), body_(std::move(body)) {
    SC_HAS_PROCESS(Once);
    SC_THREAD(run);
  }

 private:
  void run() {
    wait(static_cast<double>(4 * cycle_), sc_core::SC_NS);
    for (int i = 0; i < deltas_; ++i) wait(sc_core::SC_ZERO_TIME);
    body_();
  }

  Cycle cycle_;
  int deltas_;
  std::function<void()> body_;
};

}  // namespace

TEST_CASE("tasks come and go while the fabric balances, and none is lost, at any depth") {
  test::property_of_runs([] {
    const auto name =
        *rc::gen::element<std::string>("ring:2", "ring:5", "torus:3x4", "hypercube:3", "hhc:2");
    const auto condition = *rc::gen::inRange(0, 6);
    const Load depth = *rc::gen::inRange<Load>(2, 12);
    const auto nodes = Fabric::parse(name).nodes();
    const auto loads =
        *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, depth));
    auto e = test::experiment(name, "lm-c" + std::to_string(condition), loads);
    e.queue_depth = depth;
    e.goal = {Goal::Kind::steps, 40};
    e.max_steps = 40;
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const auto numbers = test::in_child([&] {
      FabricModel fabric("fabric", e);
      std::uint64_t total = 0;
      for (const auto load : loads) total += static_cast<std::uint64_t>(load);
      Restless application("application", fabric, e, seed, total);
      sc_core::sc_start();
      auto ids = application.fetched;
      for (Node node = 0; node < nodes; ++node) {
        const auto& queue = fabric.queue(node);
        for (std::uint32_t i = 0; i < queue.size(); ++i) ids.insert(queue[i].id);
      }
      std::int64_t lost = 0;
      std::uint64_t expected = 0;
      for (const auto id : ids) lost += id == expected++ ? 0 : 1;
      fabric.finish();
      return std::vector<std::int64_t>{lost,
                                       static_cast<std::int64_t>(ids.size()),
                                       static_cast<std::int64_t>(application.created()),
                                       application.wrong,
                                       application.waited_for_decision,
                                       application.waited_for_landing,
                                       application.waited_when_full};
    });
    RC_ASSERT(numbers.at(0) == 0);
    RC_ASSERT(numbers[1] == numbers[2]);
    RC_ASSERT(numbers[3] == 0);
    RC_CLASSIFY(numbers[4] > 0, "fetch waited for a decision");
    RC_CLASSIFY(numbers[5] > 0, "accept waited for a landing");
    RC_CLASSIFY(numbers[6] > 0, "accept waited, the queue being full");
  });
}

TEST_CASE("the executor sees the load with which a cycle began") {
  // PE 0 holds 3 tasks at depth 4 and lets one go in cycle 17, at whose end the place is free.
  const auto [cycle, accepted, fetched] = GENERATE(table<Cycle, std::int64_t, std::int64_t>(
      {{0, 0, 1}, {16, 0, 1}, {17, 0, 0}, {18, 1, 1}, {81, 1, 1}, {82, 0, 1}, {83, 1, 1}}));
  INFO(cycle);
  auto e = test::experiment("ring:4", "lm-c5", std::vector<Load>{3, 0, 0, 0});
  e.queue_depth = 4;
  e.goal = {Goal::Kind::steps, 2};
  // In either order: neither sees what the other does in the same cycle.
  for (const bool accept_first : {true, false}) {
    const auto answers = test::in_child([&, at = cycle] {
      FabricModel fabric("fabric", e);
      std::vector<std::int64_t> got;
      Once application("application", at, 2, [&] {
        auto& pe = fabric.pe(0);
        const auto accept = [&] { return pe.accept({100}) ? 1 : 0; };
        const auto fetch = [&] { return pe.fetch() ? 1 : 0; };
        const auto first = accept_first ? accept() : fetch();
        const auto second = accept_first ? fetch() : accept();
        got = {accept_first ? first : second, accept_first ? second : first};
      });
      sc_core::sc_start();
      return got;
    });
    CHECK(answers == std::vector<std::int64_t>{accepted, fetched});
  }
}

TEST_CASE("a task fetched before the decision changes it, and the word does not know") {
  // PE 1 announces 1 and decides with what is left.
  auto e = test::experiment("ring:2", "lm-c5", std::vector<Load>{0, 1});
  e.goal = {Goal::Kind::steps, 1};
  const auto [cycle, transfers] = GENERATE(table<Cycle, std::int64_t>({{16, 0}, {18, 1}}));
  const auto sent = test::in_child([&, at = cycle] {
    FabricModel fabric("fabric", e);
    Once application("application", at, 2, [&] { fabric.pe(1).fetch(); });
    sc_core::sc_start();
    return std::vector<std::int64_t>{fabric.finish().links[1].transfers};
  });
  CHECK(sent.at(0) == transfers);
}

TEST_CASE("an executor that acts too early or twice is refused") {
  const auto e = test::experiment("ring:4", "lm-c5", "spike:2");
  const auto acts = [&](Cycle cycle, int deltas, const std::function<void(PeInterface&)>& act) {
    return test::in_child([&] {
      FabricModel fabric("fabric", e);
      std::int64_t complained = 0;
      Once application("application", cycle, deltas, [&] {
        try {
          act(fabric.pe(0));
        } catch (const ModelError&) {
          complained = 1;
        }
      });
      sc_core::sc_start();
      return std::vector<std::int64_t>{complained};
    })[0];
  };
  const auto fetch = [](PeInterface& pe) { pe.fetch(); };
  CHECK(acts(17, 0, fetch) == 1);
  CHECK(acts(83, 0, fetch) == 1);
  CHECK(acts(83, 2, fetch) == 0);
  CHECK(acts(50, 2, fetch) == 0);
  CHECK(acts(50, 2, [](PeInterface& pe) { pe.fetch(), pe.fetch(); }) == 1);
  CHECK(acts(50, 2, [](PeInterface& pe) { pe.accept({7}), pe.accept({8}); }) == 1);
}

TEST_CASE("the application alone fills a queue to all places but the last") {
  auto e = test::experiment("ring:2", "lm-c1", std::vector<Load>{0, 0});
  e.queue_depth = 5;
  e.goal = {Goal::Kind::steps, 1};
  const auto held = test::in_child([&] {
    FabricModel fabric("fabric", e);
    std::vector<std::unique_ptr<Once>> offers;
    offers.reserve(9);
    for (int i = 0; i < 9; ++i) {
      offers.push_back(std::make_unique<Once>(fmt::format("offer_{}", i).c_str(), 10 + i, 2,
                                              [&] { fabric.pe(0).accept({1}); }));
    }
    sc_core::sc_start();
    return std::vector<std::int64_t>{fabric.queue(0).size()};
  });
  CHECK(held.at(0) == 4);
}
