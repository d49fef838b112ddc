// SPDX-License-Identifier: Apache-2.0
// A run as a picture: drawn whatever the level, of any length, and only where it can be.
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::count;
using isobar::test::run_program;
using isobar::test::Scratch;

namespace {

std::vector<std::string> run(const std::string& scheme, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"run",  "--fabric", "hhc:2",  "--scheme",
                                  scheme, "--load",   "spike:4"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("a picture of a run is the same at both levels") {
  const Scratch folder;
  const auto steps =
      run_program(run("nna", {"--level", "steps", "--picture", "steps.svg"}), folder.path());
  const auto cycles = run_program(run("nna", {"--picture", "cycles.svg"}), folder.path());
  INFO(steps.err << cycles.err);
  REQUIRE(steps.status == 0);
  REQUIRE(cycles.status == 0);
  const auto picture = folder.read("steps.svg");
  CHECK(picture == folder.read("cycles.svg"));
  CHECK(contains(picture, "hhc:2, nna, spike:4"));
  CHECK(contains(picture, "mean 4"));
  CHECK(contains(picture, ">48<"));  // the largest load
  CHECK(contains(picture, "</svg>"));
}

TEST_CASE("a picture has its title, names its axes, begins them at 0, and has dark colours, too") {
  const Scratch folder;
  for (const auto& what : std::vector<std::vector<std::string>>{
           {"--load", "spike:99", "--scheme", "lm-c5", "--level", "steps"},
           {"--load", "uniform:5..9", "--scheme", "lm-c5", "--level", "steps"},
           {"--app", "uts", "--scheme", "steal"}}) {
    std::vector<std::string> all = {"run", "--fabric", "torus:4x4", "--picture", "p.svg"};
    all.insert(all.end(), what.begin(), what.end());
    const auto ran = run_program(all, folder.path());
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    const auto picture = folder.read("p.svg");
    CHECK(contains(picture, "<title>torus:4x4, "));
    CHECK(contains(picture, what[1] + "</title>"));
    CHECK(contains(picture, ">cycles<"));
    CHECK(contains(picture, ">tasks of a PE<"));
    // Of PEs, tasks and cycles.
    CHECK(count(picture, "<text>0<") + count(picture, "<text> 0<") == 3);
    CHECK(contains(picture, "prefers-color-scheme: dark"));
    // Shades and their scale, each dark and light: the style sheet names them.
    CHECK(count(picture, "<image") == 4);
    for (const char* name : {"1a", "1b", "1c", "1d", "1e", "2e", "3e"}) {
      INFO(name);
      CHECK(count(picture, std::string("id=\"gnuplot_plot_") + name + "\"") == 1);
    }
  }
}

TEST_CASE("a long run and a large fabric have pictures of bounded size") {
  const Scratch folder;
  const auto small = run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load",
                                  "spike:2", "--picture", "small.svg"},
                                 folder.path());
  const auto large = run_program({"run", "--fabric", "torus:40x40", "--scheme", "lm-c5", "--load",
                                  "spike:5", "--level", "steps", "--picture", "large.svg"},
                                 folder.path());
  INFO(small.err << large.err);
  REQUIRE(small.status == 0);
  REQUIRE(large.status == 0);
  CHECK(folder.read("large.svg").size() < 8 * folder.read("small.svg").size());
}

TEST_CASE("a picture that cannot be drawn is refused before the run") {
  const Scratch folder;
  const auto refused = [&](const std::vector<std::string>& more) {
    const auto ran = run_program(run("nna", more), folder.path());
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    return ran.err;
  };
  CHECK(contains(refused({"--picture", "p.png"}), "ends in .svg"));
  CHECK(contains(refused({"--picture", "no/p.svg"}), "no/p.svg"));
  CHECK(contains(refused({"--picture", "p.svg", "--json", "p.svg"}), "written as the run's"));
  CHECK(folder.names().empty());
}
