// SPDX-License-Identifier: Apache-2.0
// What a task does, and what is said where there is no Slurm.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>

#include "sim/explore/cost.h"
#include "sim/explore/shard.h"
#include "sim/explore/slurm_batch.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

SlurmBatch batch_of(const Scratch& scratch, int points) {
  SlurmBatch::Tasks tasks(2);
  for (int i = 1; i <= points; ++i) {
    tasks[1].push_back({i,
                        {{"fabric", "torus:8x8"},
                         {"scheme", "nna"},
                         {"load", "uniform:0..40"},
                         {"until", "steps:1500"},
                         {"level", i % 2 == 0 ? "cycles" : "steps"},
                         {"seed", std::to_string(i)}}});
  }
  return SlurmBatch::make(scratch / "c", tasks, 0);
}

const std::string one_point =
    "[base]\nload = \"spike:9\"\nscheme = \"lm-c5\"\n"
    "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\"]\n";

/// The points whose results are there, each as often as it is.
std::multiset<std::int64_t> results(const SlurmBatch& batch, std::size_t task) {
  std::multiset<std::int64_t> numbers;
  for (const auto& file : batch.shards_of(task)) {
    ShardReader(file).read(
        true, [&](const std::string& entry) { numbers.insert(point_result(entry).number); },
        [](const std::string&) {});
  }
  return numbers;
}

std::vector<std::string> worker(const SlurmBatch& batch, const std::string& task) {
  return {"explore", "worker", batch.folder().string(), task};
}

}  // namespace

TEST_CASE("a task that is killed and started again runs each point once", "[volume]") {
  const int points = 500;  // more than are run before the last kill
  const Scratch scratch;
  const auto batch = batch_of(scratch, points);
  std::mt19937 random(5);  // NOLINT: the same moments each time
  for (int i = 0; i < 5; ++i) {
    run_program(worker(batch, "1"), ".", 50 + static_cast<unsigned>(random() % 150), "", SIGKILL);
  }
  const auto before = results(batch, 1).size();
  setenv("SLURM_CPUS_PER_TASK", "3", 1);
  const auto ran = run_program(worker(batch, "1"));
  unsetenv("SLURM_CPUS_PER_TASK");
  INFO(ran.err);
  CHECK(ran.status == 0);
  std::multiset<std::int64_t> all;
  for (int i = 1; i <= points; ++i) all.insert(i);
  CHECK(results(batch, 1) == all);
  CHECK(before < std::size_t{points});
  CHECK(results(batch, 0).empty());
}

TEST_CASE("a task runs again what a damaged line was to say") {
  const Scratch scratch;
  const auto batch = batch_of(scratch, 3);
  REQUIRE(run_program(worker(batch, "1")).status == 0);
  auto text = scratch.read("c/slurm/batch-1/shards/1.jsonl");
  text[text.size() / 2] = '?';
  scratch.write("c/slurm/batch-1/shards/1.jsonl", text);
  const auto ran = run_program(worker(batch, "1"));
  CHECK(ran.status == 0);
  CHECK(contains(ran.err, "1.jsonl:2: this line is damaged; its point counts as not run"));
  CHECK(results(batch, 1) == std::multiset<std::int64_t>{1, 2, 3});
}

TEST_CASE("a task's time limit is a point's, and its failures are results") {
  const Scratch scratch;
  SlurmBatch::Tasks tasks(1);
  const Assignment endless = {
      {"fabric", "ring:4096"}, {"scheme", "lm-c5"}, {"load", "spike:9"}, {"level", "cycles"}};
  tasks[0] = {{1, endless}, {2, {{"fabric", "ring:0"}, {"scheme", "lm-c5"}, {"load", "spike:9"}}}};
  const auto batch = SlurmBatch::make(scratch / "c", tasks, 1);
  auto command = worker(batch, "0");
  command.insert(command.end(), {"--timeout", "1"});
  CHECK(contains(scratch.read("c/slurm/batch-1/job.sh"), "--timeout 1\n"));
  REQUIRE(run_program(command).status == 0);
  const auto said = scratch.read("c/slurm/batch-1/shards/0.jsonl");
  CHECK(contains(said, "it took longer than 1 s, the time limit"));
  CHECK(contains(said, "fabric = ring:0: a radix must be from 1"));
}

TEST_CASE("a task that has no room for its results says so and loses none that it wrote") {
  const Scratch scratch;
  const auto batch = batch_of(scratch, 6);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  auto small = before;
  small.rlim_cur = 2000;
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const auto full = run_program(worker(batch, "1"));
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK(full.status == 2);
  CHECK(contains(full.err, "shards/1.jsonl: File too large"));
  const auto kept = results(batch, 1).size();
  CHECK(kept > 0);
  CHECK(kept < 6);
  const auto ran = run_program(worker(batch, "1"));
  CHECK(ran.status == 0);
  CHECK(contains(ran.err, fmt::format("1.jsonl:{}: the last line was not finished", kept + 1)));
  CHECK(results(batch, 1) == std::multiset<std::int64_t>{1, 2, 3, 4, 5, 6});
  CHECK(contains(run_program(worker(batch, "7")).err, "tasks/7.jsonl: cannot be read"));
}

TEST_CASE("where there is no Slurm, the engine says so, and the other one is not disturbed") {
  const Scratch scratch;
  scratch.write("plan.toml", one_point);
  const auto path = std::string(std::getenv("PATH"));
  setenv("PATH", scratch.path().c_str(), 1);
  const auto refused =
      run_program({"explore", "plan.toml", "-o", "c", "--engine", "slurm"}, scratch.path());
  const auto local = run_program({"explore", "plan.toml", "-o", "c"}, scratch.path());
  setenv("PATH", path.c_str(), 1);
  CHECK(refused.status == 2);
  CHECK(contains(refused.err,
                 "the engine slurm needs the program scontrol, which is not on this machine "
                 "(Debian package slurm-client)"));
  CHECK(local.status == 0);
}

TEST_CASE("an option that cannot have its effect is refused") {
  const Scratch scratch;
  scratch.write("plan.toml", one_point);
  const auto refusal_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"explore", "plan.toml", "-o", "c"};
    all.insert(all.end(), more.begin(), more.end());
    const auto ran = run_program(all, scratch.path());
    CHECK(ran.status == 2);
    return ran.err;
  };
  const std::string mine = "this one is not free";
  for (const std::string option : {"--array=1-3", "-a1", "--arr=1", "--job-name=x", "--wait"}) {
    INFO(option);
    CHECK(contains(refusal_of({"--engine", "slurm", "--slurm-option=" + option}), mine));
  }
  for (const std::string option : {"debug", "-", "--"}) {
    INFO(option);
    CHECK(contains(refusal_of({"--engine", "slurm", "--slurm-option=" + option}),
                   "one option of sbatch with its value, as --partition=NAME"));
  }
  CHECK(
      contains(refusal_of({"--slurm-option=--partition=x"}), "--slurm-option: for --engine slurm"));
  CHECK(contains(refusal_of({"--task-seconds", "5"}), "--task-seconds: for --engine slurm"));
  CHECK(contains(refusal_of({"--detach"}), "--detach: for --engine slurm"));
  CHECK(contains(refusal_of({"--engine", "slurm", "-j", "2"}), "--workers: for --engine local"));
}

TEST_CASE("what points took tells what like points will take") {
  const Assignment small = {{"fabric", "torus:8x8"}, {"scheme", "nna"}, {"load", "spike:5"}};
  auto large = small;
  large["fabric"] = "torus:80x80";
  auto other = small;
  other["scheme"] = "diffusion";
  const CostModel unknown({});
  CHECK(unknown.seconds(small) > 0);
  CHECK(unknown.seconds(large) > unknown.seconds(small));
  CHECK(unknown.seconds({{"fabric", "nonsense"}}) > 0);
  const CostModel known({{small, 2.0}, {small, 2.5}, {small, 100.0}});
  CHECK(known.seconds(small) == Approx(2.5));
  CHECK(known.seconds(large) > 100 * 2.5);
  CHECK(known.seconds(other) == unknown.seconds(other));
}
