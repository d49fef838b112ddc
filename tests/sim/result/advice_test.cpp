// SPDX-License-Identifier: Apache-2.0
// What the result of a run says that came to nothing.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::run_program;

namespace {

test::Ran run(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"run"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The line of a text that begins so; empty if there is none.
std::string line(const std::string& text, const std::string& begin) {
  const auto at = text.find(begin);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

/// A fabric on which the scheme runs.
std::string fabric_for(const SchemeEntry& scheme) {
  for (const auto* name : {"hypercube:2", "hhc:1"}) {
    if (!scheme.objection || scheme.objection(Fabric::parse(name)).empty()) return name;
  }
  return "";
}

}  // namespace

TEST_CASE("a scheme that moved nothing says why, whichever it is", "[advice][volume]") {
  for (const auto& [name, scheme] : schemes()) {
    if (scheme.conducts || !scheme.balances) continue;
    INFO(name);
    const auto fabric = fabric_for(scheme);
    REQUIRE(!fabric.empty());
    const auto even = run(
        {"--fabric", fabric, "--scheme", name, "--load", "uniform:3..3", "--until", "cycles:1000"});
    CHECK(line(even.out, "No task moved: ") ==
          (has(even.out, "0 transfers moved 0 tasks")
               ? "No task moved: the loads were balanced from the start (`tolerance` is " +
                     std::to_string(Fabric::parse(fabric).dimensions()) + ")."
               : ""));
  }
}

TEST_CASE("sid moves no task of a tree that starts on one PE, says so, and how it would",
          "[advice]") {
  const std::vector<std::string> common = {"--fabric", "ring:4", "--app", "uts:d=5", "--scheme"};
  const auto with = [&](const std::string& scheme) {
    auto arguments = common;
    arguments.push_back(scheme);
    return run(arguments);
  };
  const auto silent = with("sid");
  CHECK(has(silent.out, "0 transfers moved 0 tasks"));
  CHECK(has(line(silent.out, "No task moved: SID: "), "`trigger=any`"));
  const auto moves = with("sid:trigger=any");
  CHECK(!has(moves.out, "No task moved"));
  CHECK(!has(moves.out, "0 transfers moved 0 tasks"));
  CHECK(has(moves.out, "The application: "));
}

TEST_CASE("where there is nobody to move a task to, or no time, that is the cause", "[advice]") {
  CHECK(has(run({"--fabric", "ring:1", "--scheme", "steal", "--app", "uts:d=3"}).out,
            "No task moved: there is no link to move one over."));
  CHECK(has(
      run({"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "spike:4", "--until", "steps:0"})
          .out,
      "No task moved: the goal was reached before the first cycle."));
  // Differences that are too small for the share.
  CHECK(has(run({"--fabric", "ring:4", "--scheme", "diffusion:alpha=0.1", "--load", "spike:1",
                 "--until", "steps:9"})
                .out,
            "No task moved: diffusion: over a link goes `alpha` of the difference of its ends"));
  // What is said of a scheme that does not balance is said of its PEs.
  CHECK(!has(
      run({"--fabric", "ring:4", "--scheme", "none", "--load", "spike:4", "--until", "steps:2"})
          .out,
      "No task moved"));
}

TEST_CASE("PEs that were idle for more than nine tenths of their time have a cause", "[advice]") {
  const auto idle = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"--app", "uts:d=4"});
    return line(run(more).out, "The PEs were idle for ");
  };
  CHECK(has(idle({"--fabric", "torus:4x4", "--scheme", "none"}),
            "93.8 % of their time: every PE works alone on its own tasks"));
  CHECK(has(idle({"--fabric", "torus:4x4", "--scheme", "sid"}), ": no task moved, as above."));
  CHECK(has(idle({"--fabric", "ring:4", "--scheme", "steal", "--until", "cycles:1000000"}),
            "the application had finished after "));
  CHECK(has(idle({"--fabric", "torus:4x4", "--scheme", "steal", "--task-bits", "200000"}),
            "a task takes up to 200001 cycles over a link and about "));
  CHECK(has(line(run({"--fabric", "torus:8x8", "--scheme", "steal", "--app", "uts:d=1"}).out,
                 "The PEs were idle for "),
            " tasks for 64 PEs; a finer grain makes more"));
  CHECK(idle({"--fabric", "ring:2", "--scheme", "steal"}).empty());
}

TEST_CASE("a run whose application needs very many cycles says so before it begins", "[advice]") {
  const test::Scratch folder;
  folder.write("set.0.json",
               R"({"type": "LBDatafile", "phases": [{"id": 0, "tasks": [
                   {"entity": {"id": 1, "type": "object"}, "node": 0, "time": 100}]}]})");
  const auto started = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "--fabric", "ring:1", "--scheme", "none", "--app",
                               "replay:" + folder.path().string()});
    return test::run_program_at_work(300, more, ".").err;
  };
  CHECK(has(started({"--clock", "2GHz"}),
            "isobar: a long run: the application keeps the PEs busy for 100 s, 2e+11 cycles of "
            "their clock, up to 3.1e+09 steps of 64 cycles or more; a slower clock"));
  CHECK(!has(started({"--clock", "1MHz"}), "a long run"));
  // The scheme of a second --scheme holds.
  CHECK(has(started({"--clock", "2GHz", "--scheme", "steal"}),
            "for 100 s, 2e+11 cycles of their clock; a slower clock"));
  CHECK(!has(started({"--clock", "2GHz", "--until", "cycles:10000"}), "a long run"));
}

TEST_CASE("the header counts the tasks at the start, and loads that come and go are no goal",
          "[advice]") {
  const auto tree = run({"--fabric", "ring:2", "--scheme", "steal", "--app", "uts:d=3"});
  CHECK(has(tree.out, "ring:2: 2 PEs, 1 task at the start, level cycles\n"));
  CHECK(!has(tree.out, "from the start."));
  CHECK(!has(tree.out, "at no time."));
  CHECK(has(
      run({"--fabric", "ring:2", "--scheme", "steal", "--app", "uts:d=1", "--until", "balanced"})
          .out,
      "Balanced from the start."));
}

TEST_CASE("numbers are as short as they are exact", "[advice]") {
  const auto spike = run({"--fabric", "torus:8x8", "--scheme", "lm-c5", "--load", "spike:1",
                          "--level", "steps", "--until", "steps:1"});
  CHECK(has(spike.out, "0.016 (imbalance 63) at the start"));
  const auto full = run({"--fabric", "ring:2", "--scheme", "hetero-gde", "--app",
                         "iterations:n=1,tasks=2,bytes=8192", "--memory", "1B"});
  CHECK(has(full.out, "Memory: the fullest is 16384 times over its size at the start"));
}
