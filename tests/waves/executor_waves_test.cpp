// SPDX-License-Identifier: Apache-2.0
// Waves of runs with an application, and of message-driven runs.
#include <fmt/format.h>

#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "models/link/observer_group.h"
#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "sim/config/resolve.h"
#include "tests/catch.h"
#include "tests/support/forked_run.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"
#include "waves/wave_recorder.h"

using namespace isobar;
using namespace isobar::test;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

namespace {

constexpr std::uint64_t ps = 4000;

Arguments operator+(Arguments a, const Arguments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void run(const Scratch& folder, const Arguments& arguments) {
  const auto ran = run_program(Arguments{"run"} + arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

/// Cycles before `end` in which a variable has each of its values.
std::map<std::string, Cycle> cycles_by_value(const Values& values, Cycle end) {
  std::map<std::string, Cycle> cycles;
  for (auto at = values.begin(); at != values.end(); ++at) {
    const auto next = std::next(at);
    const auto last = static_cast<std::uint64_t>(end) * ps;
    const auto until = next == values.end() ? last : std::min(last, next->first);
    if (at->first < until) cycles[at->second] += static_cast<Cycle>((until - at->first) / ps);
  }
  return cycles;
}

std::string path_of(const Json& link, const Fabric& fabric) {
  const Node from = link["from"];
  for (unsigned port = 0; port < fabric.degree(); ++port) {
    const auto& [dimension, direction] = fabric.ports()[port];
    if (dimension != link["dimension"] || fabric.neighbour(from, port) != Node{link["to"]})
      continue;
    return fmt::format("isobar.pe_{}.link_{}_{}", from, dimension,
                       direction == Direction::successor ? "succ" : "pred");
  }
  return "";
}

/// The loads of a run as an observer hears them: by node, the last of each cycle.
class Loads final : public Observer {
 public:
  void load_changes(Cycle from, Node node, std::int64_t load) override { all[{node, from}] = load; }

  std::map<std::pair<Node, Cycle>, std::int64_t> all;
};

}  // namespace

TEST_CASE("in waves executors do what the result counts, and links are as busy",
          "[waves][systemc]") {
  const std::string fabric = GENERATE("torus:4x3", "hypercube:3");
  const auto what = GENERATE(
      Arguments{"--scheme", "lm-c5", "--app", "uts", "--level", "steps"},
      Arguments{"--scheme", "lm-c5", "--app", "uts", "--until", "cycles:1234"},
      Arguments{"--scheme", "nna", "--app", "uts", "--speed", "1/3"},
      Arguments{"--scheme", "none", "--app", "uts"}, Arguments{"--scheme", "rid", "--app", "uts"},
      Arguments{"--scheme", "steal", "--app", "uts", "--until", "cycles:3333"},
      Arguments{"--scheme", "rid", "--app", "uts", "--balancer", "software", "--poll-period", "7",
                "--poll-cost", "3", "--handling", "5"},
      Arguments{"--scheme", "gm", "--app", "uts", "--balancer", "software", "--poll-period", "30",
                "--poll-cost", "20", "--until", "cycles:2500"},
      Arguments{"--scheme", "gm", "--app", "uts", "--switching", "cut-through"},
      Arguments{"--scheme", "steal", "--app", "uts", "--routing", "random", "--buffers", "2"},
      Arguments{"--scheme", "dem-request", "--app", "uts", "--broadcast", "tree", "--switching",
                "cut-through"},
      Arguments{"--scheme", "dem-request", "--app", "uts", "--switching", "circuit"});
  const Scratch folder;
  const auto all = Arguments{"--fabric", fabric, "--queue-depth", "4096"} + what;
  INFO(fmt::format("{}", fmt::join(all, " ")));
  run(folder, all + Arguments{"--wave", "a.vcd", "--json", "r.json"});
  run(folder, all + Arguments{"--wave", "b.fst"});
  const auto wave = read_wave(folder / "a.vcd");
  const auto fst = read_wave(folder / "b.fst");
  CHECK(wave.times == fst.times);
  CHECK(wave.signals == fst.signals);

  const auto json = Json::parse(folder.read("r.json"));
  const Cycle end = json["cycles"]["run"];
  const auto& executor_counters = json["application"]["pes"];
  std::set<std::string> tasks;
  for (std::size_t node = 0; node < executor_counters.size(); ++node) {
    const auto path = fmt::format("isobar.pe_{}", node);
    INFO(path);
    const auto& activity = wave.signals.at(path + ".activity");
    auto cycles = cycles_by_value(activity, end);
    for (const char* name : {"work", "idle", "balance", "wait"}) {
      INFO(name);
      CHECK(cycles[fmt::format("\"{}\"", name)] == executor_counters[node][name].get<Cycle>());
    }
    for (const auto& [time, doing] : activity) {
      if (doing == "\"work\"" && time < static_cast<std::uint64_t>(end) * ps) {
        tasks.insert(value_at(wave.signals.at(path + ".task"), time));
      }
    }
    CHECK(value_at(wave.signals.at(path + ".load"), static_cast<std::uint64_t>(end) * ps) ==
          bits(json["load"]["final"]["values"][node]));
  }
  // All that were worked on, each under its own identity.
  const std::size_t executed = json["application"]["executed"];
  CHECK(tasks.size() >= executed);
  CHECK(tasks.size() <= executed + executor_counters.size());
  if (executed == json["application"]["created"]) {
    for (std::size_t task = 0; task < executed; ++task) CHECK(tasks.count(bits(task)) == 1);
  }
  const bool circuits = json["config"].value("switching", "") == "circuit";
  for (const auto& link : json["links"]) {
    const auto path = path_of(link, Fabric::parse(fabric));
    INFO(path);
    auto cycles = cycles_by_value(wave.signals.at(path + ".state"), end);
    const Cycle busy = cycles["\"word\""] + cycles["\"transfer\""];
    const auto at = [&](const char* name) { return link[name].get<Cycle>(); };
    const auto held = at("word_cycles") + at("transfer_cycles") + at("setup_cycles");
    // A circuit that is not complete at the run's end is not seen.
    CHECK((circuits ? busy <= held : busy == held));
    CHECK(busy >= at("word_cycles") + at("transfer_cycles"));
  }
  const bool message_driven = json.contains("end_to_end");
  CHECK(wave.signals.count("isobar.run.step") == (message_driven ? 0 : 1));
  for (const char* layout : {"a.gtkw", "a.surf.ron"}) {
    CHECK(contains(folder.read(layout), "activity"));
    CHECK(contains(folder.read(layout), "isobar"));
  }
}

TEST_CASE("the loads of waves are those that observers hear", "[waves][systemc]") {
  const auto what =
      GENERATE(std::map<std::string, std::string>{{"scheme", "rid"}, {"app", "uts"}},
               std::map<std::string, std::string>{{"scheme", "rid"}, {"load", "uniform:0..20"}},
               std::map<std::string, std::string>{
                   {"scheme", "sid"}, {"app", "uts"}, {"switching", "circuit"}},
               std::map<std::string, std::string>{
                   {"scheme", "gm"}, {"app", "uts"}, {"switching", "cut-through"}},
               std::map<std::string, std::string>{{"scheme", "lm-c4"}, {"app", "uts"}});
  const Scratch folder;
  ConfigText text;
  text.set("fabric", "torus:3x3", "here");
  for (const auto& [key, value] : what) text.set(key, value, "here");
  const auto e = resolve(text).experiment;
  const auto numbers = in_child([&] {
    Loads loads;
    WaveRecorder recorder(e, WaveScope::parse("", e.fabric), folder / "w.vcd");
    ObserverGroup group;
    group.add(&loads);
    group.add(&recorder);
    const auto end = run_cycles(e, {}, &group).run.cycles;
    recorder.finish(end);
    std::vector<std::int64_t> announced;
    for (const auto& [when, load] : loads.all) {
      if (when.second <= end) announced.insert(announced.end(), {when.first, when.second, load});
    }
    return announced;
  });
  const auto wave = read_wave(folder / "w.vcd");
  REQUIRE(numbers.size() > 30);
  std::map<Node, std::size_t> changes;
  std::map<Node, std::int64_t> before;
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    const auto node = static_cast<Node>(numbers[i]);
    const auto& values = wave.signals.at(fmt::format("isobar.pe_{}.load", node));
    CHECK(value_at(values, static_cast<std::uint64_t>(numbers[i + 1]) * ps) ==
          bits(static_cast<std::uint64_t>(numbers[i + 2])));
    if (changes[node] == 0 || before[node] != numbers[i + 2]) ++changes[node];
    before[node] = numbers[i + 2];
  }
  for (const auto& [node, count] : changes) {
    CHECK(wave.signals.at(fmt::format("isobar.pe_{}.load", node)).size() == count);
  }
}

TEST_CASE("both levels write the same waves of an application", "[waves][systemc]") {
  const std::string scheme = GENERATE("lm-c5", "nna", "de", "none");
  const Scratch folder;
  for (const char* level : {"steps", "cycles"}) {
    run(folder, {"--fabric", "torus:4x3", "--scheme", scheme, "--app", "uts", "--level", level,
                 "--wave", std::string(level) + ".fst"});
  }
  const auto steps = read_wave(folder / "steps.fst");
  CHECK(steps.signals == read_wave(folder / "cycles.fst").signals);
  CHECK(steps.signals.at("isobar.pe_0.activity").size() > 3);
}

TEST_CASE("a window by cycles is a part of a message-driven run", "[waves]") {
  const std::string switching = GENERATE("store-and-forward", "cut-through", "circuit");
  const Scratch folder;
  const Arguments all = {"--fabric", "torus:4x3", "--scheme",    "rid",
                         "--app",    "uts",       "--switching", switching};
  run(folder, all + Arguments{"--wave", "whole.fst"});
  run(folder, all + Arguments{"--wave", "part.fst", "--wave-from", "cycles:700", "--wave-to",
                              "cycles:1500"});
  const auto whole = read_wave(folder / "whole.fst");
  const auto part = read_wave(folder / "part.fst");
  REQUIRE(part.times.front() == 700 * ps);
  REQUIRE(part.times.back() == 1500 * ps);
  REQUIRE(part.times.size() > 20);
  for (const auto& [path, values] : whole.signals) {
    INFO(path);
    for (const auto time : whole.times) {
      if (time < 700 * ps || time > 1500 * ps) continue;
      REQUIRE(value_at(part.signals.at(path), time) == value_at(values, time));
    }
  }
  const auto ran = run_program(
      Arguments{"run"} + all + Arguments{"--wave", "w.fst", "--wave-to", "steps:4"}, folder.path());
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "--wave-to steps:4: a message-driven scheme has no steps"));
}

TEST_CASE("nothing of a run changes when it is watched", "[waves]") {
  const Scratch folder;
  const Arguments all = {"--fabric",    "torus:4x3",  "--scheme",      "gm",         "--app",
                         "uts",         "--balancer", "software",      "--handling", "5",
                         "--poll-cost", "3",          "--poll-period", "11"};
  run(folder, all + Arguments{"--json", "a.json"});
  run(folder, all + Arguments{"--json", "b.json", "--wave", "w.fst"});
  auto a = Json::parse(folder.read("a.json"));
  auto b = Json::parse(folder.read("b.json"));
  CHECK(a["cycles"]["run"] > 1000);
  a.erase("config");
  b.erase("config");
  CHECK(a == b);
}
