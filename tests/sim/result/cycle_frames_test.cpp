// SPDX-License-Identifier: Apache-2.0
// Kept runs with an application, and message-driven ones: frames of cycles.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "sim/page/saved_run.h"
#include "sim/result/deflate.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/waves/wave_file.h"

using namespace isobar;
using namespace isobar::test;
using Document = nlohmann::json;
using Arguments = std::vector<std::string>;

namespace {

struct Moment {
  Cycle from = 0;
  Cycle to = 0;
  std::vector<std::int64_t> loads;
  std::map<std::int64_t, std::int64_t> flows;  ///< by number of the link
  std::vector<std::int64_t> activity;
  std::vector<Cycle> busy;  ///< by number of the link

  bool operator==(const Moment& other) const {
    return from == other.from && to == other.to && loads == other.loads && flows == other.flows &&
           activity == other.activity && busy == other.busy;
  }
};

std::vector<std::int64_t> numbers(const SQLite::Column& column) {
  return from_little_endian<std::int64_t>(inflate(
      {static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())},
      std::size_t{1} << 20));
}

std::vector<Moment> moments(const std::filesystem::path& file) {
  SQLite::Database database(file.string());
  SQLite::Statement initial(database, "SELECT value FROM meta WHERE key = 'initial_loads'");
  REQUIRE(initial.executeStep());
  auto loads = Document::parse(initial.getColumn(0).getString()).get<std::vector<std::int64_t>>();
  std::vector<Moment> all;
  SQLite::Statement fabric(database, "SELECT value FROM meta WHERE key = 'fabric'");
  REQUIRE(fabric.executeStep());
  const auto port_of =
      Document::parse(fabric.getColumn(0).getString())["ports"].get<std::vector<std::size_t>>();
  SQLite::Statement query(database,
                          "SELECT cycle_from, cycle_to, loads, flows, activity, busy_ports, "
                          "busy_links FROM frames ORDER BY number");
  while (query.executeStep()) {
    auto& moment = all.emplace_back();
    moment.from = query.getColumn(0).getInt64();
    moment.to = query.getColumn(1).getInt64();
    const auto changes = numbers(query.getColumn(2));
    std::transform(changes.begin(), changes.end(), loads.begin(), loads.begin(), std::plus<>());
    moment.loads = loads;
    const auto flows = numbers(query.getColumn(3));
    for (std::size_t i = 0; i < flows.size(); i += 2) moment.flows[flows[i]] = flows[i + 1];
    if (!query.getColumn(4).isNull()) moment.activity = numbers(query.getColumn(4));
    const auto ports = numbers(query.getColumn(5));
    for (const auto port : port_of) moment.busy.push_back(ports.at(port));
    const auto links = numbers(query.getColumn(6));
    for (std::size_t i = 0; i < links.size(); i += 2) {
      moment.busy.at(static_cast<std::size_t>(links[i])) += links[i + 1];
    }
  }
  return all;
}

/// Each link is busy for as long as the result counts, and in no frame for longer than it is.
void check_busy(const std::vector<Moment>& frames, const Document& result) {
  std::vector<Cycle> busy(result["links"].size());
  for (const auto& frame : frames) {
    REQUIRE(frame.busy.size() == busy.size());
    const auto [least, most] = std::minmax_element(frame.busy.begin(), frame.busy.end());
    REQUIRE(*least >= 0);
    REQUIRE(*most <= frame.to - frame.from);
    std::transform(busy.begin(), busy.end(), frame.busy.begin(), busy.begin(), std::plus<>());
  }
  for (std::size_t l = 0; l < busy.size(); ++l) {
    const auto& link = result["links"][l];
    INFO("link " << l);
    REQUIRE(busy[l] == link["transfer_cycles"].get<Cycle>() + link["word_cycles"].get<Cycle>() +
                           link["setup_cycles"].get<Cycle>());
  }
}

void run(const Scratch& folder, Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.begin(), {"run", "--fabric", "torus:4x3"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto ran = run_program(arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

}  // namespace

TEST_CASE("frames of cycles add up to the result, and have the loads of its waves", "[long]") {
  const auto what =
      GENERATE(Arguments{"--scheme", "lm-c5", "--app", "uts", "--level", "steps"},
               Arguments{"--scheme", "nna", "--app", "uts", "--until", "cycles:1234"},
               Arguments{"--scheme", "rid", "--app", "uts"},
               Arguments{"--scheme", "sid", "--load", "spike:20", "--until", "cycles:3000"},
               Arguments{"--scheme", "gm", "--app", "uts", "--balancer", "software",
                         "--poll-period", "30", "--poll-cost", "20", "--until", "cycles:2500"},
               Arguments{"--scheme", "gm", "--app", "uts", "--switching", "cut-through"},
               Arguments{"--scheme", "steal", "--app", "uts", "--switching", "circuit"});
  const std::size_t history = GENERATE(1, 2, 7, 64, 100'000);
  const Scratch folder;
  INFO(fmt::format("{}, {} frames", fmt::join(what, " "), history));
  run(folder, what,
      {"--save", "r.db", "--history", std::to_string(history), "--json", "r.json", "--wave",
       "w.vcd"});
  const auto frames = moments(folder / "r.db");
  const auto json = Document::parse(folder.read("r.json"));
  const Cycle end = json["cycles"]["run"];
  const auto wave = read_wave(folder / "w.vcd");
  REQUIRE(!frames.empty());
  CHECK(frames.size() <= history);
  if (history <= static_cast<std::size_t>(end)) CHECK(2 * frames.size() >= history);

  std::vector<std::int64_t> tasks(json["links"].size());
  std::vector<std::int64_t> activity(frames.front().activity.size());
  const Cycle grain = frames.front().to;
  Cycle at = 0;
  for (const auto& frame : frames) {
    REQUIRE(frame.from == at);
    at = frame.to;
    REQUIRE((at == end || at - frame.from == grain));
    for (const auto& [link, moved] : frame.flows) {
      tasks.at(static_cast<std::size_t>(link)) += moved;
    }
    for (std::size_t i = 0; i < activity.size(); ++i) {
      REQUIRE(frame.activity[i] >= 0);
      activity[i] += frame.activity[i];
    }
    for (std::size_t node = 0; node < frame.loads.size(); ++node) {
      const auto& values = wave.signals.at(fmt::format("isobar.pe_{}.load", node));
      REQUIRE(value_at(values, static_cast<std::uint64_t>(at) * 4000) ==
              bits(static_cast<std::uint64_t>(frame.loads[node])));
    }
  }
  CHECK(at == end);
  check_busy(frames, json);
  CHECK(Document(frames.back().loads) == json["load"]["final"]["values"]);
  for (std::size_t l = 0; l < tasks.size(); ++l) CHECK(tasks[l] == json["links"][l]["tasks"]);
  if (!json.contains("application")) return;
  const auto& executor_counters = json["application"]["pes"];
  REQUIRE(activity.size() == 3 * executor_counters.size());
  for (std::size_t node = 0; node < executor_counters.size(); ++node) {
    CHECK(activity[3 * node] == executor_counters[node]["work"]);
    CHECK(activity[3 * node + 1] == executor_counters[node]["balance"]);
    CHECK(activity[3 * node + 2] == executor_counters[node]["wait"]);
  }
}

TEST_CASE("a coarse history of cycles is a fine one in larger parts", "[long]") {
  const Scratch folder;
  const Arguments what = {"--scheme", "rid", "--app", "uts"};
  run(folder, what, {"--save", "fine.db", "--history", "1000000"});
  const auto fine = moments(folder / "fine.db");
  CHECK(fine.front().to == 1);
  for (const auto* history : {"3", "64", "99"}) {
    run(folder, what, {"--save", "coarse.db", "--history", history});
    std::size_t i = 0;
    for (const auto& part : moments(folder / "coarse.db")) {
      Moment sum = fine[i];
      while (fine[i].to < part.to) {
        ++i;
        sum.to = fine[i].to;
        sum.loads = fine[i].loads;
        for (const auto& [link, tasks] : fine[i].flows) sum.flows[link] += tasks;
        for (std::size_t k = 0; k < sum.activity.size(); ++k)
          sum.activity[k] += fine[i].activity[k];
        for (std::size_t l = 0; l < sum.busy.size(); ++l) sum.busy[l] += fine[i].busy[l];
      }
      ++i;
      REQUIRE(sum == part);
    }
    CHECK(i == fine.size());
  }
}

TEST_CASE("links are busy in frames for as long as the result counts", "[volume]") {
  const auto what = GENERATE(
      // Tasks of unequal size, which take longer than a frame.
      Arguments{"--scheme", "hetero-diffusion", "--app", "iterations:n=3,tasks=8", "--speed",
                "loguniform:1..4"},
      Arguments{"--scheme", "hetero-hbm", "--app", "iterations:n=3,tasks=8", "--set",
                "link.setup=7"},
      Arguments{"--scheme", "rid", "--app", "uts", "--set", "link.2.bandwidth=1Gb/s"},
      Arguments{"--scheme", "sid", "--load", "spike:20", "--until", "cycles:1003"},
      Arguments{"--scheme", "gm", "--app", "uts", "--switching", "cut-through", "--set",
                "link.setup=40", "--until", "cycles:2222"},
      Arguments{"--scheme", "steal", "--app", "uts", "--switching", "circuit", "--set",
                "link.setup=40", "--until", "cycles:2222"},
      Arguments{"--scheme", "lm-c5", "--app", "uts", "--set", "link.setup=5", "--level", "steps"},
      Arguments{"--scheme", "diffusion", "--load", "spike:30", "--set", "link.setup=5", "--level",
                "steps", "--until", "steps:40"},
      Arguments{"--scheme", "lm-c4", "--load", "spike:5"});
  const std::string history = GENERATE("1", "300", "5000");
  const Scratch folder;
  INFO(fmt::format("{}, {} frames", fmt::join(what, " "), history));
  run(folder, what, {"--save", "r.db", "--history", history, "--json", "r.json"});
  check_busy(moments(folder / "r.db"), Document::parse(folder.read("r.json")));
}

TEST_CASE("a link is busy in the cycles in which its wave is not idle", "[long]") {
  const auto what =
      GENERATE(Arguments{"--scheme", "rid", "--app", "uts"},
               Arguments{"--scheme", "gm", "--app", "uts", "--switching", "cut-through"},
               Arguments{"--scheme", "steal", "--app", "uts", "--switching", "circuit"},
               Arguments{"--scheme", "nna", "--app", "uts", "--level", "steps"});
  const Scratch folder;
  INFO(fmt::format("{}", fmt::join(what, " ")));
  run(folder, what, {"--save", "r.db", "--history", "1000000", "--wave", "w.vcd"});
  const auto wave = read_wave(folder / "w.vcd");
  SQLite::Database database((folder / "r.db").string());
  const auto fabric = Document::parse(
      database.execAndGet("SELECT value FROM meta WHERE key = 'fabric'").getString());
  const auto frames = moments(folder / "r.db");
  for (std::size_t l = 0; l < fabric["links"].size(); ++l) {
    const auto port = fabric["ports"][l].get<std::size_t>();
    const auto name = fmt::format("isobar.pe_{}.link_{}_{}.state", fabric["links"][l][0].get<int>(),
                                  port / 2 + 1, port % 2 == 0 ? "succ" : "pred");
    INFO(name);
    const auto& states = wave.signals.at(name);
    bool alike = true;
    for (const auto& frame : frames) {
      const bool idle =
          value_at(states, static_cast<std::uint64_t>(frame.from) * 4000) == "\"idle\"";
      alike = alike && frame.to == frame.from + 1 && (frame.busy[l] == 0) == idle;
    }
    CHECK(alike);
  }
}

TEST_CASE("both levels keep the same of an application", "[volume]") {
  const std::string scheme = GENERATE("lm-c5", "lm-c1", "nna", "de", "none");
  const Scratch folder;
  const Arguments what = {"--scheme", scheme, "--app", "uts", "--history", "500"};
  run(folder, what, {"--level", "steps", "--save", "steps.db"});
  run(folder, what, {"--level", "cycles", "--save", "cycles.db"});
  CHECK(moments(folder / "steps.db") == moments(folder / "cycles.db"));
}

TEST_CASE("both levels keep the same of phases") {
  const std::string scheme = GENERATE("lm-c5", "nna", "de");
  const std::string history = GENERATE("9", "1000");
  const Scratch folder;
  const Arguments what = {"--scheme",  scheme,  "--load", "spike:9",
                          "--history", history, "--set",  "link.setup=3"};
  run(folder, what, {"--level", "steps", "--save", "steps.db"});
  run(folder, what, {"--level", "cycles", "--save", "cycles.db"});
  CHECK(moments(folder / "steps.db") == moments(folder / "cycles.db"));
}

TEST_CASE("a page gets the shares of what executors did") {
  const Scratch folder;
  run(folder, {"--scheme", "rid", "--app", "uts"}, {"--save", "r.db", "--history", "20"});
  const auto page = saved_run((folder / "r.db").string());
  const auto frames = moments(folder / "r.db");
  CHECK(page["frames"]["count"] == frames.size());
  CHECK(page["frames"]["cycles_per_frame"] == frames.front().to);
  CHECK(!page["frames"].contains("steps_per_frame"));
  CHECK(page["phases"].empty());
  std::vector<std::int32_t> shares;
  for (const auto& frame : frames) {
    for (const auto cycles : frame.activity) {
      const double share = static_cast<double>(cycles) / static_cast<double>(frame.to - frame.from);
      shares.push_back(static_cast<std::int32_t>(std::lround(1e6 * share)));
    }
  }
  CHECK(page["frames"]["activity"] == base64(deflate(little_endian(shares))));
}

TEST_CASE("of a run in cycles that is stopped, what there is is shown") {
  const Scratch folder;
  const auto file = (folder / "r.db").string();
  const auto ran = test::run_program_until(
      [&] { return saved_run(file)["frames"]["count"].get<std::int64_t>() > 0; },
      {"run", "--fabric", "torus:4x3", "--scheme", "rid", "--app", "uts:d=15", "--save", "r.db"},
      folder.path(), SIGKILL);
  REQUIRE(ran.status != 0);
  const auto page = saved_run(file);
  CHECK(page["result"]["ended"] == "killed");
  CHECK(page["result"]["steps"]["run"].is_null());
  CHECK(page["result"]["cycles"]["run"].get<Cycle>() > 0);
  CHECK(page["frames"]["count"].get<std::int64_t>() > 0);
}
