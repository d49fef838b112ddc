// SPDX-License-Identifier: Apache-2.0
// A request is one bit on the links, however many tasks the PE that sends it works on.
#include <algorithm>

#include "models/link/observer.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/random_application.h"

using namespace isobar;

namespace {

/// The largest word of all.
class Largest final : public Observer {
 public:
  void word_sent(std::uint64_t, Cycle, Cycle, std::int64_t value) override {
    words = std::max(words, value);
    ++count;
  }

  std::int64_t words = 0;
  std::int64_t count = 0;
};

}  // namespace

TEST_CASE("a request says in its one bit whether any executor works", "[systemc]") {
  test::RandomTrees trees;
  trees.roots = {3, 3, 3, 3};
  trees.most_work = 900;
  auto e = test::experiment("ring:4", "none", trees.roots);
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse("eager-receiver").make_agents(e.fabric, e.load_bits, 1);
  e.queue_depth = 16;
  e.application = [trees] { return test::random_application(trees); };
  e.executors = {3, 3, 3, 3};
  e.goal = {Goal::Kind::finished, 0};
  e.max_cycles = 100'000;
  const auto seen = test::in_child([&]() -> std::vector<std::int64_t> {
    Largest largest;
    run_cycles(e, {}, &largest);
    return {largest.count, largest.words};
  });
  // All tasks are under work, so that nobody has any to give: every reply is 0.
  CHECK(seen[0] > 4);
  CHECK(seen[1] == 1);
}
