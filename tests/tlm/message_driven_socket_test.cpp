// SPDX-License-Identifier: Apache-2.0
// Task sockets at the PEs of message-driven schemes.
#include <algorithm>
#include <memory>
#include <numeric>
#include <systemc>
#include <vector>

#include "models/errors.h"
#include "models/pe/message_driven_fabric.h"
#include "models/schemes/contract/registry.h"
#include "models/tlm/message_driven_tasks.h"
#include "models/tlm/task_socket.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/equal.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/socket_bench.h"
#include "tests/support/tlm_drivers.h"

using namespace isobar;
namespace reg = task_register;
using test::AtDriver;
using test::cycle_of;
using test::cycles;
using test::Driver;
using test::first_put;
using test::random_accesses;

namespace {

using Numbers = std::vector<std::int64_t>;

struct Bench : test::SocketBench {
  explicit Bench(const Experiment& e)
      : SocketBench(tasks), fabric("fabric", e, {}, nullptr), tasks(fabric, e) {}

  MessageDrivenFabric fabric;
  MessageDrivenTasks tasks;
};

Experiment message_driven(const std::string& fabric, const std::string& scheme,
                          std::vector<Load> loads, Cycle end) {
  Experiment e(Fabric::parse(fabric));
  e.loads = std::move(loads);
  e.queue_depth = 64;
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3);
  e.goal = {Goal::Kind::cycles, end};
  e.max_cycles = 3 * end;  // sockets still answer when the fabric rests
  return e;
}

}  // namespace

TEST_CASE("message-driven: every task that is put is fetched once or is still there") {
  test::property([] {
    const auto name = *rc::gen::element<std::string>("ring:2", "ring:5", "mesh:3x3");
    const auto scheme = *rc::gen::element<std::string>("sid", "rid", "gm", "nna-async", "steal",
                                                       "diffusion-async", "dem-request");
    const bool software = *rc::gen::arbitrary<bool>();
    const bool loosely = *rc::gen::arbitrary<bool>();
    const auto pes = Fabric::parse(name).pes();
    const auto loads = *rc::gen::container<std::vector<Load>>(pes, rc::gen::inRange<Load>(0, 12));
    if (!SchemeChoice::parse(scheme).entry->objection(Fabric::parse(name)).empty()) return;
    auto e = message_driven(name, scheme, loads, 3000);
    e.balancer.software = software;
    const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
    const auto numbers = test::in_child([&] {
      Bench bench(e);
      auto random = random_stream(seed, "traffic");
      std::vector<std::uint64_t> expected;
      std::vector<std::uint64_t> all;
      std::int64_t put = 0;
      for (Node pe = 0; pe < pes; ++pe) {
        if (random() % 2 == 0 && pe > 0) continue;
        const auto list = random_accesses(random, first_put * (pe + 1), 60);
        bench.drive(loosely, pe, [&, list](Driver& driver) {
          for (const auto& [pause, request] : list) {
            if (pause > 0) sc_core::wait(cycles(pause));
            const auto answer = driver.access(request);
            if (!answer.ok()) continue;
            if (request.offset == reg::put) expected.push_back(request.words[0]);
            if (request.offset == reg::put) ++put;
            if (request.offset == reg::fetch) all.push_back(answer.value());
          }
        });
      }
      sc_core::sc_start();
      const auto result = bench.fabric.finish();
      for (Load i = 0; i < std::accumulate(loads.begin(), loads.end(), Load{0}); ++i) {
        expected.push_back(static_cast<std::uint64_t>(i));
      }
      const auto fetched = static_cast<std::int64_t>(all.size());
      std::int64_t wrong_loads = 0;
      for (Node pe = 0; pe < pes; ++pe) {
        wrong_loads += result.loads[pe] == bench.fabric.pe(pe).load() ? 0 : 1;
      }
      for (const auto& list : bench.fabric.tasks()) {
        for (const auto task : list) all.push_back(bench.tasks.data().take(task).at(0));
      }
      std::sort(all.begin(), all.end());
      std::sort(expected.begin(), expected.end());
      std::int64_t unfinished = 0;
      for (const auto& driver : bench.drivers) unfinished += driver->finished ? 0 : 1;
      return Numbers{
          all == expected ? 1 : 0, wrong_loads, result.run.cycles, put, fetched, unfinished};
    });
    RC_ASSERT(numbers.at(0) == 1);
    RC_ASSERT(numbers[1] == 0);
    RC_ASSERT(numbers[2] == 3000);
    RC_ASSERT(numbers[5] == 0);
    RC_CLASSIFY(numbers[3] > 20 && numbers[4] > 20, "much came and went");
  });
}

TEST_CASE("message-driven: the balancer hears of a put or a fetch in its own cycle") {
  auto e = message_driven("ring:2", "sid", {3, 0}, 400);
  const auto numbers = test::in_child([&] {
    Numbers heard;
    test::Script script;
    script.load_changed = [&](AgentPe& pe) {
      heard.insert(heard.end(), {pe.node(), pe.now(), pe.load()});
    };
    e.agents = std::make_shared<test::Chatter>(script);
    Bench bench(e);
    bench.drive(0, [&](Driver& driver) {
      sc_core::wait(cycles(50));
      driver.write(reg::put, 1);
      sc_core::wait(cycles(9));
      driver.read(reg::fetch);
      driver.read(reg::fetch);
    });
    sc_core::sc_start();
    return heard;
  });
  CHECK(numbers == Numbers{0, 50, 4, 0, 60, 3, 0, 61, 2});
}

TEST_CASE("message-driven: a fetch that waits takes a task in the cycle in which it lands") {
  auto e = message_driven("ring:4", "sid", {3, 0, 0, 0}, 1000);
  const auto numbers = test::in_child([&] {
    Cycle landed = 0;
    Cycle heard = 0;
    test::Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 0) pe.send_tasks(1, 1);
    };
    script.tasks = [&](AgentPe& pe, Node, Load, std::int64_t) { landed = pe.now(); };
    script.load_changed = [&](AgentPe& pe) { heard = pe.now(); };
    e.agents = std::make_shared<test::Chatter>(script);
    Bench bench(e);
    Numbers seen;
    bench.drive(1, [&](Driver& driver) {
      const auto answer = driver.read(reg::fetch);
      seen = {answer.ok() ? 1 : 0, cycle_of(answer.at) - landed, heard - landed,
              landed > e.links[0].passage(e.task_bits) ? 1 : 0};
    });
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{1, 1, 0, 1});
}

TEST_CASE("message-driven: what is put at one PE is balanced and fetched at another") {
  const auto scheme =
      GENERATE(std::string("nna-async"), std::string("gm"), std::string("diffusion-async"));
  INFO(scheme);
  const auto e = message_driven("ring:6", scheme, {0, 0, 0, 0, 0, 0}, 40'000);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    bench.drive(0, [](Driver& driver) {
      sc_core::wait(cycles(100));
      for (std::uint64_t i = 0; i < 40; ++i) driver.write(reg::put, first_put + i);
    });
    bench.drive(3, [&](Driver& driver) {
      const auto answer = driver.read(reg::fetch);
      seen = {answer.ok() ? 1 : 0, answer.value() >= first_put ? 1 : 0, cycle_of(answer.at),
              static_cast<std::int64_t>(driver.read(reg::port_first + reg::words).value() +
                                        driver.read(reg::port_first + reg::transfers).value())};
    });
    sc_core::sc_start();
    return seen;
  });
  REQUIRE(numbers.size() == 4);
  CHECK(numbers[0] == 1);
  CHECK(numbers[1] == 1);
  CHECK(numbers[2] >= 100 + 3 * e.links[0].passage(e.task_bits));
  CHECK(numbers[3] > 0);
}

TEST_CASE("message-driven: loosely and approximately timed initiators have the same cycles") {
  const auto scheme = GENERATE(std::string("sid"), std::string("steal"));
  const auto seed = GENERATE(range(0U, 20U));
  auto e = message_driven("ring:4", scheme, {5, 0, 2, 0}, 5000);
  e.queue_depth = 6;
  const auto run = [&](bool loosely) {
    return test::in_child([&] {
      Bench bench(e);
      Numbers by_pe[2];
      for (const Node pe : {0U, 2U}) {
        auto random = random_stream(seed + pe, "accesses");
        const auto list = random_accesses(random, first_put * (pe + 1), 40);
        bench.drive(loosely, pe, [&mine = by_pe[pe / 2], list](Driver& driver) {
          for (const auto& [pause, request] : list) {
            sc_core::wait(cycles(pause));
            const auto answer = driver.access(request);
            mine.insert(mine.end(), {cycle_of(answer.at), answer.status,
                                     static_cast<std::int64_t>(answer.value())});
          }
        });
      }
      sc_core::sc_start();
      for (const auto& driver : bench.drivers) {
        const auto* const timed = dynamic_cast<AtDriver*>(driver.get());
        if (timed != nullptr && timed->wrong != 0) by_pe[0].push_back(-1);
      }
      by_pe[0].insert(by_pe[0].end(), by_pe[1].begin(), by_pe[1].end());
      return by_pe[0];
    });
  };
  const auto loosely = run(true);
  CHECK(loosely == run(false));
  CHECK(loosely.size() > 100);
}

TEST_CASE("message-driven: sockets that do nothing, or only look, change nothing") {
  const auto scheme = GENERATE(std::string("sid"), std::string("rid"), std::string("gm"));
  const bool looks = GENERATE(false, true);
  const auto e = message_driven("mesh:3x3", scheme, {40, 0, 3, 0, 0, 17, 0, 1, 9}, 4000);
  const auto plain = test::run_forked(e).result;
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    for (Node pe = 0; pe < 9; pe += 2) {
      bench.drive(pe, [&](Driver& driver) {
        while (looks && !bench.fabric.done()) driver.read(reg::status);
      });
    }
    sc_core::sc_start();
    return Numbers{test::same(e, plain, bench.fabric.finish()) ? 1 : 0};
  });
  CHECK(numbers == Numbers{1});
}

TEST_CASE("message-driven: a PE serves one fetch and one put a cycle to those outside") {
  const auto e = message_driven("ring:2", "sid", {1, 0}, 100);
  const auto numbers = test::in_child([&] {
    Bench bench(e);
    Numbers seen;
    bench.drive(0, [&](Driver&) {
      sc_core::wait(cycles(10));
      for (int delta = 0; delta < 4; ++delta) sc_core::wait(sc_core::SC_ZERO_TIME);
      auto& queue = *bench.fabric.pe(1).outside();
      const auto complains = [&](auto&& act) {
        try {
          act();
        } catch (const ModelError&) {
          return 1;
        }
        return 0;
      };
      // Neither sees what the other does in the same cycle.
      seen.push_back(queue.accept({7}) ? 1 : 0);
      seen.push_back(queue.fetch().has_value() ? 1 : 0);
      seen.push_back(complains([&] { queue.fetch(); }));
      seen.push_back(complains([&] { queue.accept({8}); }));
    });
    sc_core::sc_start();
    return seen;
  });
  CHECK(numbers == Numbers{1, 0, 1, 1});
}
