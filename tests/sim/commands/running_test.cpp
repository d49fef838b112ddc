// SPDX-License-Identifier: Apache-2.0
// Applications and message-driven schemes through the program.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using namespace isobar::test;
using Json = nlohmann::json;

namespace {

Json result_of(std::vector<std::string> words) {
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--json", "-"});
  const auto ran = run_program(words);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

/// The cycles of each PE's executor and of each link add up to the run's.
void check_sums(const Json& result) {
  const std::int64_t cycles = result["cycles"]["run"];
  for (const auto& pe : result["application"]["pes"]) {
    std::int64_t sum = 0;
    for (const char* what : {"work", "idle", "balance", "wait"})
      sum += pe[what].get<std::int64_t>();
    REQUIRE(sum == cycles);
  }
  for (const auto& link : result["links"]) {
    std::int64_t sum = 0;
    for (const char* what : {"transfer", "word", "setup", "idle"}) {
      const std::int64_t part = link[std::string(what) + "_cycles"];
      REQUIRE(part >= 0);
      sum += part;
    }
    REQUIRE(sum == cycles);
  }
}

}  // namespace

TEST_CASE("a tree has as many nodes under every scheme, on every fabric", "[volume]") {
  for (const auto& [name, entry] : schemes()) {
    if (name.rfind("test-", 0) == 0 || name == "lm-c0") continue;  // C0 does not finish
    if (entry.conducts) continue;                                  // needs tasks that live on
    for (const char* fabric : {"torus:3x4", "hypercube:3", "hhc:2"}) {
      CAPTURE(name, fabric);
      if (!entry.objection(Fabric::parse(fabric)).empty()) continue;
      const auto result = result_of({"--fabric", fabric, "--scheme", name, "--app", "uts"});
      const auto& application = result["application"];
      CHECK(application["statistics"]["nodes"] == 1732);
      CHECK(application["statistics"]["leaves"] == 1050);
      CHECK(application["statistics"]["depth"] == 6);
      CHECK(application["created"] == 1732);
      CHECK(application["executed"] == 1732);
      CHECK(result["load"]["total"] == 0);
      check_sums(result);
    }
  }
}

TEST_CASE("the same run gives the same bytes") {
  const std::vector<std::string> words = {"run",   "--fabric", "hypercube:4", "--scheme", "steal",
                                          "--app", "uts:r=5",  "--json",      "-"};
  const auto first = run_program(words);
  CHECK(first.status == 0);
  CHECK(first.out == run_program(words).out);
}

TEST_CASE("a balancer in software takes its time from the work") {
  const std::vector<std::string> words = {"--fabric", "torus:4x4", "--scheme",
                                          "rid",      "--app",     "loops:g=20,loop=1"};
  auto software = words;
  software.insert(software.end(), {"--balancer", "software", "--poll-period", "100", "--poll-cost",
                                   "25", "--handling", "50"});
  const auto hardware_result = result_of(words);
  const auto software_result = result_of(software);
  check_sums(hardware_result);
  check_sums(software_result);
  CHECK(hardware_result["application"]["cycles"]["balance"] == 0);
  const auto& cycles = software_result["application"]["cycles"];
  // A quarter of the work, and the handling besides.
  CHECK(cycles["balance"].get<double>() > 0.24 * cycles["work"].get<double>());
  CHECK(cycles["work"] == hardware_result["application"]["cycles"]["work"]);
  CHECK(software_result["application"]["finished"] > hardware_result["application"]["finished"]);
}

TEST_CASE("rounds of dimension exchange go on though queues are full") {
  // A PE that still waits for tasks which find no place hears the load of the next round.
  const std::vector<std::string> words = {"--fabric",
                                          "torus:3x3",
                                          "--scheme",
                                          "dem-request:blocking=0,retry=1,low=inf",
                                          "--app",
                                          "uts:r=14,work=200,d=8",
                                          "--queue-depth",
                                          "5",
                                          "--tasks-per-message",
                                          "1",
                                          "--link-latency",
                                          "40",
                                          "--fetch",
                                          "oldest",
                                          "--until"};
  const auto starts = [&](const char* until) {
    auto all = words;
    all.emplace_back(until);
    return result_of(all)["end_to_end"]["words_by_kind"]["start"].get<std::int64_t>();
  };
  CHECK(starts("cycles:11000") > starts("cycles:9000"));
}

TEST_CASE("a message-driven run has neither steps nor T") {
  const auto result = result_of({"--fabric", "torus:4x4", "--scheme", "diffusion-async", "--load",
                                 "uniform:0..50", "--until", "cycles:20000"});
  for (const char* scale : {"steps", "shifts"}) {
    for (const char* at : {"run", "to_share", "to_balance"}) CHECK(result[scale][at].is_null());
  }
  CHECK(result["cycles"]["run"] == 20000);
  CHECK(result["end_to_end"]["words_by_kind"]["load"] > 0);
  CHECK(result["load"]["total"].get<std::int64_t>() <= 800);
}

TEST_CASE("steps and cycles agree on what an application came to") {
  auto words = std::vector<std::string>{"--fabric", "torus:4x3",       "--scheme", "lm-c5",
                                        "--app",    "uts:r=3,work=30", "--level"};
  auto at = [&](const char* level) {
    auto all = words;
    all.emplace_back(level);
    auto result = result_of(all);
    result.erase("level");
    result["config"].erase("level");
    return result;
  };
  CHECK(at("steps") == at("cycles"));
}

TEST_CASE("what does not go together with an application or a message-driven scheme is said") {
  const Scratch folder;
  folder.write("wt.txt", "26 24 79\n");
  const auto refused = [&](std::vector<std::string> words, const std::string& part) {
    words.insert(words.begin(), "run");
    const auto ran = run_program(words, folder.path());
    INFO(ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(contains(ran.err, part));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  };
  const std::vector<std::string> ring = {"--fabric", "ring:8"};
  const auto with = [&](std::vector<std::string> more) {
    auto all = ring;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  refused(with({"--scheme", "rid", "--load", "spike:5", "--level", "steps"}), "message-driven");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--until", "steps:4"}), "no steps");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--max-steps", "4"}), "max_cycles");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--until", "finished"}), "no application");
  refused(with({"--scheme", "rid:u=0", "--load", "spike:5"}), "u must be above 0");
  refused(with({"--scheme", "gm:lwm=9,hwm=4", "--load", "spike:5"}), "lwm must be at most hwm");
  refused(with({"--scheme", "hbm:threshold=1;2", "--load", "spike:5"}), "3 levels");
  refused(with({"--scheme", "rid:low=many", "--load", "spike:5"}), "low must be a number");
  refused(with({"--scheme", "lm-c5", "--load", "spike:5", "--balancer", "software"}),
          "lm-c5 is synchronous");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--poll-cost", "4"}), "does not poll");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--fetch", "newest"}),
          "no application runs");
  refused(with({"--scheme", "rid", "--load", "spike:5", "--external", "0:1..2:1"}),
          "no application runs");
  refused(with({"--scheme", "rid", "--app", "uts", "--load", "spike:5"}), "its own tasks");
  refused(with({"--scheme", "rid", "--app", "uts", "--speed", "1,2"}), "8 PEs");
  refused(with({"--scheme", "rid", "--app", "uts", "--speed", "0"}), "above 0");
  refused(with({"--scheme", "rid", "--app", "uts", "--speed=-0.5"}), "whole number");
  refused(with({"--scheme", "none", "--app", "uts", "--balancer", "magic"}), "magic");
  refused(with({"--scheme", "none", "--app", "uts", "--poll-period", "banana"}), "does not poll");
  refused(with({"--scheme", "rid", "--app", "trees"}), "unknown application");
  refused(with({"--scheme", "rid", "--app", "uts:q=2"}), "q must be");
  refused(with({"--scheme", "rid", "--app", "tardiness:wt.txt"}), "wt.txt");
  refused(with({"--scheme", "rid", "--app", "replay:nowhere"}), "nowhere");
  refused(with({"--scheme", "rid", "--app", "uts", "--switching", "magic"}),
          "store-and-forward, cut-through, circuit");
  refused(with({"--scheme", "rid", "--app", "uts", "--switching", "circuit", "--buffers", "4"}),
          "no buffers");
  refused(with({"--scheme", "lm-c5", "--app", "uts", "--level", "rtl"}), "fetch = oldest");
}
