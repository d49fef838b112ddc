// SPDX-License-Identifier: Apache-2.0
// Runs that are kept: what lies in the file is the run, and what a page gets is what lies there.
#include "sim/result/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "sim/config/resolve.h"
#include "sim/page/saved_run.h"
#include "sim/result/deflate.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;
using test::run_program;
using test::run_program_at_work;
using test::RunningProgram;
using test::Scratch;

namespace {

using Rows = std::vector<std::vector<std::int64_t>>;

/// Loads after each frame, by adding up the changes.
Rows loads_of(const std::string& file) {
  SQLite::Database database(file);
  SQLite::Statement initial(database, "SELECT value FROM meta WHERE key = 'initial_loads'");
  REQUIRE(initial.executeStep());
  auto loads =
      nlohmann::json::parse(initial.getColumn(0).getString()).get<std::vector<std::int64_t>>();
  Rows rows;
  SQLite::Statement query(database, "SELECT loads FROM frames ORDER BY number");
  while (query.executeStep()) {
    const auto column = query.getColumn(0);
    const std::string stream(static_cast<const char*>(column.getBlob()),
                             static_cast<std::size_t>(column.getBytes()));
    const auto changes = from_little_endian<std::int64_t>(inflate(stream, 8 * loads.size()));
    REQUIRE(changes.size() == loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i] += changes[i];
    rows.push_back(loads);
  }
  return rows;
}

/// The same from the record, which holds every phase.
Rows recorded_loads(const std::string& record) {
  Rows rows;
  std::istringstream lines(record);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    rows.push_back(nlohmann::json::parse(line)["load"]["values"].get<std::vector<std::int64_t>>());
  }
  return rows;
}

std::vector<std::string> run(const std::vector<std::string>& more) {
  std::vector<std::string> all = {"run",   "--fabric", "torus:4x3", "--scheme",
                                  "lm-c5", "--load",   "spike:5"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("zlib and base64 there and back") {
  test::property([] {
    const auto numbers = *rc::gen::arbitrary<std::vector<std::int64_t>>();
    RC_ASSERT(from_little_endian<std::int64_t>(
                  inflate(deflate(little_endian(numbers)), 8 * numbers.size() + 1)) == numbers);
  });
  const auto alone = deflate("of its own");
  deflate(std::string(300'000, 'x'));
  CHECK(deflate("of its own") == alone);
  CHECK(inflate(deflate(""), 1).empty());
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(little_endian(std::vector<std::int32_t>{-2}) == std::string("\xfe\xff\xff\xff", 4));
  CHECK(refusal([] { inflate("nonsense", 10); }) == "a compressed part is damaged");
}

TEST_CASE("a stored run holds the loads after every phase, at both levels") {
  const auto* level = GENERATE("steps", "cycles");
  const Scratch folder;
  const auto ran = run_program(
      run({"--level", level, "--save", "run.db", "--record", "run.jsonl", "--json", "run.json"}),
      folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(loads_of((folder.path() / "run.db").string()) == recorded_loads(folder.read("run.jsonl")));
  const auto state = store_state((folder.path() / "run.db").string());
  CHECK(state.state == RunState::ended);
  CHECK(state.cycle ==
        nlohmann::json::parse(folder.read("run.json"))["cycles"]["run"].get<std::int64_t>());
  CHECK(folder.names() == std::vector<std::string>{"run.db", "run.json", "run.jsonl"});
}

TEST_CASE("a stored run keeps as many moments as it is told") {
  const Scratch folder;
  const auto ran = run_program(run({"--save", "run.db", "--history", "7"}), folder.path());
  REQUIRE(ran.status == 0);
  const auto rows = loads_of((folder.path() / "run.db").string());
  CHECK(rows.size() <= 7);
  CHECK(rows.size() > 3);
  SQLite::Database database((folder.path() / "run.db").string());
  const std::int64_t moved = database.execAndGet("SELECT sum(tasks_moved) FROM frames").getInt64();
  const auto all = run_program(run({"--json", "-", "--summary"}), folder.path());
  const auto result = nlohmann::json::parse(all.out);
  CHECK(moved == result["messages"]["tasks"].get<std::int64_t>());
  CHECK(database.execAndGet("SELECT max(shifts) FROM frames").getInt64() ==
        result["shifts"]["run"].get<std::int64_t>());
}

TEST_CASE("Ctrl-C leaves a stored run that can be looked at") {
  const Scratch folder;
  const auto ran = run_program_at_work(600,
                                       {"run", "--fabric", "torus:32x32", "--scheme", "lm-c5",
                                        "--load", "spike:1000", "--save", "run.db"},
                                       folder.path());
  INFO(ran.err);
  CHECK(ran.status == 130);
  const auto state = store_state((folder.path() / "run.db").string());
  CHECK(state.state == RunState::ended);
  CHECK(state.frames > 0);
}

TEST_CASE("a run that was killed is no longer running") {
  const Scratch folder;
  const auto file = (folder.path() / "run.db").string();
  const std::vector<std::string> words = {"run",   "--fabric", "torus:32x32", "--scheme",
                                          "lm-c5", "--load",   "spike:1000",  "--history",
                                          "50",    "--save",   "run.db"};
  const auto wait_for_frames = [&] {
    for (int i = 0; i < 1000; ++i) {
      if (std::filesystem::exists(file) && store_state(file).frames > 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  RunningProgram first(words, folder.path());
  wait_for_frames();
  REQUIRE(store_state(file).state == RunState::running);
  CHECK(saved_run(file)["ended"] == false);
  CHECK(saved_run(file)["result"]["ended"].is_null());
  // Meanwhile no other run takes its place.
  const auto refused = run_program(words, folder.path());
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "run.db: another run is being written there"));
  std::filesystem::create_symlink("run.db", folder.path() / "link.db");
  CHECK(store_state((folder.path() / "link.db").string()).state == RunState::running);

  first.send(SIGKILL);
  CHECK(first.wait().status == -1);
  const auto state = store_state(file);
  CHECK(state.state == RunState::killed);
  CHECK(state.frames > 0);
  const auto saved = saved_run(file);
  CHECK(saved["ended"] == true);
  CHECK(saved["result"]["ended"] == "killed");
  CHECK(saved["frames"]["count"] == state.frames);

  RunningProgram second(words, folder.path());
  for (int i = 0; i < 1000 && store_state(file).state != RunState::running; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  wait_for_frames();
  second.send(SIGINT);
  CHECK(second.wait().status == 130);
  CHECK(store_state(file).state == RunState::ended);
  CHECK(folder.names() == std::vector<std::string>{"link.db", "run.db"});
}

TEST_CASE("a run that fails leaves what it had saved, and no run no file") {
  const Scratch folder;
  const auto file = (folder.path() / "run.db").string();
  ConfigText text;
  for (const auto& [key, value] : std::map<std::string, std::string>{
           {"fabric", "ring:8"}, {"scheme", "lm-c5"}, {"load", "spike:2"}, {"save", file}}) {
    text.set(key, value, "test");
  }
  const auto config = resolve(text);
  { const RunStore never_begun(config); }
  CHECK(folder.names().empty());
  {
    RunStore store(config);
    store.observer().phase_begins(0, 0, 0);
    store.observer().decides(17, 0, 0, 1);
    store.observer().phase_begins(83, 1, 0);
    CHECK(store_state(file).state == RunState::running);
  }
  CHECK(folder.names() == std::vector<std::string>{"run.db"});
  CHECK(store_state(file).state == RunState::stopped);
  CHECK(saved_run(file)["result"]["ended"] == "stopped");
}

TEST_CASE("a stored run that does not hang together is refused by its name") {
  const Scratch folder;
  REQUIRE(run_program(run({"--save", "run.db"}), folder.path()).status == 0);
  const auto file = (folder.path() / "run.db").string();
  const auto* change =
      GENERATE("UPDATE meta SET value = '[1]' WHERE key = 'initial_loads'",
               "DELETE FROM frames WHERE number = 3", "PRAGMA user_version = 9",
               "PRAGMA application_id = 1", "UPDATE frames SET loads = x'00'", "DELETE FROM meta",
               "UPDATE frames SET flows = loads", "UPDATE frames SET busy_ports = x''",
               "UPDATE frames SET cycle_to = cycle_from WHERE number = 3",
               "UPDATE meta SET value = '[3000000000,0,0,0,0,0,0,0,0,0,0,0]' "
               "WHERE key = 'initial_loads'");
  INFO(change);
  {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.exec(change);
  }
  CHECK(contains(refusal([&] { page_data({file}); }), file));
}

TEST_CASE("a page gets what was stored") {
  const Scratch folder;
  REQUIRE(run_program(run({"--save", "run.db"}), folder.path()).status == 0);
  const auto file = (folder.path() / "run.db").string();
  const auto data = page_data({file, file});
  CHECK(data["schema"] == "isobar.page/1");
  CHECK(data["runs"][0]["fabric"]["ports"].size() == data["runs"][0]["fabric"]["links"].size());
  REQUIRE(data["runs"].size() == 2);
  const auto& one = data["runs"][0];
  CHECK(one["name"] == "lm-c5 on torus:4x3, spike:5");
  CHECK(one["fabric"]["links"].size() == one["result"]["links"].size());
  for (std::size_t i = 0; i < one["fabric"]["links"].size(); ++i) {
    CHECK(one["fabric"]["links"][i][0] == one["result"]["links"][i]["from"]);
    CHECK(one["fabric"]["links"][i][1] == one["result"]["links"][i]["to"]);
  }
  CHECK(one["frames"]["count"] == loads_of(file).size());
  CHECK(one["frames"]["step"].size() == loads_of(file).size());
  CHECK(one["phases"].size() == 2);
  CHECK(one["initial"][0] == 60);
}

TEST_CASE("a page gets what was given of the machines, whether the run has ended or not") {
  const Scratch folder;
  const auto file = (folder.path() / "run.db").string();
  const auto ran = run_program({"run", "--fabric", "ring:3", "--scheme", "diffusion:weighted=yes",
                                "--load", "spike:9", "--speed", "1,2,5/2", "--memory",
                                "1MB,none,3kB", "--until", "steps:3", "--save", file});
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const Json machines = {{"speeds", {1.0, 2.0, 2.5}}, {"memories", {1000000, nullptr, 3000}}};
  CHECK(saved_run(file)["machines"] == machines);
  CHECK(saved_run(file)["result"]["machines"] == machines);
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  database.exec("UPDATE meta SET value = 'running' WHERE key = 'state'");
  CHECK(saved_run(file)["machines"] == machines);
  CHECK(!saved_run(file)["result"].contains("machines"));
  // A release before did not store them.
  database.exec("DELETE FROM meta WHERE key = 'machines'");
  CHECK(!saved_run(file).contains("machines"));
}

TEST_CASE("what cannot be kept or shown is said in one line") {
  const Scratch folder;
  folder.write("notes.txt", "mine");
  const auto kept = run_program(run({"--save", "notes.txt"}), folder.path());
  CHECK(kept.status == 2);
  CHECK(contains(kept.err, "notes.txt: something else is there, which is no stored run"));
  CHECK(folder.read("notes.txt") == "mine");
  CHECK(contains(run_program(run({"--history", "5"}), folder.path()).err, "the run is not saved"));
  CHECK(contains(run_program(run({"--save", "no/run.db"}), folder.path()).err, "no/run.db"));

  CHECK(
      contains(refusal([&] { page_data({(folder.path() / "no.db").string()}); }), "no such file"));
  CHECK(
      contains(refusal([&] { page_data({(folder.path() / "notes.txt").string()}); }), "notes.txt"));
  REQUIRE(run_program(run({"--save", "run.db"}), folder.path()).status == 0);
  auto bytes = folder.read("run.db");
  for (std::size_t at = 5000; at < bytes.size(); at += 97) bytes[at] = '\x55';
  folder.write("damaged.db", bytes);
  CHECK(!refusal([&] { page_data({(folder.path() / "damaged.db").string()}); }).empty());
  const auto refused = run_program(run({"--save", "run.db", "--wave", "no/w.vcd"}), folder.path());
  CHECK(refused.status == 2);
  CHECK(store_state((folder.path() / "run.db").string()).state ==
        RunState::ended);  // the old one is still there
  CHECK(contains(run_program(run({"--save", "a.db", "--json", "a.db-wal"}), folder.path()).err,
                 "written as the run's"));
  folder.write("b.db-journal", "mine");
  CHECK(contains(run_program(run({"--save", "b.db"}), folder.path()).err, "b.db-journal is there"));
  folder.write("c.db-lock", "mine");
  CHECK(contains(run_program(run({"--save", "c.db"}), folder.path()).err,
                 "c.db-lock: something else is there, which is no run's lock"));
  CHECK(folder.read("c.db-lock") == "mine");
  CHECK(contains(run_program(run({"--save", "a.db", "--json", "a.db-lock"}), folder.path()).err,
                 "written as the run's"));
  CHECK(run_program(run({"--save", "-"}), folder.path()).status == 2);
  const auto report = run_program({"report", "run.db", "-o", "run.db"}, folder.path());
  CHECK(report.status == 2);
  CHECK(contains(report.err, "this is one of the runs"));
}

TEST_CASE("a stored run that says what cannot be is refused, whatever its numbers are") {
  const Scratch folder;
  REQUIRE(run_program(run({"--save", "run.db"}), folder.path()).status == 0);
  const auto intact = folder.read("run.db");
  const auto file = (folder.path() / "run.db").string();
  const std::string largest = "9223372036854775807";
  const auto complaint = [&](const std::string& sql) {
    folder.write("run.db", intact);
    SQLite::Database(file, SQLite::OPEN_READWRITE).exec(sql);
    return refusal([&] { saved_run(file); });
  };
  CHECK(complaint("").empty());
  const std::string loads = "UPDATE meta SET value = '[" + largest + ", " + largest +
                            ", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]' WHERE key = 'initial_loads'";
  CHECK(contains(complaint(loads), "it has a number of " + largest));
  CHECK(
      contains(complaint("UPDATE frames SET cycle_from = -" + largest + ", cycle_to = " + largest),
               "a frame ends before it begins"));
  CHECK(contains(complaint("UPDATE frames SET cycle_to = cycle_from - 1"),
                 "a frame ends before it begins"));
  CHECK(contains(complaint("UPDATE meta SET value = json_set(value, '$.links[0]', json('[0, 1]')) "
                           "WHERE key = 'fabric'"),
                 "it has a link that leads nowhere"));
  CHECK(contains(complaint("PRAGMA application_id = 5"), "no run that `isobar run --save` stored"));
  CHECK(contains(complaint("PRAGMA user_version = 99"), "it is of version 99"));
  CHECK(contains(complaint("UPDATE meta SET value = '[1]' WHERE key = 'initial_loads'"),
                 "it has not as many initial loads as PEs"));
  CHECK(contains(complaint("UPDATE meta SET value = '[' WHERE key = 'initial_loads'"),
                 "a part of it is not what it should be"));
  CHECK(contains(complaint("UPDATE meta SET value = json_set(value, '$.ports', json('[0]')) "
                           "WHERE key = 'fabric'"),
                 "it has not as many ports as links"));
  CHECK(contains(complaint("UPDATE frames SET number = number + 1 WHERE number = "
                           "(SELECT max(number) FROM frames)"),
                 "a frame is missing"));
  // Tasks over links are added up where no result says how many they were.
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  const auto set = [&](const char* column, const std::vector<std::int64_t>& numbers) {
    const auto blob = deflate(little_endian(numbers));
    SQLite::Statement update(database, fmt::format("UPDATE frames SET {} = ?", column));
    update.bind(1, blob.data(), static_cast<int>(blob.size()));
    update.exec();
  };
  database.exec(
      "UPDATE meta SET value = json_set(value, '$.links[0]', json('[0, 1, 1]')) WHERE key = "
      "'fabric'; UPDATE meta SET value = 'running' WHERE key = 'state'");
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  set("flows", {0, most});
  CHECK(contains(refusal([&] { saved_run(file); }), "it has a number of " + largest));
  set("flows", {-1, 1});
  CHECK(contains(refusal([&] { saved_run(file); }), "tasks go over a link -1"));
  set("flows", {0, 1});
  set("busy_ports", {1});
  CHECK(contains(refusal([&] { saved_run(file); }), "does not say how busy its ports were"));
  set("busy_ports", {1, 1, 1, 1});
  set("busy_links", {0, most});
  CHECK(contains(refusal([&] { saved_run(file); }),
                 "a link was busy for longer than a frame is long"));
  set("loads", {1});
  CHECK(contains(refusal([&] { saved_run(file); }), "not as many loads as there are PEs"));
}
