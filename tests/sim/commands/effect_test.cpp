// SPDX-License-Identifier: Apache-2.0
// Keys of the configuration, by what they do to a run.
#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/program.h"

using isobar::test::run_program;
using Json = nlohmann::json;

namespace {

Json run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "-"});
  const auto ran = run_program(arguments);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("clock, bits and the links of one dimension make the cycles") {
  const auto json = run({"--fabric",    "torus:3x4",
                         "--scheme",    "lm-c5",
                         "--load",      "spike:2",
                         "--until",     "steps:1",
                         "--clock",     "125MHz",
                         "--task-bits", "100",
                         "--load-bits", "20",
                         "--set",       "link.2.bandwidth=50Mb/s",
                         "--set",       "link.2.latency = 3",
                         "--set",       "link.2.setup=5"});
  CHECK(json["cycles"]["run"] == (10 + 1) + 1 + (50 + 1) + (5 + 50 + 3) + 1 + (5 + 250 + 3));
  CHECK(json["seconds"]["run"].get<double>() == Approx(380 / 125e6));
}

TEST_CASE("the seed of the configuration is the seed of the loads") {
  const auto json = run({"--fabric", "ring:6", "--scheme", "lm-c5", "--load", "uniform:0..100",
                         "--seed", "1", "--until", "steps:0", "--level", "steps"});
  CHECK(json["load"]["final"]["values"] == Json({89, 32, 23, 18, 21, 40}));
}

TEST_CASE("a goal in cycles lifts the step limit") {
  const auto json = run({"--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", "--until",
                         "cycles:100000", "--level", "steps"});
  CHECK(json["ended"] == "goal");
  CHECK(json["steps"]["run"] == 1205);
}

TEST_CASE("links say whence and where, and the messages add up") {
  const auto json =
      run({"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "point:4@0", "--until", "steps:1"});
  CHECK(json["links"][0]["from"] == 0);
  CHECK(json["links"][0]["to"] == 1);
  CHECK(json["links"][1]["to"] == 3);
  CHECK(json["links"][7]["from"] == 3);
  CHECK(json["messages"] ==
        Json::parse(R"({"words":4,"transfers":1,"tasks":1,"max_per_pe":3,"per_pe_total":10})"));
}
