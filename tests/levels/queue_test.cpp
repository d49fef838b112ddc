// SPDX-License-Identifier: Apache-2.0
// How deep queues were.
#include <algorithm>
#include <map>

#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"

using namespace isobar;
using test::same;

namespace {

const std::vector<std::string> fabrics = {"ring:2",      "ring:5", "torus:3x2", "torus:4x4",
                                          "hypercube:3", "hhc:2",  "mesh:3x4"};

/// The deepest queues by what an observer is told: of several loads of a PE that are announced from
/// one cycle on, the last one holds.
class Told final : public Observer {
 public:
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    loads_[{node, from}] = load;
    most_[node] = std::max(most_[node], load);
  }
  std::vector<Load> deepest() const {
    std::map<Node, Load> all;
    for (const auto& [at, load] : loads_) all[at.first] = std::max(all[at.first], load);
    return listed(all);
  }
  /// The largest load of each PE that was announced.
  std::vector<Load> most() const { return listed(most_); }

 private:
  static std::vector<Load> listed(const std::map<Node, Load>& by_node) {
    std::vector<Load> list;
    for (const auto& [node, load] : by_node) list.push_back(load);
    return list;
  }

  std::map<std::pair<Node, Cycle>, Load> loads_;
  std::map<Node, Load> most_;
};

std::vector<std::string> schemes_of(const Fabric& fabric, bool message_driven) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    const bool of_the_program = name.rfind("test-", 0) != 0 && name.rfind("hetero", 0) != 0;
    if (of_the_program && entry.is_message_driven() == message_driven &&
        entry.objection(fabric).empty()) {
      names.push_back(name);
    }
  }
  return names;
}

Experiment random_experiment(bool message_driven) {
  const auto name = *rc::gen::elementOf(fabrics);
  const auto fabric = Fabric::parse(name);
  const auto scheme = *rc::gen::elementOf(schemes_of(fabric, message_driven));
  const auto most = *rc::gen::element<Load>(2, 9, 60);
  const auto loads =
      *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, most));
  auto e = test::experiment(name, message_driven ? "none" : scheme, loads);
  if (message_driven) {
    e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1, {});
    e.scheme.reset();
    e.max_cycles = 5000;
    e.goal = {Goal::Kind::cycles, 5000};
  } else {
    e.goal = *rc::gen::element(Goal{Goal::Kind::balanced, 0}, Goal{Goal::Kind::steps, 9});
    e.max_steps = 40;
  }
  if (*rc::gen::arbitrary<bool>()) {
    test::RandomTrees trees;
    trees.roots = loads;
    trees.size = *rc::gen::element<std::int64_t>(1, 7, 20);
    trees.most_work = *rc::gen::element<Cycle>(1, 9, 90);
    trees.most_children = *rc::gen::element<std::int64_t>(1, 5);
    trees.seed = *rc::gen::arbitrary<std::uint64_t>();
    e.queue_depth = default_queue_depth({trees.total()});
    e.application = [trees] { return test::random_application(trees); };
  }
  return e;
}

void require_between(const Experiment& e, const RunResult& r) {
  RC_ASSERT(r.deepest_queues.size() == e.fabric.pes());
  for (Node node = 0; node < e.fabric.pes(); ++node) {
    RC_ASSERT(r.deepest_queues[node] >= e.loads[node]);
    RC_ASSERT(r.deepest_queues[node] >= r.loads[node]);
    RC_ASSERT(r.deepest_queues[node] <= e.queue_depth);
  }
  RC_ASSERT(r.deepest_queue == *std::max_element(r.deepest_queues.begin(), r.deepest_queues.end()));
}

}  // namespace

TEST_CASE("the deepest queues are the most of the loads that an observer is told, at both levels") {
  test::property_of_runs([] {
    const auto e = random_experiment(false);
    Told told;
    const auto watched = run_steps_generic(e, {}, &told);
    RC_ASSERT(watched.deepest_queues == told.deepest());
    require_between(e, watched);
    RC_ASSERT(same(e, run_steps(e), watched));
    RC_ASSERT(same(e, test::run_forked(e).result, watched));
  });
}

TEST_CASE("the deepest queues of a message-driven run are the most that were ever in them") {
  test::property_of_runs([] {
    const auto e = random_experiment(true);
    const auto numbers = test::in_child([&] {
      Told told;
      const auto result = run_cycles(e, {}, &told);
      auto both = result.deepest_queues;
      const auto most = told.most();
      both.insert(both.end(), most.begin(), most.end());
      return both;
    });
    RC_ASSERT(numbers.size() == 2 * e.fabric.pes());
    const auto half = numbers.begin() + static_cast<std::ptrdiff_t>(e.fabric.pes());
    RC_ASSERT(std::equal(numbers.begin(), half, half));
    require_between(e, test::run_forked(e).result);
  });
}

TEST_CASE("each PE's deepest queue is listed only where the experiment asks for it") {
  auto e = test::experiment("torus:4x4", "diffusion", "spike:5");
  CHECK(run_steps(e).deepest_queues.size() == 16);
  e.lists_deepest = false;
  const auto r = run_steps(e);
  CHECK(r.deepest_queues.empty());
  CHECK(r.deepest_queue == 80);
  CHECK(same(e, r, test::run_forked(e).result));
}

TEST_CASE("no Liquid phase makes the deepest queue deeper, and others can") {
  test::property([] {
    const auto name = *rc::gen::elementOf(fabrics);
    const auto fabric = Fabric::parse(name);
    const auto loads =
        *rc::gen::container<std::vector<Load>>(fabric.nodes(), rc::gen::inRange<Load>(0, 9));
    const auto scheme = *rc::gen::element<std::string>("lm-c0", "lm-c2", "lm-c5");
    if (!SchemeChoice::parse(scheme).entry->objection(fabric).empty()) return;
    auto e = test::experiment(name, scheme, loads);
    e.goal = {Goal::Kind::steps, 20};
    RC_ASSERT(run_steps(e).deepest_queue == *std::max_element(loads.begin(), loads.end()));
  });
  // The four neighbours of an empty PE send it three tenths of 90 tasks each in one phase.
  std::vector<Load> loads(9, 90);
  loads[0] = 0;
  auto e = test::experiment("torus:3x3", "diffusion:alpha=0.3", loads);
  e.goal = {Goal::Kind::steps, 1};
  CHECK(run_steps(e).deepest_queue == 108);
}
