// SPDX-License-Identifier: Apache-2.0
// A plan is looked at whole before its first point runs: what it would run, what it cannot.
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/explore/time_left.h"
#include "sim/terminal/duration_text.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

const std::string base = "[base]\nload = \"spike:3\"\n";
const std::string fabrics = "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:4x4\"]\n";
const std::string schemes = "[[axis]]\nkey = \"scheme\"\nvalues = [\"lm-c5\", \"nna\"]\n";

}  // namespace

TEST_CASE("explore --dry-run shows the points and their time, and runs no campaign", "[dry-run]") {
  const Scratch scratch;
  scratch.write("plan.toml", base + fabrics + schemes);
  const auto run = [&] {
    return run_program({"explore", "plan.toml", "--dry-run", "-j", "2"}, scratch.path());
  };
  const auto before = run();
  INFO(before.err);
  CHECK(before.status == 0);
  CHECK(contains(before.out, "  fabric=torus:4x4;scheme=nna\n"));
  CHECK(contains(before.out, "plan.toml: 4 points, 4 to be run: about "));
  CHECK(contains(before.out, " with 2 workers\n"));
  CHECK(contains(before.out, "estimated from the time of 2 points, one of each scheme"));
  CHECK(!std::filesystem::exists(scratch.path() / "plan"));
  // Once points were run, they are not to be run again, and tell how long others take.
  REQUIRE(run_program({"explore", "plan.toml"}, scratch.path()).status == 0);
  scratch.write("plan.toml",
                base + fabrics + schemes + "[[axis]]\nkey = \"seed\"\nvalues = [1, 2]\n");
  const auto after = run();
  INFO(after.err);
  CHECK(contains(after.out, "1  done  fabric=ring:8;scheme=lm-c5\n"));
  CHECK(contains(after.out, "plan.toml: 8 points, 4 to be run: about "));
  CHECK(contains(after.out, "estimated from the time of 4 points in plan\n"));
  CHECK(test::run_program({"explore", "status", "plan"}, scratch.path())
            .out.find("4 points: 4 done") != std::string::npos);
}

TEST_CASE("explore --dry-run of a search says how many points it may run", "[dry-run]") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "objectives = [\"min seconds\", \"min energy_pj\"]\n"
                "[design]\nkind = \"search\"\npoints = 12\n" +
                    base + fabrics + schemes);
  const auto ran = run_program({"explore", "plan.toml", "--dry-run"}, scratch.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "plan.toml: a search of at most 12 points"));
}

TEST_CASE("what of a plan cannot be run is said before anything runs", "[dry-run]") {
  const Scratch scratch;
  scratch.write("plan.toml", base + fabrics +
                                 "[[axis]]\nkey = \"scheme\"\n"
                                 "values = [\"lm-c5\", \"hhc-b\", \"difusion\"]\n");
  const auto ran = run_program({"explore", "plan.toml", "--dry-run"}, scratch.path());
  CHECK(ran.status == 0);
  CHECK(contains(ran.err, "isobar: point 2: scheme = hhc-b: "));
  CHECK(contains(ran.err,
                 "isobar: point 3: scheme = difusion: unknown scheme 'difusion'; did you "
                 "mean diffusion?"));
  CHECK(contains(ran.err, "isobar: plan.toml: 4 of 6 points cannot be run"));
  scratch.write("plan.toml",
                base + fabrics + "[[axis]]\nkey = \"scheme\"\nvalues = [\"difusion\"]\n");
  const auto refused = run_program({"explore", "plan.toml", "-o", "c"}, scratch.path());
  CHECK(refused.status == 2);
  CHECK(contains(refused.err,
                 "plan.toml: not one of its 2 points can be run; point 1: scheme = "
                 "difusion: unknown scheme"));
  CHECK(!std::filesystem::exists(scratch.path() / "c"));
}

TEST_CASE("a quiet campaign says one line", "[dry-run]") {
  const Scratch scratch;
  scratch.write("plan.toml", base + fabrics + schemes);
  const auto ran = run_program({"explore", "plan.toml", "--quiet"}, scratch.path());
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out == "plan/campaign.db: 4 points: 4 done, 0 failed, 0 waiting\n");
}

TEST_CASE("the time left follows from the time that points took", "[dry-run]") {
  using Clock = TimeLeft::Clock;
  const Clock::time_point start{};
  TimeLeft left({1, 1, 6, 2}, start);
  CHECK(left.text(start + std::chrono::seconds(5)).empty());
  left.done(0);
  left.done(1);
  CHECK(left.text(start + std::chrono::seconds(10)) == ", 40 s left");
  left.done(2);
  CHECK(left.text(start + std::chrono::seconds(400)) == ", 1 min 40 s left");
  left.done(3);
  CHECK(left.text(start + std::chrono::seconds(500)).empty());
}

TEST_CASE("a time that one waits has at most two units", "[dry-run]") {
  CHECK(duration_text(0.25) == "0.25 s");
  CHECK(duration_text(12.4) == "12 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(7500) == "2 h 5 min");
}
