// SPDX-License-Identifier: Apache-2.0
// Fabrics of one PE, which have no links, and runs in which nothing crosses a link.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::run_program;
using isobar::test::Scratch;
using Json = nlohmann::json;

namespace {

using Arguments = std::vector<std::string>;

Arguments joined(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

}  // namespace

TEST_CASE("a run on one PE says that there are no links, and that none limits it") {
  const std::string fabric = GENERATE("ring:1", "torus:1x1", "mesh:1x1", "hypercube:0");
  const std::string level = GENERATE("steps", "cycles");
  const Arguments run = {"run", "--fabric", fabric, "--scheme", "none", "--level", level};
  INFO(fabric << ", " << level);
  const auto ran = run_program(joined(run, {"--load", "spike:5", "--until", "steps:3"}));
  INFO(ran.err << ran.out);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, fabric + ": 1 PE, 5 tasks"));
  CHECK(contains(ran.out, "The fabric has no links.\n"));
  CHECK(contains(ran.out,
                 "The 192 cycles went to words 0.0 %, decisions 0.0 %, transfers 0.0 %, "
                 "barriers 100.0 %: nothing crossed a link, so no link limits it.\n"));
  const auto app = run_program(joined(run, {"--app", "uts:d=2"}));
  CHECK(app.status == 0);
  CHECK(contains(app.out, "no link limits the balancing"));
}

TEST_CASE("where nothing crossed a link, no link is said to limit the run") {
  const Arguments run = {"run", "--fabric", "ring:4", "--load", "spike:5"};
  const auto idle = run_program(joined(run, {"--scheme", "none", "--until", "steps:3"})).out;
  CHECK(contains(idle, "No link was used.\n"));
  CHECK(contains(idle, "barriers 100.0 %: nothing crossed a link, so no link limits it.\n"));
  CHECK_FALSE(contains(idle, "bandwidth"));
  const auto busy = run_program(joined(run, {"--scheme", "lm-c0", "--until", "steps:3"})).out;
  CHECK(contains(busy, "the links' bandwidth limits it"));
  CHECK_FALSE(contains(busy, "barriers"));
}

TEST_CASE("on one PE every scheme runs, with all outputs, or is refused in one line", "[volume]") {
  const bool at_steps = GENERATE(true, false);
  const std::string level = at_steps ? "steps" : "cycles";
  const std::string fabric = at_steps ? "ring:1" : "torus:1x1";
  const Scratch folder;
  int runs = 0;
  for (const auto& [name, scheme] : isobar::schemes()) {
    for (const Arguments& work :
         std::vector<Arguments>{{"--load", "spike:5"},
                                {"--load", "spike:5", "--until", "cycles:100"},
                                {"--app", "uts:d=2"},
                                {"--app", "iterations:n=2"}}) {
      const auto ran = run_program(
          joined({"run", "--fabric", fabric, "--scheme", name, "--level", level, "--json", "r.json",
                  "--save", "r.db", "--wave", "w.vcd", "--trace", "t.json"},
                 work),
          folder.path());
      INFO(fabric << ", " << level << ", " << name << ", " << work[1] << ": " << ran.err);
      CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') <= 1);
      REQUIRE(ran.status >= 0);
      REQUIRE(ran.status <= 2);
      if (ran.status == 2) continue;
      ++runs;
      for (const auto* odd : {"nan", "inf "}) CHECK_FALSE(contains(ran.out, odd));
      const auto json = Json::parse(folder.read("r.json"));
      CHECK(json["links"].empty());
      CHECK(Json::parse(folder.read("t.json")).is_object());
      if (runs % 4 != 0) continue;
      const auto page = run_program({"report", "r.db", "-o", "p.html"}, folder.path());
      INFO(page.err);
      CHECK(page.status == 0);
    }
  }
  CHECK(runs > 20);
}

TEST_CASE("an application is refused where a step takes no time") {
  // It would never be worked on, and the run would never end.
  for (const std::string scheme : {"lm-c5", "de", "diffusion"}) {
    const auto ran =
        run_program({"run", "--fabric", "torus:1x1", "--scheme", scheme, "--app", "uts:d=2"});
    INFO(ran.err);
    CHECK(ran.status == 2);
    CHECK(contains(ran.err, "torus:1x1 has no links, so a step takes no time"));
  }
}

TEST_CASE("as RTL a fabric without links is refused") {
  for (const Arguments& run :
       std::vector<Arguments>{{"run", "--level", "rtl"}, {"cosim"}, {"cosim", "--whole"}}) {
    const auto ran = run_program(
        joined(run, {"--fabric", "torus:1x1", "--scheme", "lm-c5", "--load", "spike:5"}));
    INFO(ran.err);
    CHECK(ran.status == 2);
    CHECK(contains(ran.err, "at least one ring"));
  }
}

TEST_CASE("a campaign has points on one PE") {
  const Scratch folder;
  folder.write("plan.toml",
               "objectives = [\"min cycles\"]\n[base]\nload = \"spike:5\"\nuntil = \"steps:3\"\n"
               "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:1\", \"torus:1x1\", \"ring:2\"]\n"
               "[[axis]]\nkey = \"scheme\"\nvalues = [\"none\", \"lm-c5\", \"diffusion\"]\n");
  const auto ran = run_program({"explore", "plan.toml", "-o", "c"}, folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  const auto page = run_program({"explore", "report", "c", "-o", "c.html"}, folder.path());
  INFO(page.err);
  CHECK(page.status == 0);
}
