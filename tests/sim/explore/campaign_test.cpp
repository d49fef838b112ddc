// SPDX-License-Identifier: Apache-2.0
// A campaign's database holds what the plan asks for, whatever happens on the way.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "sim/explore/campaign_lock.h"
#include "tests/catch.h"
#include "tests/sim/explore/campaign_contents.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::campaign_contents;
using test::campaign_number;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

const std::string small_plan =
    "repeats = 3\n[base]\nload = \"uniform:0..20\"\n"
    "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:3x4\", \"hhc:2\"]\n"
    "[[axis]]\nkey = \"scheme\"\n"
    "values = [\"lm-c5\", \"nna\", {value = \"hhc-b\", when = {fabric = \"hhc:*\"}}]\n";

/// Kills the campaign at random moments, and lets it end at last.
void run_with_kills(const Scratch& scratch, const std::string& plan, int kills, unsigned most_ms) {
  std::mt19937 random(7);  // NOLINT: the same moments each time
  std::uniform_int_distribution<unsigned> moment(20, most_ms);
  for (int i = 0; i < kills; ++i) {
    run_program({"explore", plan, "-o", "killed"}, scratch.path(), moment(random), "", SIGKILL);
    // Its children end with it, but not in the same instant.
    for (int attempt = 0; attempt < 100; ++attempt) {
      try {
        const CampaignLock free(scratch.path() / "killed");
        break;
      } catch (const std::exception&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
  }
  const auto ran = run_program({"explore", plan, "-o", "killed"}, scratch.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

}  // namespace

TEST_CASE("a campaign's figures are those of the runs alone", "[volume]") {
  const Scratch scratch;
  scratch.write("plan.toml", small_plan);
  const auto ran = run_program({"explore", "plan.toml"}, scratch.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(contains(ran.out, "21 points: 21 done, 0 failed, 0 waiting"));
  SQLite::Database database((scratch.path() / "plan" / "campaign.db").string());
  SQLite::Statement rows(database,
                         "SELECT fabric, scheme, seed, cycles, shifts, tasks_moved, "
                         "word_cycles, cycles_to_share FROM results");
  int count = 0;
  while (rows.executeStep()) {
    ++count;
    const auto alone =
        run_program({"run", "--fabric", rows.getColumn(0), "--scheme", rows.getColumn(1), "--seed",
                     rows.getColumn(2), "--load", "uniform:0..20", "--json", "-"},
                    scratch.path());
    const auto json = nlohmann::json::parse(alone.out);
    CHECK(json["cycles"]["run"] == rows.getColumn(3).getInt64());
    CHECK(json["shifts"]["run"] == rows.getColumn(4).getInt64());
    CHECK(json["messages"]["tasks"] == rows.getColumn(5).getInt64());
    std::int64_t words = 0;
    for (const auto& link : json["links"]) words += link["word_cycles"].get<std::int64_t>();
    CHECK(words == rows.getColumn(6).getInt64());
    const auto& shared = json["cycles"]["to_share"];
    CHECK(shared.is_null() == rows.getColumn(7).isNull());
    if (!shared.is_null()) CHECK(shared == rows.getColumn(7).getInt64());
  }
  CHECK(count == 21);
}

TEST_CASE("both levels, and any number of workers, make the same database") {
  const Scratch scratch;
  scratch.write("steps.toml", small_plan);
  scratch.write("cycles.toml", "repeats = 3\n[base]\nlevel = \"cycles\"\n" +
                                   small_plan.substr(small_plan.find("load")));
  REQUIRE(run_program({"explore", "steps.toml", "-j1"}, scratch.path()).status == 0);
  REQUIRE(run_program({"explore", "steps.toml", "-j5", "-o", "five"}, scratch.path()).status == 0);
  REQUIRE(run_program({"explore", "cycles.toml"}, scratch.path()).status == 0);
  CHECK(campaign_contents(scratch.path() / "steps") == campaign_contents(scratch.path() / "five"));
  auto cycles = campaign_contents(scratch.path() / "cycles");
  CHECK(campaign_number(scratch.path() / "cycles",
                        "SELECT count(*) FROM provenance WHERE level = 'cycles'") == 21);
  for (const std::string part : {";level=cycles", "level=cycles "}) {
    for (auto at = cycles.find(part); at != std::string::npos; at = cycles.find(part, at)) {
      cycles.erase(at, part.size());
    }
  }
  CHECK(cycles == campaign_contents(scratch.path() / "steps"));
}

TEST_CASE("points at steps and at cycles in one campaign are those of two") {
  const Scratch scratch;
  const std::string rest = small_plan.substr(small_plan.find("load"));
  scratch.write("both.toml", "[base]\n" + rest +
                                 "[[axis]]\nkey = \"level\"\nvalues = [\"steps\", \"cycles\"]\n");
  const auto ran = run_program({"explore", "both.toml", "-j2"}, scratch.path());
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  const auto count = [&](const std::string& what) {
    return campaign_number(scratch.path() / "both", "SELECT count(*) FROM " + what);
  };
  CHECK(count("results WHERE error IS NULL") == 14);
  CHECK(count("provenance WHERE level = 'cycles'") == 7);
  // Each number of a point at steps is that of the point at cycles.
  CHECK(count("results a JOIN results b USING (fabric, scheme, cycles, tasks_moved, "
              "word_cycles) WHERE a.level = 'steps' AND b.level = 'cycles'") == 7);
}

TEST_CASE("2,000 points at steps, killed ten times, are those of an undisturbed run", "[long]") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nload = \"uniform:0..9\"\nscheme = \"lm-c5\"\n"
                "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:3x3\"]\n"
                "[[axis]]\nkey = \"seed\"\nfrom = 1\nto = 1000\nstep = 1\n");
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(run_program({"explore", "plan.toml", "-o", "whole"}, scratch.path()).status == 0);
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  run_with_kills(scratch, "plan.toml", 10, static_cast<unsigned>(took.count() / 6));
  CHECK(campaign_number(scratch.path() / "whole", "SELECT count(*) FROM metrics") == 2'000);
  CHECK(campaign_contents(scratch.path() / "killed") ==
        campaign_contents(scratch.path() / "whole"));
  CHECK(campaign_number(scratch.path() / "killed", "SELECT count(*) FROM provenance") == 2'000);
}

TEST_CASE("500 points at cycles, killed ten times, are those of an undisturbed run", "[long]") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nload = \"uniform:0..30\"\nlevel = \"cycles\"\n"
                "[[axis]]\nkey = \"fabric\"\nvalues = [\"hypercube:5\", \"torus:6x6\"]\n"
                "[[axis]]\nkey = \"scheme\"\nvalues = [\"lm-c5\", \"nna\"]\n"
                "[[axis]]\nkey = \"seed\"\nfrom = 1\nto = 125\nstep = 1\n");
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(run_program({"explore", "plan.toml", "-o", "whole"}, scratch.path()).status == 0);
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  run_with_kills(scratch, "plan.toml", 10, static_cast<unsigned>(took.count() / 6));
  CHECK(campaign_number(scratch.path() / "whole", "SELECT count(*) FROM metrics") == 500);
  CHECK(campaign_contents(scratch.path() / "killed") ==
        campaign_contents(scratch.path() / "whole"));
}

TEST_CASE("a search that was killed comes to the same points", "[volume]") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "repeats = 2\nobjectives = [\"min seconds\", \"min tasks_moved\"]\n"
                "[base]\nload = \"uniform:0..30\"\n"
                "[[axis]]\nkey = \"fabric\"\n"
                "values = [\"hypercube:5\", \"torus:6x6\", \"ring:32\", \"torus:4x8\"]\n"
                "[[axis]]\nkey = \"scheme\"\nvalues = [\"lm-c5\", \"nna\", \"lm-c4\", \"de\"]\n"
                "[[axis]]\nkey = \"tolerance\"\nfrom = 1\nto = 20\nstep = 1\n"
                "[design]\nkind = \"search\"\npoints = 64\n");
  REQUIRE(run_program({"explore", "plan.toml", "-o", "whole"}, scratch.path()).status <= 1);
  const auto undisturbed = campaign_contents(scratch.path() / "whole");
  std::mt19937 random(3);  // NOLINT: the same moments each time
  for (int i = 0; i < 5; ++i) {
    run_program({"explore", "plan.toml", "-o", "killed"}, scratch.path(),
                20 + static_cast<unsigned>(random() % 200), "", SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  REQUIRE(run_program({"explore", "plan.toml", "-o", "killed"}, scratch.path()).status <= 1);
  CHECK(campaign_number(scratch.path() / "killed", "SELECT count(*) FROM points") == 128);
  CHECK(campaign_contents(scratch.path() / "killed") == undisturbed);
}

TEST_CASE("Ctrl-C leaves what is done, and the same command goes on", "[volume]") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nload = \"spike:9\"\nscheme = \"lm-c5\"\nfabric = \"ring:512\"\n"
                "level = \"cycles\"\n"
                "[[axis]]\nkey = \"seed\"\nfrom = 1\nto = 40\nstep = 1\n");
  const auto count_done = [&] {
    return campaign_number(scratch.path() / "c", "SELECT count(*) FROM metrics");
  };
  const auto stopped = test::run_program_until([&] { return count_done() > 0; },
                                               {"explore", "plan.toml", "-o", "c"}, scratch.path());
  CHECK(stopped.status == 130);
  CHECK(contains(stopped.err, "of 40 points have their results"));
  const auto done = count_done();
  CHECK(done > 0);
  CHECK(done < 40);
  REQUIRE(run_program({"explore", "plan.toml", "-o", "c"}, scratch.path()).status == 0);
  CHECK(campaign_number(scratch.path() / "c", "SELECT count(*) FROM metrics") == 40);
}

TEST_CASE("a plan that has grown runs only what is new, and one that has shrunk forgets nothing") {
  const Scratch scratch;
  const std::string base = "[base]\nload = \"spike:3\"\nscheme = \"lm-c5\"\n";
  const std::string one = "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\"]\n";
  const std::string two = "[[axis]]\nkey = \"fabric\"\nvalues = [\"torus:3x3\", \"ring:8\"]\n";
  const std::string more = "[[axis]]\nkey = \"tolerance\"\nvalues = [\"auto\", 3]\n";
  const auto run = [&](const std::string& plan) {
    scratch.write("plan.toml", plan);
    REQUIRE(run_program({"explore", "plan.toml", "-o", "c"}, scratch.path()).status == 0);
  };
  const auto count = [&](const std::string& what) {
    return campaign_number(scratch.path() / "c", "SELECT count(*) FROM " + what);
  };
  run(base + one);
  CHECK(count("results") == 1);
  const auto first = campaign_number(scratch.path() / "c", "SELECT rowid FROM provenance");
  run(base + two);
  CHECK(count("results") == 2);
  CHECK(count("provenance") == 2);
  run(base + two + more);  // a new axis: what stood at its standard is there already
  CHECK(count("results") == 4);
  CHECK(count("results WHERE tolerance = 'auto'") == 2);
  CHECK(count("provenance") == 4);
  CHECK(campaign_number(scratch.path() / "c",
                        "SELECT point FROM results WHERE fabric = 'ring:8' AND "
                        "tolerance = 'auto'") == first);
  run(base + one);
  CHECK(count("results") == 1);
  CHECK(count("metrics") == 4);
}

TEST_CASE("points that fail are recorded with their errors and stop no other") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nload = \"spike:3\"\n"
                "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"ring:0\", \"hhc:2\"]\n"
                "[[axis]]\nkey = \"scheme\"\nvalues = [\"lm-c5\", \"hhc-b\"]\n");
  const auto ran = run_program({"explore", "plan.toml", "-o", "c"}, scratch.path());
  CHECK(ran.status == 1);
  CHECK(contains(ran.out, "6 points: 3 done, 3 failed"));
  CHECK(contains(ran.out, "failed: point: fabric = ring:0: a radix must be from 1"));
  CHECK(campaign_number(scratch.path() / "c",
                        "SELECT count(*) FROM results WHERE state = 'failed' AND error LIKE "
                        "'%scheme = hhc-b%'") == 1);
  // They are not run again unless one asks for it.
  CHECK(run_program({"explore", "plan.toml", "-o", "c"}, scratch.path()).status == 1);
  CHECK(campaign_number(scratch.path() / "c", "SELECT count(*) FROM provenance") == 6);
}

TEST_CASE("a point that takes too long is recorded as such") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nload = \"spike:9\"\nscheme = \"lm-c5\"\nlevel = \"cycles\"\n"
                "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"ring:4096\"]\n");
  const auto ran =
      run_program({"explore", "plan.toml", "-o", "c", "--timeout", "1"}, scratch.path());
  CHECK(ran.status == 1);
  CHECK(contains(ran.out, "it took longer than 1 s, the time limit"));
  CHECK(campaign_number(scratch.path() / "c", "SELECT count(*) FROM metrics") == 1);
}

TEST_CASE("a campaign has one writer: another is told who it is, and readers may look") {
  const Scratch scratch;
  scratch.write("plan.toml", small_plan);
  const CampaignLock lock(scratch.path() / "c");
  const auto second = run_program({"explore", "plan.toml", "-o", "c"}, scratch.path());
  CHECK(second.status == 2);
  CHECK(contains(second.err, fmt::format("worked on by process {}", getpid())));
}

TEST_CASE("what is no campaign is left alone") {
  const Scratch scratch;
  scratch.write("plan.toml", small_plan);
  scratch.write("c/campaign.db", "something else");
  const auto ran = run_program({"explore", "plan.toml", "-o", "c"}, scratch.path());
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "not a database"));
  CHECK(scratch.read("c/campaign.db") == "something else");
  CHECK(run_program({"explore", "status", "nothing"}, scratch.path()).status == 2);
  CHECK(run_program({"explore", "plan.toml", "-o", "plan.toml"}, scratch.path()).status == 2);
}
