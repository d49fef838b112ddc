// SPDX-License-Identifier: Apache-2.0
// Traces of runs with an application, and of message-driven runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/waves/trace_file.h"

using namespace isobar;
using namespace isobar::test;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

namespace {

void run(const Scratch& folder, Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto ran = run_program(arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

Cycle begin(const Json& slice) { return slice.at("args").at("cycles")[0]; }
Cycle end(const Json& slice) { return slice.at("args").at("cycles")[1]; }

/// The fabric's link slot of an entry of a result's links.
std::uint64_t slot_of(const Fabric& fabric, const Json& link) {
  std::uint64_t slot = link["from"].get<std::uint64_t>() * fabric.degree();
  while (!fabric.link(slot) || fabric.link(slot)->to != link["to"].get<Node>() ||
         fabric.link(slot)->dimension != link["dimension"].get<unsigned>()) {
    ++slot;
  }
  return slot;
}

}  // namespace

TEST_CASE("a trace shows what executors do and links carry, as the result says", "[trace]") {
  const auto what =
      GENERATE(Arguments{"--scheme", "lm-c5", "--app", "uts", "--level", "steps"},
               Arguments{"--scheme", "nna", "--app", "uts", "--until", "cycles:1234"},
               Arguments{"--scheme", "rid", "--app", "uts"},
               Arguments{"--scheme", "steal", "--app", "uts", "--until", "cycles:3333"},
               Arguments{"--scheme", "sid", "--load", "spike:20", "--until", "cycles:3000"},
               Arguments{"--scheme", "gm", "--app", "uts", "--balancer", "software",
                         "--poll-period", "30", "--poll-cost", "20", "--until", "cycles:2500"},
               Arguments{"--scheme", "hbm", "--app", "uts", "--switching", "cut-through"},
               Arguments{"--scheme", "hbm", "--app", "uts", "--switching", "circuit"});
  const auto fabric = Fabric::parse("torus:4x3");
  const Scratch folder;
  INFO(fmt::format("{}", fmt::join(what, " ")));
  run(folder, what,
      {"--fabric", "torus:4x3", "--link-setup", "3", "--trace", "t.json", "--json", "r.json"});
  const Trace trace(folder / "t.json");
  const auto json = Json::parse(folder.read("r.json"));
  const Cycle last = json["cycles"]["run"];
  const auto in_run = [&](const Json& slice) { return std::min(end(slice), last) - begin(slice); };

  std::set<std::uint64_t> worked_on;
  std::int64_t executed = 0;
  for (Node node = 0; node < fabric.nodes(); ++node) {
    std::map<std::string, Cycle> cycles;
    Cycle at = 0;
    const auto process = "PE " + fabric.address(node);
    INFO(process);
    for (const auto& slice : trace.slices(process + "/executor")) {
      CHECK(begin(slice) == at);
      at = end(slice);
      cycles[slice["name"]] += in_run(slice);
      if (slice["name"] == "work") worked_on.insert(slice["args"]["task"].get<std::uint64_t>());
    }
    CHECK(at == last);
    if (!json.contains("application")) continue;
    const auto& counters = json["application"]["pes"][node];
    for (const char* name : {"work", "idle", "balance", "wait"}) {
      CHECK(cycles[name] == counters[name].get<Cycle>());
    }
    executed += counters["tasks"].get<std::int64_t>();
    Json load;
    for (const auto& event : trace.events) {
      if (event["ph"] == "C" && trace.processes.at(event["pid"]) == process) {
        load = event["args"]["tasks"];
      }
    }
    CHECK(load == json["load"]["final"]["values"][node]);
  }
  CHECK(worked_on.size() >= static_cast<std::size_t>(executed));
  CHECK(worked_on.size() <= static_cast<std::size_t>(executed) + fabric.nodes());

  std::size_t transfers = 0;
  const bool circuit = json["config"].value("switching", "") == "circuit";
  for (const auto& link : json["links"]) {
    const auto name = link_thread(fabric, slot_of(fabric, link));
    INFO(name);
    std::map<std::string, std::int64_t> count;
    std::int64_t tasks = 0;
    Cycle busy = 0;
    Cycle at = 0;
    for (const auto& slice : trace.slices(name)) {
      CHECK(begin(slice) >= at);
      at = end(slice);
      transfers += slice["name"] == "transfer" ? 1 : 0;
      if (begin(slice) >= last) continue;
      ++count[slice["name"]];
      busy += in_run(slice);
      if (slice["name"] == "transfer") tasks += slice["args"]["tasks"].get<std::int64_t>();
      CHECK(slice["args"].contains("setup_cycles") == !circuit);
    }
    CHECK(count["word"] + count["landed"] == link["words"]);
    CHECK(count["transfer"] == link["transfers"]);
    CHECK(tasks == link["tasks"]);
    const auto cycles_of = [&](const char* key) { return link[key].get<Cycle>(); };
    const auto held =
        cycles_of("word_cycles") + cycles_of("transfer_cycles") + cycles_of("setup_cycles");
    // A circuit that is not complete at the run's end is not seen.
    CHECK((circuit ? busy <= held : busy == held));
  }
  std::map<std::int64_t, Json> arrows;
  std::size_t landed = 0;
  for (const auto& event : trace.events) {
    if (event["ph"] == "s") arrows[event["id"]] = event;
    if (event["ph"] != "f") continue;
    ++landed;
    const auto& from = trace.threads.at(arrows.at(event["id"])["tid"]);
    CHECK(from.substr(from.find("PE ")) == trace.processes.at(event["pid"]));
  }
  CHECK(landed == transfers);
  CHECK(arrows.size() == transfers);
  CHECK(transfers > 0);
  for (const auto& event : trace.events) {
    if (event["ph"] != "i") continue;
    const auto name = event["name"] == "shared" ? "to_share" : "to_balance";
    CHECK(event["args"]["cycle"] == json["cycles"][name]);
  }
}

TEST_CASE("both levels tell the same of an application", "[trace]") {
  const std::string scheme = GENERATE("lm-c5", "nna", "none");
  const Scratch folder;
  std::vector<std::multiset<std::string>> announced;
  for (const char* level : {"steps", "cycles"}) {
    run(folder, {"--fabric", "torus:4x3", "--scheme", scheme},
        {"--app", "uts", "--level", level, "--trace", "t.json"});
    auto& lines = announced.emplace_back();
    for (auto event : Trace(folder / "t.json").events) {
      if (event["ph"] == "s" || event["ph"] == "f") event.erase("id");
      lines.insert(event.dump());
    }
  }
  CHECK(announced[0] == announced[1]);
  CHECK(announced[0].size() > 1000);
}

TEST_CASE("a window of a message-driven trace is what lies in it", "[trace]") {
  const Scratch folder;
  const Arguments all = {"--fabric", "torus:4x3", "--scheme", "rid", "--app", "uts"};
  run(folder, all, {"--trace", "whole.json"});
  run(folder, all,
      {"--trace", "part.json", "--wave-from", "cycles:700", "--wave-to", "cycles:1500"});
  const auto slices = [&](const char* file) {
    std::multiset<std::string> lines;
    for (const auto& event : Trace(folder / file).events) {
      if (event["ph"] != "X" || end(event) <= 700 || begin(event) >= 1500) continue;
      lines.insert(event.dump());
    }
    return lines;
  };
  const auto part = slices("part.json");
  std::size_t slices_of_part = 0;
  for (const auto& event : Trace(folder / "part.json").events) {
    slices_of_part += event["ph"] == "X" ? 1 : 0;
  }
  CHECK(part.size() == slices_of_part);
  CHECK(part == slices("whole.json"));
  CHECK(part.size() > 100);
}
