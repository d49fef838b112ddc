// SPDX-License-Identifier: Apache-2.0
// What a plan's text means, and what is said of one that means nothing.
#include "sim/explore/plan.h"

#include <cmath>
#include <set>

#include "sim/config/input_error.h"
#include "sim/explore/space.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::Scratch;

namespace {

const std::string fabric = "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\"]\n";
const std::string base = "[base]\nscheme = \"lm-c5\"\nload = \"spike:5\"\n";

Plan plan_of(const std::string& text) {
  const Scratch scratch;
  scratch.write("plan.toml", text);
  return read_plan(scratch.path() / "plan.toml");
}

std::vector<std::string> values_of(const Axis& axis) {
  std::vector<std::string> values;
  for (const auto& value : axis.values) values.push_back(value.texts.front());
  return values;
}

std::vector<std::string> identities(const Plan& plan) {
  std::vector<std::string> all;
  Space(plan).each([&](const Assignment& point) { all.push_back(identity(point)); });
  return all;
}

std::string complaint(const std::string& text) {
  try {
    const auto plan = plan_of(text);
    identities(plan);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// Checks that a plan is refused with its place and this part of the reason.
void refused(const std::string& text, const std::string& part) {
  const auto said = complaint(text);
  INFO(text << "\n→ " << said);
  CHECK(contains(said, "plan.toml:"));
  CHECK(contains(said, part));
}

}  // namespace

TEST_CASE("an axis lists values, or counts them out between two ends") {
  const auto plan = plan_of(base +
                            "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:4x4\"]\n"
                            "[[axis]]\nkey = \"tolerance\"\nfrom = 1\nto = 4\nstep = 1\n"
                            "[[axis]]\nkey = \"link.bandwidth\"\nfrom = 25\nto = 2500\ncount = 3\n"
                            "scale = \"log\"\nformat = \"{}Mb/s\"\n"
                            "[[axis]]\nkey = \"task_bits\"\nfrom = 16\nto = 128\nfactor = 2\n"
                            "[[axis]]\nkey = \"clock\"\nfrom = 0.1\nto = 0.5\nstep = 0.1\n"
                            "format = \"{}GHz\"\n");
  using Values = std::vector<std::string>;
  CHECK(values_of(plan.axes[0]) == Values{"ring:8", "torus:4x4"});
  CHECK(values_of(plan.axes[1]) == Values{"1", "2", "3", "4"});
  CHECK(values_of(plan.axes[2]) == Values{"25Mb/s", "250Mb/s", "2500Mb/s"});
  CHECK(values_of(plan.axes[3]) == Values{"16", "32", "64", "128"});
  CHECK(values_of(plan.axes[4]) == Values{"0.1GHz", "0.2GHz", "0.3GHz", "0.4GHz", "0.5GHz"});
  CHECK(identities(plan).size() == 480);
}

TEST_CASE("a grid has every point once, and what is standard is not named") {
  const auto plan = plan_of(base +
                            "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"ring:9\"]\n"
                            "[[axis]]\nkey = \"link.bandwidth\"\nvalues = [\"250Mb/s\", "
                            "\"1Gb/s\"]\n");
  const std::string rest = "load=spike:5;scheme=lm-c5";
  CHECK(identities(plan) == std::vector<std::string>{"fabric=ring:8;" + rest,
                                                     "fabric=ring:8;link.bandwidth=1Gb/s;" + rest,
                                                     "fabric=ring:9;" + rest,
                                                     "fabric=ring:9;link.bandwidth=1Gb/s;" + rest});
}

TEST_CASE("conditions keep values and axes to where they belong") {
  const auto plan = plan_of(
      "[base]\nload = \"spike:5\"\n"
      "[[axis]]\nkey = \"fabric\"\nvalues = [\"torus:4x4\", \"hhc:2\"]\n"
      "[[axis]]\nkey = \"scheme\"\n"
      "values = [\"lm-c5\", {value = \"hhc-b\", when = {fabric = \"hhc:*\"}}]\n"
      "[[axis]]\nkey = \"link.setup\"\nvalues = [0, 8]\n"
      "when = {fabric = [\"torus:*\", \"mesh:*\"], scheme = \"!hhc-*\"}\n");
  CHECK(identities(plan) ==
        std::vector<std::string>{"fabric=torus:4x4;load=spike:5;scheme=lm-c5",
                                 "fabric=torus:4x4;link.setup=8;load=spike:5;scheme=lm-c5",
                                 "fabric=hhc:2;load=spike:5;scheme=lm-c5",
                                 "fabric=hhc:2;load=spike:5;scheme=hhc-b"});
}

TEST_CASE("paired keys vary together") {
  const auto plan = plan_of(
      "[base]\nscheme = \"lm-c5\"\n"
      "[[axis]]\nkeys = [\"fabric\", \"load\"]\n"
      "values = [[\"ring:8\", \"spike:2\"], [\"ring:16\", \"spike:3\"]]\n");
  CHECK(identities(plan) == std::vector<std::string>{"fabric=ring:8;load=spike:2;scheme=lm-c5",
                                                     "fabric=ring:16;load=spike:3;scheme=lm-c5"});
}

TEST_CASE("constraints are SQL over keys and facts") {
  const std::string fabrics =
      "[[axis]]\nkey = \"fabric\"\n"
      "values = [\"ring:64\", \"torus:8x8\", \"torus:4x4x4\", \"hypercube:6\", \"ring:8\"]\n";
  const auto count = [&](const std::string& where) {
    return identities(plan_of(base + fabrics + "[constraints]\nwhere = '''" + where + "'''\n"))
        .size();
  };
  CHECK(count("pes = 64") == 4);
  CHECK(count("pes = 64 and degree <= 4") == 2);
  CHECK(count("diameter <= 8 and pes = 64") == 3);  // 8, 6 and 6, but not the ring's 32
  CHECK(count("fabric like 'torus:%'") == 2);
  CHECK(count("links * 250e6 = total_bandwidth") == 5);
  CHECK(count("\"link.bandwidth\" = '250Mb/s'") == 5);
  CHECK(count("tolerance = 7") == 0);
}

TEST_CASE("an equal total bandwidth is shared out over a point's links") {
  const auto plan = plan_of(base +
                            "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"hypercube:3\"]\n"
                            "[constraints]\ntotal_bandwidth = \"4.8Gb/s\"\n");
  CHECK(identities(plan) ==  // 16 links, and 24
        std::vector<std::string>{
            "fabric=ring:8;link.bandwidth=300000000b/s;load=spike:5;scheme=lm-c5",
            "fabric=hypercube:3;link.bandwidth=200000000b/s;load=spike:5;scheme=lm-c5"});
}

TEST_CASE("a place between 0 and 1 is an allowed value, or a number of the range") {
  const auto plan = plan_of(base +
                            "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"ring:9\"]\n"
                            "[[axis]]\nkey = \"link.bandwidth\"\nfrom = 1\nto = 100\n"
                            "scale = \"log\"\nformat = \"{}Mb/s\"\n");
  const Space space(plan);
  const auto at = [&](double fabric, double bandwidth) {
    const auto point = space.at({fabric, bandwidth});
    REQUIRE(point);
    return point->at("fabric") + " " + point->at("link.bandwidth");
  };
  CHECK(at(0, 0) == "ring:8 1Mb/s");
  CHECK(at(0.49, 0.5) == "ring:8 10Mb/s");
  CHECK(at(0.5, 0.75) == "ring:9 31.6228Mb/s");
  CHECK(at(0.999, 1) == "ring:9 100Mb/s");
  CHECK_THROWS_AS(identities(plan), InputError);  // a grid needs a number of values
}

TEST_CASE("a plan that cannot be meant is refused, with its place") {
  refused(base, "no [[axis]]");
  refused(fabric, "no scheme is given");
  refused("x = 1\n" + base + fabric, ":1: unknown key 'x'");
  refused("repeats = 0\n" + base + fabric, ":1: repeats = 0: a whole number from 1");
  refused(base + fabric + "[design]\nkind = \"best\"\n", ":8: design.kind = best: allowed: grid");
  refused(base + fabric + "[design]\nkind = \"sobol\"\n", "points = N is needed");
  refused(base + fabric + "[design]\nkind = \"grid\"\npoints = 5\n", "a grid has the points");
  refused(base + "[[axis]]\nkey = \"fabrik\"\nvalues = [1]\n", "did you mean fabric");
  refused(base + "[[axis]]\nvalues = [1]\n", ":4: an axis needs either a key");
  refused(base + "[[axis]]\nkey = \"fabric\"\n", "either values = [...], or from and to");
  refused(base + "[[axis]]\nkey = \"fabric\"\nvalues = []\n", "the list is empty");
  refused(base + "[[axis]]\nkey = \"seed\"\nfrom = 5\nto = 1\n", "a to above it");
  refused(base + "[[axis]]\nkey = \"seed\"\nfrom = 0\nto = 1\nscale = \"log\"\n", "above 0");
  refused(base + "[[axis]]\nkey = \"seed\"\nfrom = 1\nto = 9\nstep = 1\ncount = 3\n",
          "only one of");
  refused(base + "[[axis]]\nkeys = [\"fabric\", \"seed\"]\nvalues = [[\"ring:8\"]]\n",
          "each of the 2 keys");
  refused(base + "[[axis]]\nkey = \"json\"\nvalues = [\"a\"]\n", "keeps the results");
  refused(base + fabric + fabric, ":7: fabric is varied by an axis before");
  refused(base + "[[axis]]\nkey = \"seed\"\nvalues = [1]\nwhen = {fabric = \"ring:*\"}\n" + fabric,
          "write its axis first");
  refused("objectives = [\"least cycles\"]\n" + base + fabric, "min METRIC");
  refused("objectives = [\"min joy\"]\n" + base + fabric, "unknown metric 'joy'");
  refused("repeats = 3\n" + base + fabric + "[[axis]]\nkey = \"seed\"\nvalues = [1]\n",
          "repeats choose the seed");
  refused(base + "[base.link]\nbandwidth = \"1Gb/s\"\n" + fabric +
              "[constraints]\ntotal_bandwidth = \"1Gb/s\"\n",
          "sets link.bandwidth");
  refused("[base]\nscheme = [1, 2]\n" + fabric, "one value is needed");
  refused("[base\n", ":1: column");
  const auto no_sql = complaint(base + fabric + "[constraints]\nwhere = \"pes ==== 4\"\n");
  CHECK(contains(no_sql, "constraints.where = pes ==== 4"));
  CHECK(contains(complaint(base + fabric + "[constraints]\nwhere = \"pez = 4\"\n"),
                 "no such column"));
}

TEST_CASE("a plan's members are of their kind and in their range") {
  const std::string seed = "[[axis]]\nkey = \"seed\"\n";
  refused("repeats = \"two\"\n" + base + fabric, "a whole number from 1");
  refused("base = 5\n" + fabric, "a table is needed");
  refused("axis = 5\n" + base, "each headed [[axis]]");
  refused("axis = [{key = \"seed\", values = [1]}, 7]\n" + base, "each headed [[axis]]");
  refused("objectives = \"min cycles\"\n" + base + fabric, "a list is needed");
  refused("objectives = [\"min\"]\n" + base + fabric, "min METRIC");
  refused("objectives = [\"max cycles now\"]\n" + base + fabric, "min METRIC");
  refused("objectives = [[\"min cycles\"]]\n" + base + fabric, "one value is needed");
  refused(base + "[[axis]]\nkey = 5\nvalues = [1]\n", "a text in quotes is needed");
  refused(base + "[[axis]]\nkeys = [\"seed\", [\"load\"]]\nvalues = [1]\n", "one value is needed");
  refused(base + seed + "values = 5\n", "a list is needed");
  refused(base + seed + "values = [[]]\n", "the list is empty");
  refused(base + seed + "values = [{when = {fabric = \"ring:8\"}}]\n",
          "a value with conditions is");
  refused(base + seed + "from = \"one\"\nto = 5\n", "a number is needed");
  refused(base + seed + "from = 1\nto = inf\n", "a number is needed");
  refused(base + seed + "from = 1\nto = 9\nwhole = 1\n", "true or false is needed");
  refused(base + seed + "from = 1\nto = 9\nformat = \"5\"\n", "where the number goes");
  refused(base + seed + "from = 1\nto = 9\nscale = \"square\"\n", "linear or log is needed");
  refused(base + seed + "from = 1\nto = 9\nstep = 0\n", "a step is above 0");
  refused(base + seed + "from = 1\nto = 9\nfactor = 1\n", "a factor above 1");
  refused(base + seed + "from = 1\nto = 1e9\nstep = 1\n", "too many values");
  refused(base + "[[axis]]\nkeys = [\"seed\", \"fabric\"]\nfrom = 1\nto = 9\n",
          "a range is of one key");
  const auto design = [&](const std::string& lines) {
    return base + fabric + "[design]\n" + lines;
  };
  refused(design("kind = \"sobol\"\npoints = 8\npopulation = 8\n"), "population is for");
  refused(design("kind = \"search\"\npoints = 8\npopulation = 9\n"), "a multiple of 4");
  refused(design("kind = \"search\"\npoints = 0\n"), "a whole number from 1");
  refused(design("kind = \"grid\"\nseed = -1\n"), "a whole number from 0");
}

TEST_CASE("a value's conditions can be in a table of the key's section") {
  const auto plan = plan_of(base +
                            "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"ring:4\"]\n"
                            "[[axis]]\nkey = \"link.bandwidth\"\nvalues = [\"1Gb/s\", \"2Gb/s\"]\n"
                            "[[axis]]\nkey = \"seed\"\n"
                            "values = [1, {value = 2, when = {link = {bandwidth = \"2Gb/s\"}}}]\n");
  CHECK(identities(plan).size() == 6);
}

TEST_CASE("axes are given or chosen by their keys' kinds, or as the plan says") {
  const std::string axes =
      "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:4x4\"]\n"
      "[[axis]]\nkey = \"link.latency\"\nvalues = [1, 2]\n"
      "[[axis]]\nkey = \"task_bits\"\nvalues = [64, 128]\n";
  using Keys = std::vector<std::string>;
  CHECK(plan_of(base + axes).scenario == Keys{"fabric", "task_bits"});
  CHECK(plan_of("scenario = [\"link.latency\"]\n" + base + axes).scenario == Keys{"link.latency"});
  CHECK(plan_of("scenario = []\n" + base + axes).scenario.empty());
  const auto complaint_of = [&](const std::string& value) {
    return complaint("scenario = " + value + "\n" + base + axes);
  };
  CHECK(contains(complaint_of("\"fabric\""), "scenario = fabric: a list of keys is needed"));
  CHECK(contains(complaint_of("[\"clock\"]"),
                 "clock is varied by no axis; the axes vary fabric, link.latency, task_bits"));
  CHECK(contains(complaint_of("[\"fabrik\"]"), "unknown key 'fabrik'"));
  CHECK(contains(complaint_of("[\"fabric\", \"fabric\"]"), "fabric stands there twice"));
  CHECK(contains(complaint_of("[\"seed\"]"), "a setting is the mean over its seeds"));
}
