// SPDX-License-Identifier: Apache-2.0
// Machines with several executors under the six phases, and under schemes that go by capacities.
#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/six_phases_world.h"

using namespace isobar;
using test::run_program;
using Json = nlohmann::json;

namespace {

Json run(std::vector<std::string> options) {
  options.insert(options.begin(), "run");
  options.insert(options.end(), {"--json", "-"});
  const auto ran = run_program(options);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

Json iterate(const std::string& executors, const std::string& scheme, const std::string& tasks) {
  return run({"--fabric", "ring:2", "--scheme", scheme, "--app",
              "iterations:n=6,start=first," + tasks, "--executors", executors});
}

std::int64_t tasks_of(const Json& result, std::size_t pe) {
  return result["application"]["pes"][pe]["tasks"];
}

std::int64_t last_iteration(const Json& result) {
  const auto& all = result["application"]["iterations"];
  return all[all.size() - 1]["end"].get<std::int64_t>() -
         all[all.size() - 2]["end"].get<std::int64_t>();
}

}  // namespace

TEST_CASE("six phases: a machine of two executors has twice the tasks, rated or measured",
          "[systemc]") {
  for (const auto* capacities : {"rated", "measured"}) {
    for (const auto& method : test::six_phases_methods) {
      INFO(method << ", " << capacities);
      const auto scheme = method + ":eff_min=0.99,capacities=" + capacities;
      const auto result = iterate("2,1", scheme, "tasks=30,work_min=1000,work_max=1000");
      // All 60 are PE 0's in the first iteration; 40 and 20 each in the five others.
      CHECK(tasks_of(result, 0) == 60 + 5 * 40);
      CHECK(tasks_of(result, 1) == 5 * 20);
      const auto& last = result["application"]["iterations"].back();
      CHECK(last["efficiency"] == 1.0);
    }
  }
}

TEST_CASE("six phases: a task that keeps one executor busy and leaves the other idle is divided",
          "[systemc]") {
  const auto whole = iterate("2,2", "hetero-gde", "tasks=1,work_min=8000,work_max=8000");
  const auto divided =
      iterate("2,2", "hetero-gde:divide=100", "tasks=1,work_min=8000,work_max=8000");
  CHECK(last_iteration(whole) > 8000);
  CHECK(last_iteration(divided) > 4000);
  CHECK(last_iteration(divided) < 6000);
}

TEST_CASE("six phases: every task is worked on once in an iteration, whatever executors there are",
          "[systemc]") {
  const auto work = [](const std::string& method, const std::string& executors) {
    const auto result = run({"--fabric", "hypercube:4", "--scheme", method, "--app", "iterations",
                             "--executors", executors});
    std::int64_t sum = 0;
    for (const auto& pe : result["application"]["pes"]) sum += pe["work"].get<std::int64_t>();
    return sum;
  };
  const auto of_all = work("hetero-gde", "1");
  for (const auto& method : test::six_phases_methods) {
    INFO(method);
    for (const auto* executors : {"2", "3", "1,1,3,1,1,2,3,1,3,2,2,1,3,3,1,3"}) {
      INFO(executors);
      CHECK(work(method, executors) == of_all);
    }
  }
}

TEST_CASE("a scheme that is weighted goes by speed times executors", "[systemc]") {
  const auto loads = [](const std::string& executors) {
    return run({"--fabric", "ring:4", "--scheme", "diffusion:weighted=yes", "--app",
                "loops:g=300,mean=25000000000000", "--executors", executors, "--until",
                "steps:200"})["load"]["final"]["values"];
  };
  // No task is over yet. One of each executor is under work, the others are shared out.
  const auto unequal = loads("3,1,1,1");
  CHECK(unequal[0].get<int>() >= 3 * 199 - 3);
  CHECK(unequal[0].get<int>() <= 3 * 199 + 3);
  for (std::size_t pe = 1; pe < 4; ++pe) {
    CHECK(unequal[pe].get<int>() >= 199 - 2);
    CHECK(unequal[pe].get<int>() <= 199 + 2);
  }
  CHECK(loads("1") == Json({299, 299, 299, 299}));
}
