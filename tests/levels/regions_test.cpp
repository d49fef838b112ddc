// SPDX-License-Identifier: Apache-2.0
// Regions of a message-driven fabric act side by side, on a thread each, and what comes of it is
// what one thread does.
#include <algorithm>
#include <functional>

#include "models/errors.h"
#include "models/experiment/limits.h"
#include "models/pe/lookahead.h"
#include "models/pe/message_driven_fabric.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"
#include "tests/catch.h"
#include "tests/support/any_threads.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/messages.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

std::vector<TaskId> sorted_ids(const std::vector<Task>& tasks) {
  std::vector<TaskId> ids;
  for (const auto& task : tasks) ids.push_back(task.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// An application's tasks are named in the order in which regions come to them, and are not
/// compared.
void require_same_for_any_number(const Experiment& e) {
  using Tasks = std::vector<Task>;
  test::require_same_for_any_number(e, [&e](const Tasks& shared, const Tasks& alone) {
    if (!e.application) REQUIRE(sorted_ids(shared) == sorted_ids(alone));
  });
}

std::vector<std::string> message_driven_schemes(const Fabric& fabric) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    if (name.rfind("test-", 0) == 0 || !entry.is_message_driven() || entry.conducts) continue;
    if (entry.objection(fabric).empty()) names.push_back(name);
  }
  return names;
}

std::vector<Load> some_loads(const Fabric& fabric) {
  std::vector<Load> loads(fabric.pes());
  for (Node node = 0; node < fabric.pes(); ++node) loads[node] = node * 7 % 23;
  return loads;
}

/// Tasks that nobody works on, for so many cycles.
Experiment at_rest(const Fabric& fabric, const std::string& scheme, Cycle cycles = 3'000) {
  auto e = test::experiment_on(fabric, scheme, some_loads(fabric));
  e.goal = {Goal::Kind::cycles, cycles};
  e.max_cycles = 2 * cycles;
  e.lists_deepest = true;
  return e;
}

/// An application until it is finished.
Experiment working(const Fabric& fabric, const std::string& scheme,
                   const std::string& application = "uts:t=1,a=3,d=5,b=3,r=19,work=37") {
  const auto choice = ApplicationChoice::parse(application);
  auto e = test::experiment_on(fabric, scheme, std::vector<Load>(fabric.pes(), 0));
  e.application = [choice, nodes = fabric.pes(), clock = e.clock] {
    return choice.entry->make({nodes, 5, clock, choice.parameters});
  };
  e.loads = e.application()->initial_loads();
  e.queue_depth = 1 << 12;
  e.load_bits = default_load_bits(e.queue_depth);
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = 2'000'000;
  e.lists_deepest = true;
  e.balancer.tasks_per_message = 1;
  return e;
}

Numbers text_of(const std::string& text) { return {text.begin(), text.end()}; }

}  // namespace

TEST_CASE("any number of threads gives the same result with every message-driven scheme",
          "[volume]") {
  const auto* name = GENERATE("ring:10", "torus:5x4", "hypercube:4", "hhc:3", "mesh:3x5");
  const auto fabric = Fabric::parse(name);
  for (const auto& scheme : message_driven_schemes(fabric)) {
    INFO(name << ' ' << scheme);
    require_same_for_any_number(at_rest(fabric, scheme));
    require_same_for_any_number(working(fabric, scheme));
  }
}

TEST_CASE("regions give the same result on graphs") {
  const auto fabric = test::random_graph(17, 20, 5);
  for (const auto& scheme : message_driven_schemes(fabric)) {
    INFO(scheme);
    require_same_for_any_number(at_rest(fabric, scheme));
  }
}

TEST_CASE("regions give the same result however messages go", "[volume]") {
  const auto fabric = Fabric::parse("torus:5x4");
  using Change = std::function<void(Experiment&)>;
  const std::vector<std::pair<const char*, Change>> changes = {
      {"cut-through", [](Experiment& e) { e.switching = Switching::cut_through; }},
      {"random routes", [](Experiment& e) { e.routing = Routing::random; }},
      {"routers replicate", [](Experiment& e) { e.broadcast = Broadcast::tree; }},
      {"slow links, set-up",
       [](Experiment& e) {
         test::set_links(e, LinkClass{40'000'000, 5, 9});
       }},
      {"fast links",
       [](Experiment& e) {
         test::set_links(e, LinkClass{8'000'000'000, 1});
       }},
      {"many buffers", [](Experiment& e) { e.buffers = 4; }},
      {"full queues", [](Experiment& e) { e.queue_depth = 24; }},
      {"many tasks a message", [](Experiment& e) { e.balancer.tasks_per_message = 0; }},
      {"a slow balancer", [](Experiment& e) { e.balancer.handling = 30; }},
      {"a balancer in software",
       [](Experiment& e) {
         e.balancer.software = true;
         e.balancer.poll_period = 50;
         e.balancer.poll_cost = 3;
       }},
      {"three executors a PE",
       [](Experiment& e) { e.executors = std::vector<unsigned>(e.fabric.pes(), 3); }},
      {"the limit in the middle", [](Experiment& e) { e.max_cycles = 777; }},
  };
  for (const auto& [what, change] : changes) {
    for (const auto* scheme : {"steal", "hbm", "nna-async", "lueling-monien"}) {
      INFO(scheme << ", " << what);
      for (auto e : {at_rest(fabric, scheme), working(fabric, scheme)}) {
        change(e);
        require_same_for_any_number(e);
      }
    }
  }
}

TEST_CASE("regions give the same result with every application and goal") {
  const auto fabric = Fabric::parse("torus:4x3");
  for (const auto* application : {"uts:t=0,b=20,q=0.2,m=4,r=3,work=1", "loops:g=9", "jobs:n=9",
                                  "phases", "iterations:tasks=40,n=3", "producer"}) {
    INFO(application);
    require_same_for_any_number(working(fabric, "steal", application));
  }
  for (const Cycle limit : {0, 1, 2}) {
    auto e = at_rest(fabric, "nna-async");
    e.max_cycles = limit;
    require_same_for_any_number(e);
  }
  for (const auto kind : {Goal::Kind::balanced, Goal::Kind::shared}) {
    auto e = at_rest(fabric, "nna-async");
    e.goal = {kind, 0};
    e.max_cycles = 5'000;
    require_same_for_any_number(e);
  }
}

TEST_CASE("whether a run is watched changes no number, on one thread or several") {
  // After 4,096 acts of PEs a watch is asked. One of these runs comes to rest with just so many.
  for (Cycle last = 4'089; last < 4'101; ++last) {
    test::Script script;
    script.start = [](AgentPe& pe) {
      if (pe.node() == 0) pe.set_timer(1);
    };
    script.timer = [last](AgentPe& pe) {
      if (pe.now() < last) pe.set_timer(1);
    };
    auto e =
        test::chat(Fabric::parse("ring:4"), {1, 1, 1, 1}, Switching::store_and_forward, script);
    e.goal = {Goal::Kind::finished, 0};
    e.max_cycles = 20'000;
    const auto watch = [](const Progress&) { return true; };
    const auto unwatched = test::run_forked(e).result;
    CHECK(unwatched.ending == Ending::rest);
    for (const unsigned threads : {1, 3}) {
      CHECK(test::run_forked(e, watch, threads).result.run.cycles == unwatched.run.cycles);
    }
  }
}

TEST_CASE("a watch ends a run of several regions") {
  auto e = at_rest(Fabric::parse("torus:5x4"), "diffusion-async", 1'000'000);
  const auto ran = test::run_forked(
      e, [](const Progress& so_far) { return so_far.at.cycles < 9'000; }, 3);
  CHECK(ran.result.ending == Ending::interrupted);
  CHECK(ran.result.run.cycles >= 9'000);
  CHECK(ran.result.run.cycles < 50'000);
  // Nothing is in its result that happened later.
  e.goal.count = ran.result.run.cycles;
  const auto whole = test::run_forked(e).result;
  CHECK(ran.result.loads == whole.loads);
  CHECK(ran.result.routed->words == whole.routed->words);
  CHECK(ran.result.routed->received == whole.routed->received);
}

TEST_CASE("the first error is reported by any number of regions") {
  const auto fabric = Fabric::parse("ring:12");
  for (const Node first : {0, 5, 11}) {
    const auto error = [&](unsigned threads) {
      return test::in_child([&] {
        test::Script script;
        script.start = [](AgentPe& pe) { pe.set_timer(40); };
        // Two others are wrong two cycles later.
        script.timer = [first](AgentPe& pe) {
          const Node distance = (pe.node() + 12 - first) % 12;
          if (distance == 0) pe.send_word(pe.node(), {0, 1});
          if (distance == 3 || distance == 8) pe.set_timer(1);
          if (pe.now() > 41) throw ModelError("too late");
        };
        auto e = test::chat(fabric, std::vector<Load>(12, 1), Switching::store_and_forward, script);
        e.goal = {Goal::Kind::cycles, 1'000};
        try {
          run_cycles(e, {}, nullptr, nullptr, threads);
        } catch (const ModelError& wrong) {
          return text_of(wrong.what());
        }
        return Numbers{};
      });
    };
    const auto alone = error(1);
    CHECK(!alone.empty());
    for (const unsigned threads : {2, 3, 7}) CHECK(error(threads) == alone);
  }
}

TEST_CASE("who is told of what happens is called by one thread, however many there may be") {
  const auto told = [](unsigned threads) {
    return test::in_child([threads] {
      struct Counting final : Observer {
        std::int64_t calls = 0;
        void load_changes(Cycle, Node, std::int64_t) override { ++calls; }
      };
      Counting counting;
      const auto e = at_rest(Fabric::parse("torus:5x4"), "nna-async");
      run_cycles(e, {}, &counting, nullptr, threads);
      return Numbers{counting.calls};
    });
  };
  CHECK(told(1).front() > 0);
  CHECK(told(3) == told(1));
}

TEST_CASE("what regions are ahead of cannot be waited for, and takes no tasks from outside") {
  const auto offers = [](unsigned threads) {
    return test::in_child([threads] {
      const auto e = at_rest(Fabric::parse("ring:4"), "steal");
      MessageDrivenParts parts;
      parts.names = false;
      parts.threads = threads;
      MessageDrivenFabric fabric("fabric", e, {}, nullptr, parts);
      bool has_arrivals = true;
      try {
        fabric.channel(2, 0)->default_event();
      } catch (const ValueError&) {
        has_arrivals = false;
      }
      return Numbers{fabric.pe(2).outside() != nullptr, has_arrivals};
    });
  };
  CHECK(offers(1) == Numbers{1, 1});
  CHECK(offers(2) == Numbers{0, 0});
}

TEST_CASE("nobody notices what a router does sooner than the lookahead") {
  // The shortest message takes a cycle a bit, and one more to come.
  auto e = at_rest(Fabric::parse("ring:8"), "nna-async");
  const auto electrical = lookahead(e);
  test::set_links(e, LinkClass{125'000'000, 4, 10});
  const auto slow = lookahead(e);
  CHECK(electrical > 2);
  CHECK(slow == 10 + 2 * (electrical - 1) + 4);
  test::set_links(e, LinkClass{1'000'000'000'000, 1});
  CHECK(lookahead(e) == 2);
}
