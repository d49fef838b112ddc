// SPDX-License-Identifier: Apache-2.0
// The program as its user meets it.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/waves/wave_file.h"

using isobar::test::run_program;
using isobar::test::run_program_at_work;
using isobar::test::Scratch;
using Json = nlohmann::json;

namespace {

const std::vector<std::string> table_3 = {"run",    "--fabric", "ring:8", "--scheme", "lm-c5",
                                          "--load", "spike:2",  "--json", "-"};

Json result(std::vector<std::string> arguments, const std::vector<std::string>& more = {}) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto ran = run_program(arguments);
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("parameters by their former names make the same run, with a note each") {
  const std::vector<std::vector<std::string>> names = {
      {"weighs", "cost_benefit"}, {"rounds", "max_balancings"}, {"every", "interval"},
      {"fall", "divide_factor"},  {"wl", "work_min"},           {"wh", "work_max"},
      {"talk", "tie_bytes"}};
  const auto run = [&](std::size_t form) {
    const auto n = [&](std::size_t i) { return names[i][form]; };
    return run_program(
        {"run", "--fabric", "ring:4", "--speed", "loguniform:1..4", "--scheme",
         "hetero-hbm:" + n(0) + "=yes," + n(1) + "=3," + n(2) + "=2,divide=50," + n(3) + "=0.4",
         "--app", "iterations:n=8,ties=ring," + n(4) + "=500," + n(5) + "=900," + n(6) + "=8",
         "--json", "-"});
  };
  const auto before = run(0);
  const auto now = run(1);
  INFO(before.err);
  REQUIRE(before.status == 0);
  REQUIRE(now.status == 0);
  CHECK(now.err.empty());
  for (const auto& name : names) {
    CHECK(before.err.find(name[0] + " is called " + name[1] + " now\n") != std::string::npos);
  }
  auto json = Json::parse(before.out);
  json["config"] = Json::parse(now.out)["config"];
  CHECK(json == Json::parse(now.out));
}

TEST_CASE("Table 3 by the program, at every level") {
  const std::string level = GENERATE("steps", "cycles", "rtl");
  const auto json = result(table_3, {"--level", level});
  CHECK(json["schema"] == "isobar.run/1");
  CHECK(json["pes"] == 8);
  CHECK(json["level"] == level);
  CHECK(json["shared"] == true);
  CHECK(json["balanced"] == true);
  CHECK(json["steps"] == Json::parse(R"({"run":18,"to_share":7,"to_balance":18})"));
  CHECK(json["shifts"] == json["steps"]);
  CHECK(json["cycles"] == Json::parse(R"({"run":1494,"to_share":581,"to_balance":1494})"));
  CHECK(json["seconds"]["run"].get<double>() == Approx(1494 / 250e6));
  CHECK(json["load"]["total"] == 16);
  CHECK(json["load"]["initial"] == Json::parse(R"({"max":16,"min":0})"));
  CHECK(json["load"]["final"]["values"] == Json(std::vector<int>(8, 2)));
  CHECK(json["links"].size() == 16);
  for (const auto& link : json["links"]) {
    CHECK(link["transfer_cycles"].get<int>() + link["word_cycles"].get<int>() +
              link["setup_cycles"].get<int>() + link["idle_cycles"].get<int>() ==
          1494);
    CHECK(link["transfer_cycles"] == link["transfers"].get<int>() * 64);
  }
  const auto after = [&](int steps) {
    return result(table_3, {"--level", level, "--until",
                            "steps:" + std::to_string(steps)})["load"]["final"]["values"];
  };
  CHECK(after(7) == Json({9, 1, 1, 1, 1, 1, 1, 1}));
  CHECK(after(13) == Json({3, 1, 2, 1, 2, 1, 3, 3}));
  CHECK(after(17) == Json({2, 2, 2, 2, 2, 1, 3, 2}));
}

TEST_CASE("costs stand beside the speed, and are the same at every level") {
  const std::string level = GENERATE("steps", "cycles", "rtl");
  const std::vector<std::string> run = {"run",
                                        "--fabric",
                                        "torus:4x4",
                                        "--scheme",
                                        "lm-c5",
                                        "--load",
                                        "spike:2",
                                        "--json",
                                        "-",
                                        "--level",
                                        level,
                                        "--set",
                                        "link.energy=2pJ/b",
                                        "--set",
                                        "link.2.energy=0.5nJ/b"};
  const auto json = result(run);
  double bits = 0;
  double energy = 0;
  for (const auto& link : json["links"]) {
    const auto cycles = link["transfer_cycles"].get<double>() + link["word_cycles"].get<double>();
    bits += cycles;  // one a cycle
    energy += cycles * (link["dimension"] == 1 ? 2 : 500);
  }
  const auto& costs = json["costs"];
  CHECK(costs["wire_bits"] == bits);
  CHECK(costs["energy_bits_pj"] == energy);
  CHECK(costs["energy_static_pj"] == 0);
  CHECK(costs["energy_pes_pj"] > 0);
  CHECK(costs["energy_pes_basis"] == "estimated");
  CHECK(costs["energy_pj"] == energy + costs["energy_pes_pj"].get<double>());
  CHECK(costs["total_bandwidth"] == 64 * 250e6);
  CHECK(costs["pins"] == 16);
  CHECK(costs["hardware"] ==
        Json::parse(R"({"basis":"extrapolated","queue_depth":64,"luts":831,"registers":499,
                        "logic_cells":1092,"mhz":77.7,
                        "balancing":{"luts":190,"registers":45,"logic_cells":229},
                        "links":{"luts":310,"registers":167,"logic_cells":388},
                        "queue":{"luts":202,"registers":158,"logic_cells":345,
                                 "block_rams":4},
                        "instrumentation":{"luts":129,"registers":129,"logic_cells":130}})"));
  CHECK(json["config"]["link"]["energy"] == "2pJ/b");
  CHECK(json["config"]["link"]["2"]["energy"] == "0.5nJ/b");
}

TEST_CASE("both levels give the same document but for the level, and the same bytes again") {
  const std::vector<std::string> arguments = {
      "run",           "--fabric", "hhc:2", "--scheme", "lm-c4", "--load",
      "uniform:0..50", "--seed",   "9",     "--json",   "-"};
  auto steps = result(arguments, {"--level", "steps"});
  auto cycles = result(arguments, {"--level", "cycles"});
  for (auto* json : {&steps, &cycles}) {
    json->erase("level");
    (*json)["config"].erase("level");
  }
  CHECK(steps == cycles);
  CHECK(run_program(arguments).out == run_program(arguments).out);
  CHECK(run_program(arguments).out.find("\"seed\":9") != std::string::npos);
}

TEST_CASE("a summary leaves out loads and links, and a quantity never reached is null") {
  const auto json = result({"run", "--fabric", "ring:4", "--scheme", "lm-c5", "--load", "point:2@0",
                            "--json", "-", "--summary"});
  CHECK_FALSE(json.contains("links"));
  CHECK_FALSE(json["load"]["final"].contains("values"));
  CHECK(json["steps"]["to_share"].is_null());
  CHECK(json["balanced"] == true);
}

TEST_CASE("a run that cannot end ends at its limit with status 1 and says so") {
  const Scratch folder;
  const auto ran = run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c0", "--load",
                                "spike:2", "--max-steps", "50", "--json", "r.json"},
                               folder.path());
  CHECK(ran.status == 1);
  CHECK(ran.err.find("50 steps") != std::string::npos);
  CHECK(ran.err.find("max_steps") != std::string::npos);
  const auto json = Json::parse(folder.read("r.json"));  // the result is there all the same
  CHECK(json["steps"]["run"] == 50);
  CHECK(json["steps"]["to_balance"].is_null());
  CHECK(json["ended"] == "step_limit");
}

TEST_CASE("Ctrl-C leaves a usable result") {
  const int signal = GENERATE(SIGINT, SIGTERM);
  const Scratch folder;
  const auto ran =
      run_program_at_work(300,
                          {"run", "--fabric", "ring:64", "--scheme", "lm-c0", "--load", "spike:2",
                           "--max-steps", "1000000000", "--level", "steps", "--json", "r.json"},
                          folder.path(), signal);
  CHECK(ran.status == 128 + signal);
  CHECK(ran.err.find("interrupted") != std::string::npos);
  const auto json = Json::parse(folder.read("r.json"));
  CHECK(json["ended"] == "interrupted");
  CHECK(json["steps"]["run"] > 0);
  CHECK(json["load"]["total"] == 128);
}

TEST_CASE("the printed configuration, run again, gives the same bytes") {
  const Scratch folder;
  folder.write("run.toml",
               "fabric = \"torus:3x4\"\nload = \"csv:a\\\\b.csv\"\nuntil = \"steps:12\"\n"
               "[link]\nbandwidth = \"1 Gb/s\"\nlatency = \"12ns\"\n[link.2]\nsetup = 3\n");
  folder.write("a\\b.csv", "1,2,3,4,5,6,7,8,9,10,11,12\n");
  const std::vector<std::string> first = {"run", "run.toml", "--scheme", "lm-c2", "--seed", "5"};
  auto print = first;
  print.push_back("--print-config");
  const auto printed = run_program(print, folder.path());
  REQUIRE(printed.status == 0);
  CHECK(printed.out.find("# run.toml:2") != std::string::npos);
  CHECK(printed.out.find("# --scheme") != std::string::npos);
  CHECK(printed.out.find("# default") != std::string::npos);
  std::filesystem::create_directory(folder.path() / "elsewhere");
  folder.write("elsewhere/again.toml", printed.out);
  auto direct = first;
  direct.insert(direct.end(), {"--json", "-"});
  const auto a = run_program(direct, folder.path());
  const auto b = run_program({"run", "elsewhere/again.toml", "--json", "-"}, folder.path());
  INFO(b.err);
  CHECK(a.status == 0);
  auto json_a = Json::parse(a.out);
  auto json_b = Json::parse(b.out);
  json_a["config"].erase("load");  // one is written from here, the other from anywhere
  json_b["config"].erase("load");
  CHECK(json_a == json_b);
}

TEST_CASE("an option goes before the file") {
  const Scratch folder;
  folder.write("run.toml", "fabric = \"ring:8\"\nscheme = \"lm-c5\"\nload = \"spike:2\"\n");
  const auto ran =
      run_program({"run", "run.toml", "--fabric", "ring:4", "--json", "-"}, folder.path());
  CHECK(Json::parse(ran.out)["pes"] == 4);
}

TEST_CASE("a file's load is looked for beside the file") {
  const Scratch folder;
  std::filesystem::create_directory(folder.path() / "in");
  folder.write("in/run.toml",
               "fabric = \"ring:4\"\nscheme = \"lm-c5\"\nload = \"csv:loads.csv\"\n");
  folder.write("in/loads.csv", "9,0,0,3\n");
  const auto ran = run_program({"run", "in/run.toml", "--json", "-"}, folder.path());
  INFO(ran.err);
  CHECK(Json::parse(ran.out)["load"]["total"] == 12);
}

TEST_CASE("the summary says in words what happened") {
  const auto ran =
      run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2"});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  for (const auto* text :
       {"Shared after 7 steps", "Balanced after 18 steps", "1494 cycles", "5.976 us",
        "Busiest link: 0 to 1 (dimension 1), busy in 77.1 % of the cycles with 18 transfers",
        "links' bandwidth limits it (a task takes 64 cycles for its 64 bits",
        "Costs: ", "a PE has 8 pins and about ",
        " logic cells (extrapolated, and 4 block RAMs): balancing "}) {
    INFO(text);
    CHECK(ran.out.find(text) != std::string::npos);
  }
  CHECK(ran.out ==
        R"(Balanced after 18 steps: T = 18 shifts, 1494 cycles, 5.976 us.
Shared after 7 steps: T = 7 shifts, 581 cycles, 2.324 us.
Largest load 2; ideal 2, without balancing 16.
The 1494 cycles went to words 20.5 %, decisions 1.2 %, transfers 78.3 %: the links' bandwidth limits it (a task takes 64 cycles for its 64 bits, 0 set-up, 1 latency).

ring:8, PE 0 at the left; start: █ = 16 tasks; end: █ = 2 tasks
▕█       ▏  →  ▕████████▏

)" + ran.out.substr(std::min(ran.out.size(), ran.out.find("ring:8: 8 PEs"))));
}

TEST_CASE("an application's run says when it finished, beside the ideal and doing nothing") {
  const auto ran = run_program(
      {"run", "--fabric", "torus:4x4", "--app", "uts:t=1,a=3,d=6,b=4,r=19", "--scheme", "steal"});
  CHECK(ran.status == 0);
  CHECK(ran.out.rfind("Finished after 138742 cycles, 555 us; ideal 400 us, without balancing "
                      "6.528 ms (normalized performance 0.97).\n",
                      0) == 0);
  CHECK(ran.out.find("idle 26.5 %: PEs without a task limit it.") != std::string::npos);
  // One picture, and it is not empty: what the PEs worked.
  const auto picture = ran.out.find("\n\ntorus:4x4, dimension 1 across, 2 down; █ = at work");
  REQUIRE(picture != std::string::npos);
  CHECK(ran.out.find("dimension 1 across", picture + 30) == std::string::npos);
  CHECK(ran.out.find("▕    ▏") == std::string::npos);
}

TEST_CASE("a goal that was not reached stands in the first line") {
  const auto first_line = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run",    "--fabric", "ring:8",      "--scheme", "lm-c0",
                                          "--load", "spike:2",  "--max-steps", "50"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto out = run_program(arguments).out;
    return out.substr(0, out.find('\n'));
  };
  CHECK(first_line({}) == "Not balanced after 50 steps: T = 50 shifts, 3300 cycles, 13.2 us.");
  CHECK(first_line({"--until", "steps:60"}) ==
        "Did not reach the goal steps:60 after 50 steps: T = 50 shifts, 3300 cycles, 13.2 us.");
  CHECK(first_line({"--until", "steps:50"}) ==
        "Reached the goal steps:50 after 50 steps: T = 50 shifts, 3300 cycles, 13.2 us.");
}

TEST_CASE("run --quiet says one line") {
  const std::vector<std::string> run = {"run",   "--fabric", "ring:8", "--scheme",
                                        "lm-c5", "--load",   "spike:2"};
  auto quiet = run;
  quiet.emplace_back("--quiet");
  const auto ran = run_program(quiet);
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out == "Balanced after 18 steps: T = 18 shifts, 1494 cycles, 5.976 us.\n");
  CHECK(run_program(run).out.rfind(ran.out, 0) == 0);
}

TEST_CASE("the CSV has the values of the JSON, a line each") {
  const Scratch folder;
  const auto ran = run_program({"run", "--fabric", "torus:4x3", "--scheme", "steal", "--app",
                                "uts:d=4", "--json", "r.json", "--csv", "r.csv"},
                               folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto json = Json::parse(folder.read("r.json"));
  std::istringstream lines(folder.read("r.csv"));
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line == "scope,row,statistic,value,unit");
  std::map<std::string, std::string> values;
  std::size_t links = 0;
  while (std::getline(lines, line)) {
    const auto at = [&](int commas) {
      std::size_t place = 0;
      for (int i = 0; i < commas; ++i) place = line.find(',', place) + 1;
      return place;
    };
    if (line.rfind("link,", 0) == 0 && line.find("links[].words,") != std::string::npos) {
      CHECK(line == "link," + std::to_string(links) + ",links[].words," +
                        json["links"][links]["words"].dump() + ",");
      ++links;
    }
    if (line.rfind("run,,", 0) == 0) {
      values[line.substr(at(2), at(3) - at(2) - 1)] = line.substr(at(3), at(4) - at(3) - 1);
    }
  }
  CHECK(links == json["links"].size());
  CHECK(values.at("cycles.run") == json["cycles"]["run"].dump());
  CHECK(values.at("seconds.run") == json["seconds"]["run"].dump());
  CHECK(values.at("application.executed") == json["application"]["executed"].dump());
  CHECK(values.at("ended") == "goal");
  CHECK(values.at("steps.run").empty());  // no steps in a message-driven run
  const auto summary = run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load",
                                    "spike:2", "--csv", "-", "--summary"});
  CHECK(summary.out.find("\nconfig,,fabric,ring:8,\n") != std::string::npos);
  CHECK(summary.out.find("\nlink,") == std::string::npos);
  CHECK(summary.out.find("Balanced after") == std::string::npos);
}

TEST_CASE("what limits a run is named") {
  const auto said = [](const std::vector<std::string>& more, const char* text) {
    std::vector<std::string> arguments = {"run",    "--fabric", "torus:1x8", "--scheme", "lm-c5",
                                          "--load", "spike:2",  "--level",   "steps"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran = run_program(arguments);
    INFO(ran.out);
    CHECK(ran.out.find(text) != std::string::npos);
  };
  said({"--task-bits", "1"}, "bandwidth limits it (a word takes 16 cycles");
  said({"--link-latency", "500"}, "latency limits it");
  said({"--link-setup", "500"}, "set-up limits it");
  // Dimension 1 has no links, however slow they would be.
  said({"--link-bandwidth", "1Mb/s", "--set", "link.2.bandwidth=250Mb/s"},
       "a task takes 64 cycles");
}

TEST_CASE("why a goal was not reached is said in its own terms") {
  const auto said = [](const std::vector<std::string>& more, const char* text) {
    std::vector<std::string> arguments = {"run",    "--fabric",  "ring:4",      "--scheme", "lm-c0",
                                          "--load", "point:2@0", "--max-steps", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran = run_program(arguments);
    INFO(ran.err);
    CHECK(ran.status == 1);
    CHECK(ran.err.find(text) != std::string::npos);
  };
  said({"--until", "shared"}, "shared needs 1");
  said({"--until", "steps:5"}, "3 of 5 steps");
  said({"--until", "cycles:1000"}, "198 of 1000 cycles");
}

TEST_CASE("a result that cannot be printed is an error") {
  for (const auto* more : {"--json=-", "--print-config", "--summary"}) {
    const auto ran =
        run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", more},
                    ".", 0, "/dev/full");
    CHECK(ran.status == 2);
    CHECK(ran.err.find("standard output") != std::string::npos);
  }
}

TEST_CASE("a file name that is no UTF-8 does not spoil the JSON") {
  const Scratch folder;
  folder.write("b\xff.csv", "1,2,3,4\n");
  const auto ran = run_program(
      {"run", "--fabric", "ring:4", "--scheme", "lm-c5", "--load", "csv:b\xff.csv", "--json", "-"},
      folder.path());
  CHECK(ran.status == 0);
  CHECK(Json::parse(ran.out)["load"]["total"] == 10);
}

TEST_CASE("waves and their layout appear beside each other") {
  const Scratch folder;
  const std::string ending = GENERATE("vcd", "fst");
  const auto ran = run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load",
                                "spike:2", "--wave", "w." + ending, "--wave-scope", "pes=0..2"},
                               folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(folder.names() == (ending == "vcd"
                               ? std::vector<std::string>{"w.gtkw", "w.surf.ron", "w.vcd"}
                               : std::vector<std::string>{"w.fst", "w.gtkw", "w.surf.ron"}));
}

TEST_CASE("VCD and FST of a run hold the same, and the loads of its record and result") {
  const Scratch folder;
  const std::vector<std::string> run = {"run",   "--fabric", "torus:4x3",   "--scheme",
                                        "lm-c4", "--load",   "uniform:0..9"};
  const auto with = [&](const std::vector<std::string>& more) {
    auto arguments = run;
    arguments.insert(arguments.end(), more.begin(), more.end());
    REQUIRE(run_program(arguments, folder.path()).status == 0);
  };
  with({"--wave", "a.vcd", "--json", "r.json", "--record", "r.jsonl"});
  with({"--wave", "b.fst", "--trace", "t.json"});
  const auto vcd = isobar::test::read_wave(folder.path() / "a.vcd");
  const auto fst = isobar::test::read_wave(folder.path() / "b.fst");
  CHECK(vcd.times == fst.times);
  CHECK(vcd.signals == fst.signals);
  std::size_t phases = 0;
  std::istringstream lines(folder.read("r.jsonl"));
  Json last;
  for (std::string line; std::getline(lines, line);) {
    const auto entry = Json::parse(line);
    if (!entry.contains("cycles")) continue;
    ++phases;
    last = entry["load"]["values"];
    const auto time = entry["cycles"][1].get<std::uint64_t>() * 4000;
    for (std::size_t node = 0; node < last.size(); ++node) {
      INFO("PE " << node << ", " << time << " ps");
      const auto& load = fst.signals.at("isobar.pe_" + std::to_string(node) + ".load");
      CHECK(isobar::test::value_at(load, time) == isobar::test::bits(last[node]));
    }
  }
  CHECK(phases > 5);
  CHECK(Json::parse(folder.read("r.json"))["load"]["final"]["values"] == last);
}

TEST_CASE("a run that ends before its window says so and leaves its end") {
  const Scratch folder;
  const auto ran =
      run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", "--wave",
                   "w.fst", "--trace", "t.json", "--wave-from", "steps:50"},
                  folder.path());
  CHECK(ran.status == 0);
  CHECK(ran.err.find("--wave-from steps:50: the run ended before, after 18 steps") !=
        std::string::npos);
  CHECK(folder.names() == std::vector<std::string>{"t.json", "w.fst", "w.gtkw", "w.surf.ron"});
  CHECK(isobar::test::read_wave(folder.path() / "w.fst").times.size() == 1);
}

TEST_CASE("list shows every scheme, fabric and workload, and help teaches") {
  const auto all = run_program({"list"});
  CHECK(all.status == 0);
  for (const auto* text : {"lm-c0", "lm-c5", "Henrich",
                           "torus:", "hhc:", "spike:", "lbdatafile:", "uts ", "tardiness:FILE"}) {
    CHECK(all.out.find(text) != std::string::npos);
  }
  CHECK(run_program({"list", "fabrics"}).out.find("lm-c0") == std::string::npos);
  const auto help = run_program({"run", "--help"});
  CHECK(help.status == 0);
  for (const auto* text : {"--fabric", "--link-bandwidth", "--wave-scope", "--set", "Examples"}) {
    CHECK(help.out.find(text) != std::string::npos);
  }
  CHECK(run_program({"--version"}).out.find("isobar ") == 0);
}

TEST_CASE("a run that is over before its first cycle has every statistic of its scheme") {
  const Scratch folder;
  const auto ran = run_program({"run", "--fabric", "ring:4", "--scheme", "hetero-gde", "--app",
                                "iterations", "--until", "cycles:0", "--json", "r.json"},
                               folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  const auto json = Json::parse(folder.read("r.json"));
  CHECK(json["cycles"]["run"] == 0);
  REQUIRE(json.contains("scheme"));
  CHECK(json["scheme"].size() == 13);
  for (const auto& number : json["scheme"]) CHECK(number == 0);
}
