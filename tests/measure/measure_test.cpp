// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>
#include <variant>

#include "models/experiment/experiment.h"
#include "models/measure/executor_counters.h"
#include "models/measure/measured_run.h"
#include "models/measure/message_driven_meter.h"
#include "models/measure/result.h"
#include "models/schemes/contract/registry.h"
#include "models/statistics/statistics.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;
using test::experiment;

namespace {

StatisticValue value(const MeasuredRun& run, const std::string& path, std::size_t row = 0) {
  return find_statistic(path)->read(run, row);
}

StatisticValue whole(std::int64_t number) { return number; }
StatisticValue never() { return std::monostate{}; }

}  // namespace

TEST_CASE("a queue is as deep as the smallest power of two above the total") {
  CHECK(default_queue_depth({0, 0}) == 2);
  CHECK(default_queue_depth({1, 0}) == 2);
  CHECK(default_queue_depth({1, 1}) == 4);
  CHECK(default_queue_depth({15, 0}) == 16);
  CHECK(default_queue_depth({16, 0}) == 32);
}

TEST_CASE("a load word has 16 bits, or as many as the depth needs") {
  CHECK(default_load_bits(2) == 16);
  CHECK(default_load_bits(65'535) == 16);
  CHECK(default_load_bits(65'536) == 17);
  CHECK(default_load_bits(Load{1} << 49) == 50);
}

TEST_CASE("the step limit is Theorem 3's bound and one step more a PE of each ring") {
  CHECK(default_max_steps(Fabric::parse("torus:8x8"), {320, 0}) == std::int64_t{321} * 16);
  CHECK(default_max_steps(Fabric::parse("torus:1x8"), {999, 0}) == std::int64_t{1000} * 8);
  CHECK(default_max_steps(Fabric::parse("ring:8"), {2, 2}) == 1000);
}

TEST_CASE("shared and balanced are tested at step 0 too, and reported as they are at the end") {
  auto e = experiment("ring:4", "lm-c5", std::vector<Load>{3, 3, 2, 3});
  auto r = run_steps(e);
  CHECK(r.run.steps == 0);
  CHECK((r.shared && r.balanced));
  CHECK(r.to_share->steps == 0);
  CHECK(r.to_balance->cycles == 0);
  // Both PEs that hold tasks pass one on.
  e = experiment("ring:3", "lm-c0", std::vector<Load>{2, 1, 0});
  e.goal = {Goal::Kind::steps, 1};
  r = run_steps(e);
  CHECK(r.loads == std::vector<Load>{1, 1, 1});
  CHECK(r.to_share->steps == 1);
}

TEST_CASE("less than a task a PE is balanced but never shared") {
  const auto r = run_steps(experiment("ring:4", "lm-c5", std::vector<Load>{1, 0, 1, 0}));
  CHECK(r.balanced);
  CHECK_FALSE(r.shared);
  CHECK_FALSE(r.to_share.has_value());
}

TEST_CASE("a fabric without links has steps that take no time") {
  const std::string scheme = GENERATE("lm-c5", "nna", "diffusion");
  INFO(scheme);
  auto e = experiment("torus:1x1", scheme, std::vector<Load>{5});
  e.goal = {Goal::Kind::steps, 7};
  const auto r = run_steps(e);
  CHECK(r.run.steps == 7);
  CHECK(r.run.cycles == 0);
  CHECK(r.run.shifts == 0);
  CHECK(r.balanced);
}

TEST_CASE("the tolerance is D unless given") {
  CHECK(experiment("torus:5x1x3", "lm-c5", "spike:1").tolerance == 2);
  auto e = experiment("torus:4x4", "lm-c5", "spike:5");
  e.tolerance = 70;
  const auto loose = run_steps(e).run.steps;
  e.tolerance = 2;
  CHECK(loose < run_steps(e).run.steps);
}

TEST_CASE("messages are counted at both ends") {
  auto e = experiment("ring:4", "lm-c5", std::vector<Load>{4, 0, 0, 0});
  e.goal = {Goal::Kind::steps, 1};
  const auto r = run_steps(e);
  const auto m = count_messages(e.fabric, r.links);
  CHECK(m.words == 4);
  CHECK(m.transfers == 1);  // only PE 0 holds tasks, and its successor holds no more
  CHECK(m.tasks == m.transfers);
  CHECK(m.per_pe_total == 2 * (m.words + m.transfers));
  CHECK(m.max_per_pe == 3);  // PE 0: a word sent, a word heard, a transfer sent
}

TEST_CASE("every group of statistics says what it is of") {
  for (const auto& group : statistics()) {
    INFO(group.title);
    CHECK_FALSE(group.title.empty());
    CHECK_FALSE(group.help.empty());
  }
}

TEST_CASE("what an application came to is in its statistics, and what never was is in none") {
  const auto e = experiment("ring:3", "de", "uniform:1..4");
  RunResult result;
  result.run.cycles = 10;
  result.application.emplace();
  auto& application = *result.application;
  application.created = 20;
  application.executed = 15;
  application.optimal = 4;
  application.alone = 12;
  application.executor_counters.resize(3);
  std::int64_t count = 1;
  for (auto& executor : application.executor_counters) {
    for (const auto activity :
         {&ExecutorCounters::work, &ExecutorCounters::idle, &ExecutorCounters::balance,
          &ExecutorCounters::wait, &ExecutorCounters::tasks}) {
      executor.*activity = count;
      count *= 2;
    }
  }
  const MeasuredRun run(e, result);
  CHECK(value(run, "application.created") == whole(20));
  CHECK(value(run, "application.executed") == whole(15));
  CHECK(value(run, "application.optimal") == whole(4));
  CHECK(value(run, "application.alone") == whole(12));
  CHECK(value(run, "application.finished") == never());
  CHECK(value(run, "application.seconds") == never());
  std::int64_t bit = 1;
  double shares = 0;
  for (const std::string name : {"work", "idle", "balance", "wait"}) {
    CHECK(value(run, "application.cycles." + name) == whole(bit * (1 + 32 + 1024)));
    for (std::size_t node = 0; node < 3; ++node) {
      CHECK(value(run, "application.pes[]." + name, node) == whole(bit << (5 * node)));
    }
    const auto share = std::get<double>(value(run, "application.shares." + name));
    CHECK(share == Approx(static_cast<double>(bit) / 15));
    shares += share;
    bit *= 2;
  }
  CHECK(shares == Approx(1));
  CHECK(value(run, "application.cycles.tasks") == whole(bit * (1 + 32 + 1024)));
  CHECK(value(run, "application.pes[].tasks", 2) == whole(bit << 10));

  auto none = result;
  none.application = ApplicationResult{};
  none.application->executor_counters.resize(3);
  const MeasuredRun at_rest(e, none);
  CHECK(value(at_rest, "application.created") == whole(0));
  CHECK(value(at_rest, "application.alone") == never());
  CHECK(value(at_rest, "application.shares.idle") == never());
}

TEST_CASE("messages from end to end are in their statistics, of PEs the largest number") {
  auto e = experiment("ring:3", "de", "uniform:1..4");
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse("rid").make_agents(e.fabric, e.load_bits, 3);
  RunResult result;
  result.routed = RoutedMessages{{}, 7, 9, {3, 8, 2}, {1, 5, 7}};
  result.routed->words.assign(e.agents->words().size(), 0);
  std::iota(result.routed->words.begin(), result.routed->words.end(), 40);
  result.age.emplace();
  result.most_waiting = 6;
  const MeasuredRun run(e, result);
  CHECK(value(run, "end_to_end.transfers") == whole(7));
  CHECK(value(run, "end_to_end.tasks") == whole(9));
  CHECK(value(run, "end_to_end.max_sent") == whole(8));
  CHECK(value(run, "end_to_end.max_received") == whole(7));
  CHECK(value(run, "end_to_end.max_waiting") == whole(6));
  CHECK(value(run, "end_to_end.age.uses") == whole(0));
  CHECK(value(run, "end_to_end.age.mean") == never());
  CHECK(value(run, "end_to_end.age.max") == never());
  for (std::size_t kind = 0; kind < result.routed->words.size(); ++kind) {
    CHECK(value(run, "end_to_end.words_by_kind.*", kind) ==
          whole(40 + static_cast<std::int64_t>(kind)));
  }
}

TEST_CASE("the use of links is a share of their cycles, and there is none without cycles") {
  const auto e = experiment("ring:4", "lm-c5", std::vector<Load>{9, 0, 4, 1});
  const auto result = run_steps(e);
  const MeasuredRun run(e, result);
  Cycle busy = 0;
  Cycle most = 0;
  std::size_t slots = 0;
  for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
    if (!e.fabric.link(slot)) continue;
    const LinkCounters link = result.links[slot];
    busy += link.busy();
    most = std::max(most, link.busy());
    slots += std::get<bool>(value(run, "links[].sets_slot", slot)) ? 1 : 0;
  }
  const auto cycles = static_cast<double>(result.run.cycles);
  CHECK(std::get<double>(value(run, "link_use.mean")) ==
        Approx(static_cast<double>(busy) / 8 / cycles));
  CHECK(std::get<double>(value(run, "link_use.max")) == Approx(static_cast<double>(most) / cycles));
  CHECK(slots == 8);  // all links are alike
  const RunResult nothing;
  CHECK(value(MeasuredRun(e, nothing), "link_use.max") == never());
}

TEST_CASE(
    "where agents balance, loads that differ by the tolerance are balanced, by more are not") {
  auto e = experiment("ring:3", "de", std::vector<Load>{5, 3, 4});
  for (const Load tolerance : {1, 2, 3}) {
    e.tolerance = tolerance;
    MessageDrivenMeter meter(e);
    CHECK(meter.balanced() == (tolerance >= 2));
    CHECK(meter.result(0).balanced == (tolerance >= 2));
    CHECK(meter.result(0).deepest_queue == 5);
    meter.move(1);
    CHECK_FALSE(meter.balanced());  // what is under way is nobody's
    meter.move(-1);
    meter.load_changes(0, 4);
    CHECK(meter.max() == 4);
    CHECK(meter.balanced());
    CHECK(meter.result(0).deepest_queue == 5);
  }
}

TEST_CASE("the cycles of executors are equal where each kind of them is") {
  const ExecutorCounters counters{1, 2, 3, 4, 5};
  CHECK(counters == ExecutorCounters{1, 2, 3, 4, 5});
  CHECK_FALSE(counters == ExecutorCounters{0, 2, 3, 4, 5});
  CHECK_FALSE(counters == ExecutorCounters{1, 0, 3, 4, 5});
  CHECK_FALSE(counters == ExecutorCounters{1, 2, 0, 4, 5});
  CHECK_FALSE(counters == ExecutorCounters{1, 2, 3, 0, 5});
  CHECK_FALSE(counters == ExecutorCounters{1, 2, 3, 4, 0});
}
