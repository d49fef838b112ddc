// SPDX-License-Identifier: Apache-2.0
// Threads share the PEs of a lockstep fabric, and what comes of it is what one thread does.
#include <functional>
#include <systemc>
#include <utility>

#include "models/errors.h"
#include "models/pe/fabric_model.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/synchronous/liquid.h"
#include "tests/catch.h"
#include "tests/support/any_threads.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/program.h"
#include "tests/support/random_application.h"
#include "tests/support/scratch.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Every synchronous scheme that the fabric is one for, with its defaults.
void for_each_scheme(const Fabric& fabric, const std::function<void(const Experiment&)>& check) {
  for (const auto& [name, entry] : schemes()) {
    const auto choice = SchemeChoice::parse(name);
    if (name.rfind("test-", 0) == 0) continue;  // not all keep their contract
    if (!entry.make || choice.is_message_driven() || choice.is_ideal()) continue;
    Experiment e = test::experiment_on(fabric, "none", std::vector<Load>(fabric.pes(), 0));
    for (Node node = 0; node < fabric.pes(); ++node) e.loads[node] = node * 7 % 23;
    e.queue_depth = default_queue_depth(e.loads);
    e.load_bits = default_load_bits(e.queue_depth);
    e.lists_deepest = true;
    e.max_steps = 12;
    e.goal = {Goal::Kind::steps, 12};
    try {
      e.scheme = choice.make(e.fabric, e.load_bits);
    } catch (const ValueError&) {
      continue;
    }
    INFO(fabric.name() << ' ' << name);
    check(e);
  }
}

void require_same_for_any_number(const Experiment& e) {
  using Tasks = std::vector<Task>;
  test::require_same_for_any_number(e, [](const Tasks& shared, const Tasks& alone) {
    for (std::size_t i = 0; i < alone.size(); ++i) REQUIRE(shared[i].id == alone[i].id);
  });
}

/// Liquid without the rules by which its PEs need not ask it.
class AskedLiquid final : public SynchronousScheme {
 public:
  AskedLiquid(const Experiment& e, Condition condition)
      : liquid_(condition, e.fabric, e.load_bits) {}
  const std::vector<Phase>& phases() const override { return liquid_.phases(); }
  void announce(std::size_t phase, const PeView& self, Words& out) const override {
    liquid_.announce(phase, self, out);
  }
  void decide(std::size_t phase, const PeView& self, Orders& out) const override {
    liquid_.decide(phase, self, out);
  }

 private:
  Liquid liquid_;
};

/// Each PE names another phase to follow.
class Disagreeing final : public SynchronousScheme {
 public:
  explicit Disagreeing(Node first) : first_(first), phases_(2) {}
  const std::vector<Phase>& phases() const override { return phases_; }
  void announce(std::size_t, const PeView&, Words&) const override {}
  void decide(std::size_t, const PeView&, Orders&) const override {}
  bool in_order() const override { return false; }
  std::size_t next(std::size_t, const PeView& self) const override {
    return self.node <= first_ ? 0 : 1;
  }

 private:
  Node first_;
  std::vector<Phase> phases_;
};

/// The text of the error with which the run ends.
Numbers error_of(const Experiment& e, unsigned threads) {
  return test::in_child([&] {
    Numbers text;
    try {
      FabricParts parts;
      parts.threads = threads;
      const FabricModel fabric("fabric", e, {}, nullptr, parts);
      sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
      for (const char c : std::string(report.get_msg())) text.push_back(c);
    }
    return text;
  });
}

/// Notes what it is told, in order.
struct Notes final : Observer {
  Numbers notes;
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    notes.insert(notes.end(), {1, from, node, load});
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override {
    notes.insert(notes.end(), {2, static_cast<std::int64_t>(link), from, to, value});
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    notes.insert(notes.end(), {3, static_cast<std::int64_t>(link), from, to, tasks});
  }
};

/// Waits for arrivals on a link from the cycle `from` on, and notes them.
class Waiter : public sc_core::sc_module {
 public:
  Waiter(const sc_core::sc_module_name& name, FabricModel& fabric, Node node, Cycle from,
         Numbers& notes)
      : sc_module(name), fabric_(fabric), node_(node), from_(from), notes_(notes) {
    SC_HAS_PROCESS(Waiter);
    SC_THREAD(run);
  }

 private:
  void run() {
    wait(fabric_.clock().time(from_));
    auto* const link = fabric_.channel(node_, 0);
    while (true) {
      wait(link->default_event());
      const auto& [cycle, message] = link->arrival();
      notes_.insert(notes_.end(), {node_, cycle, message.payload});
    }
  }

  FabricModel& fabric_;
  Node node_;
  Cycle from_;
  Numbers& notes_;
};

}  // namespace

TEST_CASE("any number of threads gives the same result with every synchronous scheme", "[volume]") {
  const auto* fabric =
      GENERATE("ring:3", "ring:10", "torus:5x4", "hypercube:4", "hhc:3", "mesh:3x5");
  for_each_scheme(Fabric::parse(fabric), require_same_for_any_number);
}

TEST_CASE("any number of threads gives the same result on graphs") {
  for_each_scheme(test::random_graph(17, 20, 5), require_same_for_any_number);
}

TEST_CASE("any number of threads gives the same result where queues fill up") {
  for_each_scheme(Fabric::parse("torus:4x3"), [](Experiment e) {
    if (e.scheme->liquid_condition()) return;
    e.credits = true;
    e.queue_depth = 24;
    require_same_for_any_number(e);
  });
}

TEST_CASE("any number of threads gives the same result with an application") {
  for_each_scheme(Fabric::parse("torus:4x3"), [](Experiment e) {
    test::RandomTrees trees;
    trees.roots = e.loads;
    trees.size = 5;
    trees.most_work = 200;
    trees.most_children = 3;
    e.queue_depth = 4096;
    e.application = [trees] { return test::random_application(trees); };
    require_same_for_any_number(e);
  });
}

TEST_CASE("an observer is told the same by any number of threads") {
  auto e = test::experiment("torus:4x5", "diffusion", "spike:6");
  e.max_steps = 9;
  const auto told = [&](unsigned threads) {
    return test::in_child([&] {
      Notes notes;
      FabricParts parts;
      parts.threads = threads;
      const FabricModel fabric("fabric", e, {}, &notes, parts);
      sc_core::sc_start();
      return notes.notes;
    });
  };
  const auto alone = told(1);
  CHECK(!alone.empty());
  CHECK(told(3) == alone);
}

TEST_CASE("who waits for arrivals, be it from the middle of a run on, sees the same") {
  auto e = test::experiment("torus:4x5", "lm-c5", "spike:6");
  e.max_steps = 30;
  const auto seen = [&](unsigned threads) {
    return test::in_child([&] {
      Numbers notes;
      FabricParts parts;
      parts.threads = threads;
      FabricModel fabric("fabric", e, {}, nullptr, parts);
      const Waiter late("late", fabric, 7, 500, notes);
      const Waiter later("later", fabric, 0, 900, notes);
      sc_core::sc_start();
      const auto result = fabric.finish();
      notes.insert(notes.end(), result.loads.begin(), result.loads.end());
      return notes;
    });
  };
  const auto alone = seen(1);
  CHECK(alone.size() > 20 + 3 * 10);
  CHECK(seen(4) == alone);
}

TEST_CASE("of several errors at once, the first PE's is reported by any number of threads") {
  auto e = test::experiment("torus:4x5", "none", "spike:6");
  for (const Node first : {0, 3, 9, 14, 18}) {
    e.scheme = std::make_shared<Disagreeing>(first);
    const auto alone = error_of(e, 1);
    CHECK(!alone.empty());
    for (const unsigned threads : {2, 3, 7}) CHECK(error_of(e, threads) == alone);
  }
}

TEST_CASE("PEs that need not ask the Liquid model do what it would say") {
  const auto* fabric = GENERATE("ring:2", "ring:7", "torus:2x5", "hypercube:3", "hhc:3");
  for (int c = 0; c < 6; ++c) {
    auto e = test::experiment(fabric, "lm-c" + std::to_string(c), "uniform:0..9", 5);
    e.max_steps = 40;
    REQUIRE(!e.scheme->liquid_rules().empty());
    auto asked = e;
    asked.scheme = std::make_shared<AskedLiquid>(e, *e.scheme->liquid_condition());
    CHECK(test::same(e, test::run_forked(asked).result, test::run_forked(e).result));
  }
}

TEST_CASE("the program's result has the same bytes for any number of threads") {
  const test::Scratch folder;
  const auto result = [&](const std::string& level, const std::string& threads) {
    const auto ran =
        test::run_program({"run", "--fabric", "torus:6x6", "--scheme", "lm-c5", "--load", "spike:5",
                           "--level", level, "--threads", threads, "--json", "-"},
                          folder.path());
    CHECK(ran.status == 0);
    return ran.out;
  };
  for (const auto* level : {"cycles", "steps"}) {
    const auto alone = result(level, "1");
    CHECK(!alone.empty());
    CHECK(result(level, "3") == alone);
    CHECK(result(level, "auto") == alone);
  }
}

TEST_CASE("a message-driven result has the same bytes for any number of threads") {
  const test::Scratch folder;
  const auto result = [&](const std::string& threads) {
    const auto ran =
        test::run_program({"run", "--fabric", "torus:6x6", "--scheme", "steal", "--app",
                           "uts:t=1,a=3,d=5,b=4,r=19", "--threads", threads, "--json", "-"},
                          folder.path());
    CHECK(ran.status == 0);
    return ran.out;
  };
  const auto alone = result("1");
  CHECK(!alone.empty());
  for (const auto* threads : {"2", "3", "7", "auto"}) CHECK(result(threads) == alone);
}

TEST_CASE("threads are refused where one thread computes the run") {
  const auto ran = test::run_program({"run", "--fabric", "torus:6x6", "--scheme", "lm-c5", "--load",
                                      "spike:5", "--level", "rtl", "--threads", "2"});
  CHECK(ran.status == 2);
  CHECK_THAT(ran.err, Catch::Contains("the level rtl runs on one thread"));
}
