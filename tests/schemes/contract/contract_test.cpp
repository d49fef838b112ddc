// SPDX-License-Identifier: Apache-2.0
// What holds for every scheme: a new one enters by being registered.
#include <algorithm>
#include <numeric>

#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;
using test::same;

namespace {

const std::vector<std::string> fabrics = {"ring:3",      "ring:8",      "torus:4x4", "torus:5x3",
                                          "torus:2x3x1", "hypercube:4", "hhc:2",     "mesh:4x3"};
const std::vector<std::string> loads = {"spike:3", "uniform:0..20", "point:40@1"};

Load sum(const std::vector<Load>& all) { return std::accumulate(all.begin(), all.end(), Load{0}); }

Experiment short_run(const std::string& fabric, const std::string& scheme,
                     const std::string& load) {
  auto e = test::experiment(fabric, scheme, load, 5);
  e.max_steps = 12;
  e.goal = {Goal::Kind::steps, e.max_steps};
  return e;
}

/// The same, weighted, with machines that are far from alike.
Experiment weighted(Experiment e, const std::string& scheme) {
  const std::vector<Rational> some = {3, Rational(1, 2), 40, Rational(7, 4), 1};
  for (Node node = 0; node < e.fabric.pes(); ++node) e.speeds.push_back(some[node % some.size()]);
  e.scheme = SchemeChoice::parse(scheme + ":weighted=yes").make(e.fabric, e.load_bits, 1, e.speeds);
  return e;
}

bool can_be_weighted(const SchemeEntry& scheme) {
  return std::any_of(scheme.parameters.begin(), scheme.parameters.end(),
                     [](const Parameter& p) { return p.name == "weighted"; });
}

/// Calls `check` for every scheme on every fabric that it does not object to, and every load.
template <class Check>
void for_all(const Check& check) {
  for (const auto& [name, scheme] : schemes()) {
    if (name.rfind("test-", 0) == 0) continue;  // some of which break it on purpose
    if (scheme.is_message_driven()) continue;   // agents_test.cpp
    std::size_t runs = 0;
    for (const auto& fabric : fabrics) {
      if (!scheme.objection(Fabric::parse(fabric)).empty()) continue;
      for (const auto& load : loads) {
        INFO(name << " on " << fabric << ", " << load);
        const auto run = short_run(fabric, name, load);
        check(run);
        if (can_be_weighted(scheme)) check(weighted(run, name));
        ++runs;
      }
    }
    INFO(name);
    CHECK(runs > 0);
  }
}

/// Each PE apart, in an order of its own in every phase, with nothing within reach but what the
/// contract hands it: copies of its own registers and of the words that it was sent.
class Apart {
 public:
  Apart(const Experiment& e, std::uint64_t seed)
      : e_(e), scheme_(*e.scheme), random_(random_stream(seed, "order")), loads_(e.loads) {
    const auto degree = e.fabric.degree();
    order_.resize(e.fabric.nodes());
    std::iota(order_.begin(), order_.end(), Node{0});
    for (Node node = 0; node < e.fabric.nodes(); ++node) {
      heard_.emplace_back(degree, 0);
      registers_.emplace_back(scheme_.registers(), 0);
    }
  }

  const std::vector<Load>& run() {
    std::size_t phase = 0;
    for (std::int64_t steps = 0; steps < e_.max_steps;) {
      if (scheme_.phases()[phase].word_bits > 0) exchange(phase);
      const auto next = transfer(phase);
      if (scheme_.phases()[phase].ends_step) ++steps;
      phase = next;
    }
    return loads_;
  }

 private:
  /// Calls `act` with each PE's view and writes back what it did to its registers.
  template <class Act>
  void each(const Act& act) {
    std::shuffle(order_.begin(), order_.end(), random_);
    for (const Node node : order_) {
      auto heard = heard_[node];
      auto registers = registers_[node];
      act(PeView{node, loads_[node], heard, registers});
      registers_[node] = registers;
    }
  }

  void exchange(std::size_t phase) {
    auto heard = heard_;
    each([&](const PeView& self) {
      Words words;
      scheme_.announce(phase, self, words);
      for (const auto& word : words) {
        heard[*e_.fabric.neighbour(self.node, word.port)]
             [e_.fabric.far_port(self.node, word.port)] = word.value;
      }
    });
    heard_ = heard;
  }

  std::size_t transfer(std::size_t phase) {
    auto after = loads_;
    std::size_t next = (phase + 1) % scheme_.phases().size();
    each([&](const PeView& self) {
      Orders orders;
      scheme_.decide(phase, self, orders);
      if (!scheme_.in_order()) next = scheme_.next(phase, self);
      Load left = self.load;
      for (const auto& order : orders) {
        const auto tasks = std::clamp<Load>(order.tasks, 0, left);
        left -= tasks;
        after[self.node] -= tasks;
        if (tasks > 0) after[*e_.fabric.neighbour(self.node, order.port)] += tasks;
      }
    });
    loads_ = after;
    return next;
  }

  const Experiment& e_;
  const SynchronousScheme& scheme_;
  Random random_;
  std::vector<Node> order_;
  std::vector<Load> loads_;
  std::vector<std::vector<std::int64_t>> heard_;
  std::vector<std::vector<std::int64_t>> registers_;
};

}  // namespace

TEST_CASE("every scheme conserves the load, and does the same again", "[contract]") {
  for_all([](const Experiment& e) {
    const auto once = run_steps(e);
    CHECK(sum(once.loads) == sum(e.loads));
    CHECK(*std::min_element(once.loads.begin(), once.loads.end()) >= 0);
    CHECK(same(e, once, run_steps(e)));
  });
}

TEST_CASE("every scheme decides by what its PE holds and was sent, and by nothing else",
          "[contract]") {
  for_all([](const Experiment& e) {
    const auto loads = run_steps(e).loads;
    CHECK(Apart(e, 1).run() == loads);
    CHECK(Apart(e, 2).run() == loads);
  });
}

TEST_CASE("every scheme gives the same numbers at both levels, and loses no task",
          "[contract][systemc]") {
  for_all([](const Experiment& e) {
    const auto outcome = test::run_forked(e);
    CHECK(same(e, outcome.result, run_steps(e)));
    std::vector<std::uint64_t> ids;
    for (const auto& queue : outcome.queues) {
      for (const auto& task : queue) ids.push_back(task.id);
    }
    std::sort(ids.begin(), ids.end());
    std::vector<std::uint64_t> all(static_cast<std::size_t>(sum(e.loads)));
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    CHECK(ids == all);
  });
}
