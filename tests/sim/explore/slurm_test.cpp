// SPDX-License-Identifier: Apache-2.0
// Campaigns by a real Slurm: to be run by slurm_cluster.sh, whose nodes are a and b. What goes
// wrong on the way costs time and never a result.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <optional>
#include <thread>

#include "host/tool.h"
#include "models/text.h"
#include "tests/catch.h"
#include "tests/sim/explore/campaign_contents.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::campaign_contents;
using test::campaign_number;
using test::contains;
using test::Ran;
using test::run_program;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

std::string slurm(const std::vector<std::string>& command) { return run_tool(command, "."); }

/// Whether it came true within a minute.
bool wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

bool queue_is_empty() { return slurm({"squeue", "-h"}).empty(); }

/// The process that runs a task's points: Slurm's batch script has become it.
std::optional<pid_t> process_of(const fs::path& batch, int task) {
  const auto end = fmt::format("{}{}{}{}--timeout", batch.string(), '\0', task, '\0');
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream in(entry.path() / "cmdline", std::ios::binary);
    const std::string line(std::istreambuf_iterator<char>(in), {});
    if (!contains(line, end)) continue;
    // Its children look the same.
    std::ifstream status(entry.path() / "stat");
    std::string word;
    for (int i = 0; i < 4; ++i) status >> word;
    std::ifstream parent(fs::path("/proc") / word / "cmdline", std::ios::binary);
    const std::string above(std::istreambuf_iterator<char>(parent), {});
    if (!contains(above, end)) return static_cast<pid_t>(std::stoi(name));
  }
  return {};
}

std::size_t lines_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n'));
}

/// `points` points of some 8 ms each, which are taken for half of that.
std::string plan_of(int points) {
  return fmt::format(
      "[base]\nload = \"uniform:0..40\"\nuntil = \"steps:1500\"\n"
      "[[axis]]\nkey = \"fabric\"\nvalues = [\"torus:8x8\", \"hypercube:6\"]\n"
      "[[axis]]\nkey = \"scheme\"\nvalues = [\"nna\", \"diffusion\"]\n"
      "[[axis]]\nkey = \"seed\"\nfrom = 1\nto = {}\nstep = 1\n",
      points / 4);
}

/// A campaign's folder with its plan.
struct Campaign {
  Scratch scratch;
  fs::path folder = scratch / "c";
  fs::path batch = fs::path(folder) / "slurm" / "batch-1";

  explicit Campaign(int points) { scratch.write("plan.toml", plan_of(points)); }

  Ran run(std::vector<std::string> more, unsigned interrupt_after_ms = 0) const {
    std::vector<std::string> all = {"explore", "plan.toml",      "-o", "c", "--engine",
                                    "slurm",   "--task-seconds", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all, scratch.path(), interrupt_after_ms);
  }
  Ran command(const std::string& name) const {
    return run_program({"explore", name, "c"}, scratch.path());
  }
  fs::path shard(int task) const { return batch / "shards" / fmt::format("{}.jsonl", task); }
  std::string local() const {
    REQUIRE(run_program({"explore", "plan.toml", "-o", "local"}, scratch.path()).status == 0);
    return campaign_contents(scratch / "local");
  }
};

}  // namespace

TEST_CASE("1,000 points, a node drained and a task killed on the way, are those of a local run",
          "[.slurm]") {
  const Campaign campaign(1000);
  auto ran = std::async(std::launch::async, [&] { return campaign.run({}); });
  REQUIRE(wait_until([&] { return lines_of(campaign.shard(0)) >= 3; }));
  const auto victim = process_of(campaign.batch, 0);
  REQUIRE(victim);
  REQUIRE(kill(*victim, SIGKILL) == 0);
  slurm({"scontrol", "update", "nodename=b", "state=drain", "reason=maintenance"});
  const auto end = ran.get();
  slurm({"scontrol", "update", "nodename=b", "state=resume"});
  INFO(end.err);
  CHECK(end.status == 0);
  CHECK(contains(end.out, "1000 points: 1000 done, 0 failed, 0 waiting"));
  CHECK(contains(end.err, "batch-1"));
  CHECK(contains(end.err, "batch-2"));
  // What the task had done was not done again.
  const auto done = lines_of(campaign.shard(0));
  CHECK(done >= 3);
  CHECK(fs::exists(campaign.batch / "tasks" / "1.jsonl"));
  CHECK(contains(end.err, fmt::format(": {} points in ",
                                      lines_of(campaign.batch / "tasks" / "0.jsonl") - done)));
  CHECK(campaign_number(campaign.folder,
                        "SELECT count(*) FROM provenance WHERE engine = 'slurm'") == 1000);
  CHECK(campaign_contents(campaign.folder) == campaign.local());
}

TEST_CASE("a task that Slurm requeues goes on where it was", "[.slurm]") {
  const Campaign campaign(200);
  auto ran = std::async(std::launch::async, [&] { return campaign.run({}); });
  REQUIRE(wait_until([&] { return lines_of(campaign.shard(0)) >= 3; }));
  const auto job = campaign.scratch.read("c/slurm/batch-1/job");
  slurm({"scontrol", "requeue", std::string(trim(job))});
  const auto end = ran.get();
  INFO(end.err);
  CHECK(end.status == 0);
  CHECK(!contains(end.err, "batch-2"));
  CHECK(lines_of(campaign.shard(0)) < 200);
  CHECK(lines_of(campaign.shard(0)) + lines_of(campaign.batch / "shards" / "0.1.jsonl") ==
        lines_of(campaign.batch / "tasks" / "0.jsonl"));
  CHECK(campaign_contents(campaign.folder) == campaign.local());
}

TEST_CASE("damaged shards cost their lines, which are named and run again", "[.slurm]") {
  const Campaign campaign(200);
  const auto submitted = campaign.run({"--detach"});
  INFO(submitted.err);
  CHECK(submitted.status == 0);
  CHECK(contains(submitted.err, "200 points in "));
  CHECK(contains(submitted.err, "isobar explore collect c"));
  REQUIRE(wait_until(queue_is_empty));
  CHECK(contains(campaign.command("status").out, "200 of 200 points run; 0 tasks running"));
  CHECK(campaign_number(campaign.folder, "SELECT count(*) FROM metrics") == 0);
  auto text = campaign.scratch.read("c/slurm/batch-1/shards/0.jsonl");
  text[text.find("\"point\"", text.find('\n')) + 8] ^= 1;
  campaign.scratch.write("c/slurm/batch-1/shards/0.jsonl", text.substr(0, text.size() - 10));
  const auto collected = campaign.command("collect");
  CHECK(collected.status == 1);
  CHECK(contains(collected.out, "200 points: 198 done, 0 failed, 2 waiting"));
  CHECK(contains(collected.err, campaign.shard(0).string() + ":2: this line is damaged"));
  CHECK(contains(collected.err,
                 fmt::format("{}:{}: the last line was not finished", campaign.shard(0).string(),
                             std::count(text.begin(), text.end(), '\n'))));
  CHECK(contains(collected.err, "no task is under way"));
  const auto end = campaign.run({});
  CHECK(end.status == 0);
  CHECK(contains(end.err, "2 points in 1 tasks"));
  CHECK(!contains(end.err, "damaged"));
  CHECK(campaign_contents(campaign.folder) == campaign.local());
}

TEST_CASE("Ctrl-C leaves the tasks to Slurm, and the same command waits for them", "[.slurm]") {
  const Campaign campaign(1000);
  const auto left = campaign.run({}, 1500);
  CHECK(left.status == 130);
  CHECK(contains(left.err, "the tasks go on"));
  CHECK(!queue_is_empty());
  fs::remove(campaign.batch / "job");  // as if it had been killed before it could note the number
  const auto end = campaign.run({});
  CHECK(end.status == 0);
  CHECK(!fs::exists(campaign.folder / "slurm" / "batch-2"));
  CHECK(campaign_number(campaign.folder, "SELECT count(*) FROM metrics") == 1000);
}

TEST_CASE("a cancelled campaign keeps what it has, and goes on when it is told to", "[.slurm]") {
  const Campaign campaign(1000);
  auto ran = std::async(std::launch::async, [&] { return campaign.run({}); });
  REQUIRE(wait_until([&] { return lines_of(campaign.shard(0)) >= 3; }));
  const auto cancelled = campaign.command("cancel");
  CHECK(cancelled.status == 0);
  CHECK(contains(cancelled.out, "tasks cancelled"));
  const auto end = ran.get();
  CHECK(end.status == 1);
  CHECK(contains(end.err, "tasks were cancelled"));
  CHECK(wait_until(queue_is_empty));
  CHECK(contains(campaign.command("cancel").out, "no task is under way"));
  const auto done = campaign_number(campaign.folder, "SELECT count(*) FROM metrics");
  CHECK(done >= 3);
  CHECK(done < 1000);
  // A plan that has shrunk meanwhile is done with what it still asks for.
  campaign.scratch.write("plan.toml", plan_of(200));
  CHECK(campaign.run({}).status == 0);
  CHECK(campaign_number(campaign.folder, "SELECT count(*) FROM results") == 200);
  CHECK(campaign_number(campaign.folder, "SELECT count(*) FROM results WHERE state = 'done'") ==
        200);
}

TEST_CASE("tasks that Slurm cannot run are tried three times, and their points have failed",
          "[.slurm]") {
  const Campaign campaign(8);
  const auto ran = campaign.run({"--slurm-option=--output=/no/folder/%a.log"});
  INFO(ran.err);
  CHECK(ran.status == 1);
  CHECK(contains(ran.err, "batch-3"));
  CHECK(!contains(ran.err, "batch-4"));
  CHECK(contains(ran.out, "8 points: 0 done, 8 failed"));
  CHECK(contains(ran.out, "Slurm's task ended 3 times without its result, at last as FAILED"));
  CHECK(campaign.run({"--retry-failed"}).status == 0);
  CHECK(campaign_contents(campaign.folder) == campaign.local());
}

TEST_CASE("what Slurm refuses is said in its words", "[.slurm]") {
  const Campaign campaign(8);
  const auto ran = campaign.run({"--slurm-option=--partition=none"});
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "invalid partition specified: none"));
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  CHECK(fs::is_empty(campaign.folder / "slurm"));
}
