// SPDX-License-Identifier: Apache-2.0
// An executor at every PE's queue, while the fabric balances.
#include <rapidcheck.h>

#include <set>
#include <systemc>

#include "models/pe/fabric_model.h"
#include "models/workloads/random.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;

namespace {

/// Fetches and creates tasks at random, at most one action a cycle and PE.
class Restless : public sc_core::sc_module {
 public:
  Restless(const sc_core::sc_module_name& name, FabricModel& fabric, const Experiment& experiment,
           std::uint64_t seed, std::uint64_t first_id)
      : sc_module(name),
        fabric_(fabric),
        nodes_(experiment.fabric.nodes()),
        period_(clock_period(experiment.clock)),
        random_(random_stream(seed, "traffic")),
        next_id_(first_id) {
    SC_HAS_PROCESS(Restless);
    SC_THREAD(run);
  }

  std::multiset<std::uint64_t> fetched;
  std::int64_t refused_by_decision = 0;
  std::int64_t refused_when_full_or_landing = 0;
  std::uint64_t created() const { return next_id_; }

 private:
  void run() {
    while (!fabric_.done()) {
      wait(sc_core::SC_ZERO_TIME);
      wait(sc_core::SC_ZERO_TIME);
      for (Node node = 0; node < nodes_ && !fabric_.done(); ++node) act(node);
      wait(period_ * static_cast<double>(1 + random_() % 7));
    }
  }

  void act(Node node) {
    auto& pe = fabric_.pe(node);
    if (random_() % 2 == 0) {
      const bool empty = fabric_.queue(node).empty();
      if (const auto task = pe.fetch()) {
        fetched.insert(task->id);
      } else if (!empty) {
        ++refused_by_decision;
      }
    } else if (pe.accept({next_id_})) {
      ++next_id_;
    } else {
      ++refused_when_full_or_landing;
    }
  }

  FabricModel& fabric_;
  Node nodes_;
  sc_core::sc_time period_;
  Random random_;
  std::uint64_t next_id_;
};

}  // namespace

TEST_CASE("tasks come and go while the fabric balances, and none is lost, at any depth") {
  rc::check([] {
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
      return std::vector<std::int64_t>{lost, static_cast<std::int64_t>(ids.size()),
                                       static_cast<std::int64_t>(application.created()),
                                       application.refused_by_decision,
                                       application.refused_when_full_or_landing};
    });
    RC_ASSERT(numbers.at(0) == 0);
    RC_ASSERT(numbers[1] == numbers[2]);
    RC_CLASSIFY(numbers[3] > 0, "fetch waited");
    RC_CLASSIFY(numbers[4] > 0, "accept waited");
  });
}
