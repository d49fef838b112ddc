// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/experiment.h"
#include "models/measure/result.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;
using test::experiment;

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
  auto e = experiment("torus:1x1", "lm-c5", std::vector<Load>{5});
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
