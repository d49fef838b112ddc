// SPDX-License-Identifier: Apache-2.0
#include "waves/trace_recorder.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"
#include "tests/waves/trace_file.h"

using namespace isobar;
using namespace isobar::test;
using Json = nlohmann::json;

namespace {

Trace record(const Experiment& e, const std::filesystem::path& file, const std::string& scope = "",
             const WaveWindow& window = {}) {
  TraceRecorder recorder(e, WaveScope::parse(scope, e.fabric), file, window);
  recorder.finish(run_steps_generic(e, {}, &recorder).run.cycles);
  return Trace(file);
}

}  // namespace

TEST_CASE("the links of a trace are as busy as the result says", "[trace]") {
  struct Run {
    std::string fabric;
    std::string scheme;
    std::string load;
    Cycle setup;
  };
  const auto run =
      GENERATE(Run{"ring:8", "lm-c5", "spike:2", 0}, Run{"torus:4x3", "lm-c4", "uniform:0..9", 3},
               Run{"hhc:1", "nna", "spike:9", 2}, Run{"hypercube:3", "de", "spike:3", 0},
               Run{"mesh:3x3", "diffusion", "spike:9", 1});
  const Scratch folder;
  auto e = experiment(run.fabric, run.scheme, run.load);
  e.max_steps = 30;
  e.links.assign(e.links.size(), LinkTiming({250'000'000, 2, run.setup}, e.clock));
  const auto result = run_steps_generic(e);
  const auto trace = record(e, folder / "t.json");
  const auto& fabric = e.fabric;
  std::size_t arrows = 0;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    if (!fabric.link(slot)) continue;
    const auto& counters = result.links[slot];
    std::int64_t words = 0;
    std::int64_t transfers = 0;
    std::int64_t tasks = 0;
    Cycle word_cycles = 0;
    Cycle transfer_cycles = 0;
    for (const auto& slice : trace.slices(link_thread(fabric, slot))) {
      const bool is_word = slice.at("name") == "word" || slice.at("name") == "landed";
      CHECK((is_word || slice.at("name") == "transfer"));
      ++(is_word ? words : transfers);
      (is_word ? word_cycles : transfer_cycles) += cycles(slice) - run.setup;
      if (!is_word) tasks += slice.at("args").at("tasks").get<std::int64_t>();
      // A cycle of 250 MHz is 0.004 us.
      CHECK(slice.at("ts").get<double>() ==
            Approx(0.004 * slice.at("args").at("cycles")[0].get<double>()));
      CHECK(slice.at("dur").get<double>() == Approx(0.004 * static_cast<double>(cycles(slice))));
    }
    INFO(link_thread(fabric, slot));
    CHECK(words == counters.words);
    CHECK(transfers == counters.transfers);
    CHECK(tasks == counters.tasks);
    CHECK(word_cycles == counters.word_cycles);
    CHECK(transfer_cycles == counters.transfer_cycles);
    CHECK(counters.setup_cycles == (words + transfers) * run.setup);
    arrows += static_cast<std::size_t>(transfers);
  }
  std::size_t begun = 0;
  for (const auto& event : trace.events) begun += event.at("ph") == "s" ? 1 : 0;
  CHECK(begun == arrows);
}

TEST_CASE("a fabric's name is whole in a trace, whatever is in it", "[trace]") {
  const std::string name = "graph:we\"ird\\\n\x01é.txt";
  const Scratch folder;
  auto e = experiment("ring:4", "nna", "point:4@0");
  e.fabric = Fabric::graph(name, 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  record(e, folder / "t.json");
  const auto json = Json::parse(contents(folder / "t.json"));
  CHECK(json.at("otherData").at("fabric") == name);
  CHECK(Trace(folder / "t.json").processes.at(1) == name);
}

TEST_CASE("bytes of a fabric's name that are not UTF-8 are replaced in a trace", "[trace]") {
  const Scratch folder;
  auto e = experiment("ring:4", "nna", "point:4@0");
  e.fabric = Fabric::graph("graph:\xff.txt", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  record(e, folder / "t.json");
  const auto json = Json::parse(contents(folder / "t.json"));
  CHECK(json.at("otherData").at("fabric") == "graph:\xEF\xBF\xBD.txt");
}

TEST_CASE("every PE's time is accounted for, and its load is counted", "[trace]") {
  const auto* scheme = GENERATE("lm-c5", "lm-c0", "nna", "de");
  const Scratch folder;
  auto e = experiment("torus:3x2", scheme, "spike:4");
  e.max_steps = 12;
  const auto result = run_steps_generic(e);
  const auto trace = record(e, folder / "t.json");
  for (Node node = 0; node < e.fabric.nodes(); ++node) {
    const auto process = "PE " + e.fabric.address(node);
    INFO(process);
    Cycle at = 0;
    for (const auto& slice : trace.slices(process + "/balancing")) {
      CHECK(slice.at("args").at("cycles")[0] == at);
      at = slice.at("args").at("cycles")[1];
    }
    CHECK(at == result.run.cycles);
    Load last = -1;
    double time = -1;
    for (const auto& event : trace.events) {
      if (event.at("ph") != "C" || trace.processes.at(event.at("pid")) != process) continue;
      CHECK(event.at("ts").get<double>() > time);
      time = event.at("ts");
      CHECK(event.at("args").at("tasks") != last);
      const Load initial = e.loads[node];
      if (last < 0) CHECK(event.at("args").at("tasks") == initial);
      last = event.at("args").at("tasks");
    }
    CHECK(last == result.loads[node]);
  }
  const auto steps = trace.slices(e.fabric.name() + "/steps");
  CHECK(steps.size() == static_cast<std::size_t>(result.run.steps));
  std::size_t instants = 0;
  for (const auto& event : trace.events) {
    if (event.at("ph") != "i") continue;
    ++instants;
    const auto& when = event.at("name") == "shared" ? result.to_share : result.to_balance;
    REQUIRE(when.has_value());
    CHECK(event.at("args").at("cycle") == when->cycles);
  }
  CHECK(instants == (result.to_share ? 1U : 0U) + (result.to_balance ? 1U : 0U));
}

TEST_CASE("arrows lead from a transfer to the receiver's slice in which it lands", "[trace]") {
  const Scratch folder;
  const auto e = experiment("ring:4", "lm-c5", "point:4@0");
  const auto trace = record(e, folder / "t.json");
  std::map<std::int64_t, Json> begun;
  std::size_t ended = 0;
  for (const auto& event : trace.events) {
    if (event.at("ph") == "s") begun[event.at("id")] = event;
    if (event.at("ph") != "f") continue;
    ++ended;
    const auto& from = begun.at(event.at("id"));
    const auto& to = trace.threads.at(from.at("tid"));
    CHECK(to.substr(to.find("PE ")) == trace.processes.at(event.at("pid")));
    bool inside = false;
    for (const auto& slice : trace.slices(trace.thread(event))) {
      const double since = event.at("ts").get<double>() - slice.at("ts").get<double>();
      inside = inside || (slice.at("name") == "transfer" && since >= 0 &&
                          since < slice.at("dur").get<double>());
    }
    CHECK(inside);
  }
  CHECK(ended > 0);
  CHECK(begun.size() == ended);
}

TEST_CASE("scope and window leave out the rest of a trace", "[trace]") {
  const Scratch folder;
  const auto e = experiment("torus:4x3", "lm-c5", "spike:5");
  const auto whole = record(e, folder / "whole.json");
  WaveWindow window;
  window.from = RunInstant::parse("steps:2");
  window.to = RunInstant::parse("steps:4");
  const auto part = record(e, folder / "part.json", "coordinates=1..2,1;dimensions=2", window);
  CHECK(part.processes.size() == 3);
  CHECK(part.threads.size() == 2 + 2 * 3);
  const Cycle step = 166;  // two slots of 83
  using Slice = std::tuple<std::string, std::string, std::string>;
  const auto slices = [&](const Trace& trace) {
    std::set<Slice> found;
    for (const auto& event : trace.events) {
      if (event.at("ph") != "X" || part.threads.count(event.at("tid")) == 0) continue;
      const Cycle from = event.at("args").at("cycles")[0];
      if (from < 2 * step || from >= 4 * step) continue;
      found.emplace(trace.thread(event), event.at("name"), event.at("args").dump());
    }
    return found;
  };
  CHECK(slices(part) == slices(whole));
  for (const auto& event : part.events) {
    CHECK(event.at("ts").get<double>() >= Approx(0.004 * static_cast<double>(2 * step)));
    CHECK(event.at("ts").get<double>() <= Approx(0.004 * static_cast<double>(4 * step)));
  }
}

TEST_CASE("both levels tell the same", "[trace][systemc]") {
  const auto* scheme = GENERATE("lm-c5", "nna");
  const Scratch folder;
  auto e = experiment("torus:4x3", scheme, "uniform:0..9");
  e.max_steps = 8;
  const auto events_of = [](const Trace& trace) {
    std::multiset<std::string> lines;
    for (auto event : trace.events) {
      if (event.at("ph") == "s" || event.at("ph") == "f") event.erase("id");
      lines.insert(event.dump());
    }
    return lines;
  };
  const auto steps = record(e, folder / "steps.json");
  in_child([&] {
    TraceRecorder recorder(e, WaveScope::parse("", e.fabric), folder / "cycles.json");
    recorder.finish(run_cycles(e, {}, &recorder).run.cycles);
    return std::vector<std::int64_t>();
  });
  CHECK(events_of(steps) == events_of(Trace(folder / "cycles.json")));
}

TEST_CASE("a trace appears whole or not at all", "[trace]") {
  const Scratch folder;
  const auto e = experiment("ring:4", "lm-c5", "point:4@0");
  const auto scope = WaveScope::parse("", e.fabric);
  {
    TraceRecorder recorder(e, scope, folder / "t.json");
    run_steps_generic(e, {}, &recorder);
  }
  CHECK(folder.names().empty());
  const auto said = refusal([&] { TraceRecorder(e, scope, folder / "none/t.json"); });
  CHECK(contains(said, "No such file"));
  TraceRecorder empty(e, scope, folder / "t.json");
  empty.finish(0);
  CHECK(Trace(folder / "t.json").processes.size() == 5);
}
