// SPDX-License-Identifier: Apache-2.0
// Machines: speeds, memories and external loads, by value, from the seed, and from a table.
#include "sim/input/machines.h"

#include <algorithm>
#include <sstream>

#include "models/experiment/experiment.h"
#include "sim/input/machine_file.h"
#include "sim/input/read_machines_csv.h"
#include "sim/input/read_machines_toml.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;
using test::run_program;
using test::Scratch;

namespace {

MachineTable read(const std::string& text, Node pes) {
  std::istringstream in(text);
  return read_machines_csv(in, pes);
}

const Rational clock_of_test = 250'000'000;

}  // namespace

TEST_CASE("Machines: speeds are one, a list, or drawn", "[sim][machines]") {
  CHECK(parse_speeds("1", 3, 1).empty());
  CHECK(parse_speeds("1,1, 1", 3, 1).empty());
  CHECK(parse_speeds("1/3", 2, 1) == std::vector<Rational>{{1, 3}, {1, 3}});
  CHECK(parse_speeds("0.8, 2", 2, 1) == std::vector<Rational>{{4, 5}, 2});
  for (const std::string rule : {"uniform:0.5..20", "loguniform:0.5..20"}) {
    INFO(rule);
    const auto speeds = parse_speeds(rule, 2000, 7);
    CHECK(speeds == parse_speeds(rule, 2000, 7));
    CHECK(speeds != parse_speeds(rule, 2000, 8));
    const auto [min, max] = std::minmax_element(speeds.begin(), speeds.end());
    CHECK(*min >= Rational(1, 2));
    CHECK(*max <= 20);
    // Half of them lie below the middle, of the range or of its logarithm.
    const Rational middle = rule[0] == 'u' ? Rational(41, 4) : Rational(316, 100);
    const auto below =
        std::count_if(speeds.begin(), speeds.end(), [&](const Rational& s) { return s < middle; });
    CHECK(below > 900);
    CHECK(below < 1100);
  }
  CHECK(parse_speeds("uniform:3..3", 2, 1) == std::vector<Rational>{3, 3});
}

TEST_CASE("Machines: memories have units, or no bound", "[sim][machines]") {
  CHECK(parse_memory("64MB") == 64'000'000);
  CHECK(parse_memory("2 KiB") == 2048);
  CHECK(parse_memory("5") == 5);
  CHECK(parse_memory("5B") == 5);
  CHECK(parse_memory("none") == no_bound);
  CHECK(parse_memories("none", 4, 1).empty());
  CHECK(parse_memories("none,1GiB", 2, 1) == std::vector<std::int64_t>{no_bound, 1 << 30});
  const auto drawn = parse_memories("uniform:16MB..64MB", 500, 1);
  CHECK(*std::min_element(drawn.begin(), drawn.end()) >= 16'000'000);
  CHECK(*std::max_element(drawn.begin(), drawn.end()) <= 64'000'000);
  CHECK(contains(refusal([] { parse_memory("64Mb"); }), "kB, MB, GB"));
  CHECK(contains(refusal([] { parse_memory("-1"); }), "whole number of bytes"));
  CHECK(contains(refusal([] { parse_memory("99999999999TB"); }), "a memory"));
}

TEST_CASE("Machines: external loads name PEs, a time and a part", "[sim][machines]") {
  const auto loads = parse_external("1:10..20:1/2, 0..1:1us..2us:0.25", 3, clock_of_test);
  REQUIRE(loads.size() == 3);
  CHECK(loads[2].empty());
  CHECK(loads[0].own(250) == 250);
  CHECK(loads[0].own(500) == 250 + 187);
  CHECK(loads[1].own(20) == 15);
  CHECK(parse_external("none", 3, clock_of_test).empty());
  CHECK(parse_external("all:0..4:1", 2, clock_of_test)[1].own(4) == 0);
  const auto said = [](const char* text) {
    return refusal([&] { parse_external(text, 3, clock_of_test); });
  };
  CHECK(contains(said("1:10..20"), "PES:FROM..TO:PART"));
  CHECK(contains(said("1:10:1"), "PES:FROM..TO:PART"));
  CHECK(contains(said("3:10..20:1"), "a PE"));
  CHECK(contains(said("1:20..10:1"), "above 20"));
  CHECK(contains(said("1:10..20:3/2"), "at most 1"));
  CHECK(contains(said("1:10..20:0"), "above 0"));
  CHECK(contains(said("1:10..20:1,all:15..16:1"), "cycle 15 in common"));
}

TEST_CASE("Machines: a table names its columns", "[sim][machines]") {
  const auto table = read(
      "\xEF\xBB\xBF# Figure 2\nname, memory, speed\n\"30 MHz, Sparc\",128MB,1\r\n\nAlpha,,4.4\n",
      2);
  CHECK(table.names == std::vector<std::string>{"30 MHz, Sparc", "Alpha"});
  CHECK(table.memories == std::vector<std::int64_t>{128'000'000, no_bound});
  CHECK(table.speeds == std::vector<Rational>{1, {22, 5}});
  CHECK(read("memory\n1\n2\n", 2).speeds.empty());
  const auto said = [](const std::string& text) { return refusal([&] { read(text, 2); }); };
  CHECK(contains(said("speed\n1\n"), "1 machines for 2 PEs"));
  CHECK(contains(said("speed\n1\n2\n3\n"), "3 machines for 2 PEs"));
  CHECK(contains(said("speed,memory\n1\n2\n"), "row 2: 1 fields"));
  CHECK(contains(said("speed\n1\n\nfast\n"), "row 4: a part of a speed"));
  CHECK(contains(said("speed,speed\n"), "row 1: two columns are named speed"));
  CHECK(contains(said("velocity\n"), "allowed: speed, executors, memory, name"));
  CHECK(contains(said("name\nA\nB\n"), "a column speed, executors or memory"));
  CHECK(contains(said("speed\n\"1\n"), "quotation mark"));
  CHECK(contains(said("# nothing\n"), "names of its columns"));
}

TEST_CASE("Machines: executors are one number, or one of each, in tables too", "[sim][machines]") {
  CHECK(parse_executor_list("1", 3).empty());
  CHECK(parse_executor_list("1, 1,1", 3).empty());
  CHECK(parse_executor_list("2", 3) == std::vector<unsigned>{2, 2, 2});
  CHECK(parse_executor_list("1,64,3", 3) == std::vector<unsigned>{1, 64, 3});
  CHECK(contains(refusal([] { parse_executor_list("65", 3); }), "64"));
  CHECK(contains(refusal([] { parse_executor_list("0", 3); }), "1"));
  CHECK(contains(refusal([] { parse_executor_list("1,2", 3); }), "each of the 3 PEs, not 2"));
  const auto table = read("executors,speed\n1,2\n2,19\n", 2);
  CHECK(table.executors == std::vector<unsigned>{1, 2});
  CHECK(read("executors\n1\n2\n", 2).speeds.empty());
  std::istringstream toml("[[machine]]\nexecutors = 2\n[[machine]]\n");
  CHECK(read_machines_toml(toml, 2).executors == std::vector<unsigned>{2, 1});
}

TEST_CASE("Machines: a table in TOML says the same", "[sim][machines]") {
  const auto toml = [](const std::string& text) {
    std::istringstream in(text);
    return read_machines_toml(in, 2);
  };
  const auto table = toml(
      "# Figure 2\n[[machine]]\nname = \"30 MHz, Sparc\"\nspeed = 1\nmemory = \"128MB\"\n"
      "[[machine]]\nspeed = 4.4\n");
  CHECK(table.names == std::vector<std::string>{"30 MHz, Sparc", ""});
  CHECK(table.memories == std::vector<std::int64_t>{128'000'000, no_bound});
  CHECK(table.speeds == std::vector<Rational>{1, {22, 5}});
  const auto memories = toml("machine = [{memory = 1_000}, {memory = \"none\"}]\n");
  CHECK(memories.speeds.empty());
  CHECK(memories.names.empty());
  CHECK(memories.memories == std::vector<std::int64_t>{1000, no_bound});
  const std::string start = "[[machine]]\nspeed = 1\n[[machine]]\n";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "0 machines for 2 PEs; a [[machine]] a PE is needed"},
      {start + "speed = 1\n[[machine]]\nspeed = 1\n", "3 machines for 2 PEs"},
      {start + "memory = 1\n", "line 3: one machine has a speed, another has none"},
      {start + "speed = 0\n", "line 3: a speed must be above 0"},
      {start + "speed = [1]\n", "line 4: speed is no number and no text"},
      {start + "speed = 1\nvelocity = 1\n",
       "line 5: unknown key 'velocity'; allowed: speed, executors, mem"},
      {start + "speed = \n", "line 4: "},
      {"[[machine]]\n[[machine]]\n", "a speed for each, or executors, or a memory"},
      {"[machine]\nspeed = 1\n", "line 1: 'machine' is no [[machine]]"},
      {"machines = 3\n", "line 1: 'machines' is no [[machine]]"},
  };
  for (const auto& [text, expected] : wrong) {
    const auto said = refusal([&, &text = text] { toml(text); });
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}

TEST_CASE("Machines: a number of a TOML file is what is written there", "[sim][machines]") {
  const Scratch folder;
  folder.write("run.toml",
               "fabric = \"ring:4\"\nscheme = \"lm-c5\"\nload = \"spike:5\"\nspeed = 4.4\n");
  const auto printed = run_program({"run", "run.toml", "--print-config"}, folder.path());
  INFO(printed.err);
  CHECK(printed.status == 0);
  CHECK(contains(printed.out, "speed = 4.4"));
}

TEST_CASE("Machines: a run reads its table by the name of the file", "[sim][machines]") {
  const Scratch folder;
  folder.write("two.csv", "speed,memory\n2,1kB\n1/3,\n");
  folder.write("two.toml", "[[machine]]\nspeed = 2\nmemory = 1000\n[[machine]]\nspeed = \"1/3\"\n");
  const auto machines = [&](const std::string& file) {
    const auto ran = run_program({"run", "--fabric", "ring:2", "--scheme", "lm-c5", "--load",
                                  "spike:5", "--machines", file, "--json", "-"},
                                 folder.path());
    INFO(ran.err);
    CHECK(ran.status == 0);
    return ran.out.substr(ran.out.find("\"pes\""));
  };
  CHECK(contains(machines("two.toml"), "\"memories\":[1000,null]"));
  CHECK(machines("two.toml") == machines("two.csv"));
}

TEST_CASE("Machines: a run tells utilization by them, and repeats from what it prints",
          "[sim][machines]") {
  const Scratch folder;
  folder.write("there/two.csv", "name,speed,memory\nslow,1,40\nfast,3,none\n");
  folder.write("there/run.toml",
               "fabric = \"ring:2\"\nscheme = \"none\"\nload = \"point:6@0,6@1\"\n"
               "until = \"steps:1\"\nmachines = \"two.csv\"\n");
  const auto first = run_program({"run", "there/run.toml", "--json", "-"}, folder.path());
  INFO(first.err);
  CHECK(first.status == 0);
  CHECK(contains(first.out, "\"efficiency\":0.6666666666666666"));
  CHECK(contains(first.out, "\"unit\":\"tasks\""));
  CHECK(contains(first.out, "\"names\":[\"slow\",\"fast\"]"));
  CHECK(contains(first.out, "\"over\":1"));
  const auto text = run_program({"run", "there/run.toml"}, folder.path());
  CHECK(contains(text.out, "of load over speed: 0.667 (imbalance 0.5) at the start, 0.667 ("));
  CHECK(contains(text.out, "120.0 % full at the start"));
  const auto printed = run_program({"run", "there/run.toml", "--print-config"}, folder.path());
  CHECK(contains(printed.out, (folder / "there/two.csv").string()));
  folder.write("elsewhere/again.toml", printed.out);
  const auto second = run_program({"run", "elsewhere/again.toml", "--json", "-"}, folder.path());
  const auto results = [](const std::string& json) { return json.substr(json.find("\"pes\"")); };
  CHECK(results(second.out) == results(first.out));
  const auto both = run_program({"run", "there/run.toml", "--set", "speed=2"}, folder.path());
  CHECK(both.status == 2);
  CHECK(contains(both.err, "the table of machines says it"));
}

TEST_CASE("Machines: weighted schemes hear of them, and a run may go on to an efficiency",
          "[sim][machines]") {
  const Scratch folder;
  const auto run = [&](const std::string& scheme, const std::string& until,
                       const std::string& level = "cycles") {
    return run_program({"run", "--fabric", "ring:2", "--scheme", scheme, "--load", "point:70@0",
                        "--speed", "1/2,3", "--until", until, "--level", level, "--json", "-"},
                       folder.path());
  };
  for (const auto* scheme : {"de:weighted=yes", "sid:weighted=yes", "lm-c5:weighted=yes"}) {
    const auto result = run(scheme, "efficiency:0.95");
    INFO(scheme << result.err);
    CHECK(result.status == 0);
    CHECK(contains(result.out, "\"values\":[10,60]"));
  }
  const auto never = run("de", "efficiency:0.95");
  CHECK(never.status == 1);
  CHECK(contains(never.err, "the efficiency of utilization is 0.583, the goal 0.95"));
  for (const auto* goal : {"efficiency", "efficiency:1.1", "efficiency:much"}) {
    const auto bad = run("de", goal);
    INFO(bad.err);
    CHECK(bad.status == 2);
    CHECK(contains(bad.err, "efficiency"));
  }
  const auto rtl = run("lm-c5:weighted=yes", "balanced", "rtl");
  CHECK(rtl.status == 2);
  CHECK(contains(rtl.err, "not weighted"));
}

TEST_CASE("Machines: with an application loads are its work, and there is none left at the end",
          "[sim][machines]") {
  const Scratch folder;
  const auto ran =
      run_program({"run", "--fabric", "ring:4", "--scheme", "steal", "--app", "loops:g=20",
                   "--speed", "loguniform:1..40", "--external", "all:0..1ms:1/2", "--json", "-"},
                  folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "\"unit\":\"work\""));
  CHECK(contains(ran.out, "\"final\":{\"mean\":0.0,\"max\":0.0,\"min\":0.0,\"efficiency\":null"));
  CHECK_FALSE(contains(ran.out, "nan"));
}
