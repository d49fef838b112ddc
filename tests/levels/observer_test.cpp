// SPDX-License-Identifier: Apache-2.0
// What a run tells its observer, with the cycle of each.
#include <algorithm>
#include <array>
#include <map>

#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/level_law.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

/// What concerns the run and PE 0: kind, cycle and two numbers, one after the other.
class Log final : public Observer {
 public:
  std::vector<std::int64_t> numbers;
  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override {
    put({1, start, step, static_cast<std::int64_t>(phase)});
  }
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    if (node == 0) put({2, from, load, 0});
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    if (node == 0) put({3, cycle, port, tasks});
  }
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override {
    put({4, cycle, steps, (shared ? 2 : 0) + (balanced ? 1 : 0)});
  }

 private:
  void put(std::initializer_list<std::int64_t> more) {
    numbers.insert(numbers.end(), more.begin(), more.end());
  }
};

/// Sorted.
std::vector<std::vector<std::int64_t>> calls_of(const Experiment& e) {
  const auto flat = test::in_child([&] {
    Log log;
    run_cycles(e, {}, &log);
    return log.numbers;
  });
  std::vector<std::vector<std::int64_t>> list;
  for (std::size_t i = 0; i < flat.size(); i += 4) {
    list.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(i),
                      flat.begin() + static_cast<std::ptrdiff_t>(i + 4));
  }
  std::sort(list.begin(), list.end());
  return list;
}

/// Everything, with no regard to the order of calls.
class Ledger final : public Observer {
 public:
  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override {
    put({1, start, step, static_cast<std::int64_t>(phase), 0});
  }
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    loads_[{from, node}] = load;
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    put({3, cycle, node, port, tasks});
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override {
    put({4, from, to, static_cast<std::int64_t>(link), value});
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    put({5, from, to, static_cast<std::int64_t>(link), tasks});
  }
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override {
    put({6, cycle, steps, shared ? 1 : 0, balanced ? 1 : 0});
  }

  /// Kind, cycle and three numbers, one after the other.
  std::vector<std::int64_t> numbers() {
    for (const auto& [at, load] : loads_) put({2, at.first, at.second, load, 0});
    std::sort(entries_.begin(), entries_.end());
    std::vector<std::int64_t> flat;
    for (const auto& entry : entries_) flat.insert(flat.end(), entry.begin(), entry.end());
    return flat;
  }

 private:
  void put(const std::array<std::int64_t, 5>& entry) { entries_.push_back(entry); }

  std::vector<std::array<std::int64_t, 5>> entries_;
  std::map<std::pair<Cycle, Node>, std::int64_t> loads_;
};

}  // namespace

TEST_CASE("an observer is called alike at both levels") {
  test::property_of_runs([] {
    auto e = test::random_experiment({"lm-c0", "lm-c4", "lm-c5", "nna", "diffusion", "de", "dem"},
                                     {"ring:5", "torus:3x2", "hypercube:3", "hhc:2"});
    for (Node pe = 0; pe < e.fabric.pes(); ++pe) e.loads[pe] = e.loads[pe] % 100;
    Ledger steps;
    run_steps_generic(e, {}, &steps);
    const auto cycles = test::in_child([&] {
      Ledger ledger;
      run_cycles(e, {}, &ledger);
      return ledger.numbers();
    });
    RC_ASSERT(steps.numbers() == cycles);
  });
}

TEST_CASE("an observer gets each event with its cycle") {
  auto e = experiment("ring:4", "lm-c5", std::vector<Load>{1, 0, 1, 0});
  e.goal = {Goal::Kind::steps, 2};
  CHECK(calls_of(e) == std::vector<std::vector<std::int64_t>>{{1, 0, 0, 0},
                                                              {1, 83, 1, 0},
                                                              {2, 0, 1, 0},
                                                              {2, 18, 0, 0},
                                                              {2, 166, 1, 0},
                                                              {3, 17, 0, 1},
                                                              {4, 83, 1, 1},
                                                              {4, 166, 2, 1}});
}

TEST_CASE("a phase begins when the barrier of the one before is over") {
  auto e = free_ends(experiment("ring:2", "test-pairs", std::vector<Load>{10, 2}));
  e.goal = {Goal::Kind::steps, 2};
  const auto list = calls_of(e);
  REQUIRE(list.size() > 2);
  CHECK(list[1] == std::vector<std::int64_t>{1, (16 + 1) + 3 + (4 * 64 + 1) + 2, 1, 0});
}

TEST_CASE("a load word has the bits that it is given") {
  auto e = experiment("ring:5", "lm-c4", "spike:2");
  e.load_bits = 20;
  e.scheme = SchemeChoice::parse("lm-c4").make(e.fabric, e.load_bits);
  e.goal = {Goal::Kind::steps, 1};
  const auto r = test::run_forked(e).result;
  CHECK(r.run.cycles == (20 + 1) + 1 + (64 + 1));
  for (const auto& link : r.links) CHECK(link.word_cycles == 20);
}
