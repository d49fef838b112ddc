// SPDX-License-Identifier: Apache-2.0
// Links of one direction, and single links by a table.
#include <filesystem>
#include <map>
#include <sstream>

#include "models/steps/run_steps.h"
#include "sim/config/config_toml.h"
#include "sim/config/resolve.h"
#include "sim/result/result_json.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::Scratch;

namespace {

using Keys = std::map<std::string, std::string>;

Config config_of(const Keys& keys) {
  ConfigText text;
  text.set("scheme", "none", "--set");
  text.set("load", "uniform:0..9", "--set");
  for (const auto& [key, value] : keys) text.set(key, value, "--set");
  return resolve(text);
}

std::string refusal_of(const Keys& keys) {
  try {
    config_of(keys);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// Checks what the link from one PE to a neighbour has.
const LinkTiming& link(const Experiment& e, Node from, Node to) {
  for (unsigned port = 0; port < e.fabric.degree(); ++port) {
    if (e.fabric.neighbour(from, port) == to) {
      return e.link_of_slot(std::uint64_t{from} * e.fabric.degree() + port);
    }
  }
  throw std::runtime_error("no such link");
}

std::string result_of(const Config& config) {
  std::ostringstream out;
  write_json(config, run_steps(config.experiment), nullptr, false, out);
  const auto text = out.str();
  return text.substr(text.find("\"pes\""));
}

}  // namespace

TEST_CASE("links: those of a direction go before those of a dimension, and these before all") {
  const auto e = config_of({{"fabric", "torus:4x3"},
                            {"link.latency", "2"},
                            {"link.1.latency", "3"},
                            {"link.1.successor.latency", "4"},
                            {"link.2.predecessor.latency", "5"},
                            {"link.1.predecessor.setup", "6"},
                            {"link.1.setup", "7"}})
                     .experiment;
  REQUIRE(e.link_map);
  for (Node node = 0; node < 12; ++node) {
    const Node along = node / 4 * 4 + (node + 1) % 4;
    const Node up = (node + 4) % 12;
    CHECK(link(e, node, along).latency() == 4);
    CHECK(link(e, along, node).latency() == 3);
    CHECK(link(e, node, along).setup() == 7);
    CHECK(link(e, along, node).setup() == 6);
    CHECK(link(e, node, up).latency() == 2);
    CHECK(link(e, up, node).latency() == 5);
    CHECK(link(e, up, node).setup() == 0);
  }
}

TEST_CASE("links: a technology of one direction is the default of that direction's figures") {
  const auto e = config_of({{"fabric", "ring:5"},
                            {"link.1.technology", "electrical-250M"},
                            {"link.1.predecessor.technology", "optical"},
                            {"link.1.predecessor.latency", "9"}})
                     .experiment;
  const auto optical = config_of({{"fabric", "ring:5"}, {"link.technology", "optical"}}).experiment;
  CHECK(link(e, 1, 0).bandwidth() == optical.links[0].bandwidth());
  CHECK(link(e, 1, 0).latency() == 9);
  CHECK(link(e, 0, 1).bandwidth() == Rational(250'000'000));
  CHECK(e.link_static_power[e.link_class(0)] == 0);
  CHECK(e.link_static_power[e.link_class(1)] == optical.link_static_power[0]);
}

TEST_CASE("links: directions that do not differ are the dimension's") {
  const auto e = config_of({{"fabric", "ring:5"},
                            {"link.1.successor.latency", "9"},
                            {"link.1.predecessor.latency", "9"}})
                     .experiment;
  CHECK_FALSE(e.link_map);
  CHECK(e.links.size() == 1);
  CHECK(e.links[0].latency() == 9);
}

TEST_CASE("links: directions that a fabric does not have are refused") {
  struct Row {
    Keys keys;
    const char* said;
  };
  const Scratch folder;
  folder.write("a.txt", "0 1\n1 2\n");
  const auto graph = "graph:" + (folder / "a.txt").string();
  const std::vector<Row> rows = {
      {{{"fabric", "hypercube:3"}, {"link.2.successor.latency", "3"}}, "has radix 2"},
      {{{"fabric", "torus:4x1"}, {"link.2.successor.latency", "3"}}, "has no links"},
      {{{"fabric", "torus:4x3"}, {"link.3.successor.latency", "3"}}, "1 to 2"},
      {{{"fabric", graph}, {"link.1.successor.latency", "3"}}, "a graph has no directions"},
      {{{"fabric", "ring:4"}, {"link.1.up.latency", "3"}}, "unknown key"},
      {{{"fabric", "ring:4"}, {"link.successor.latency", "3"}}, "unknown key"},
      {{{"fabric", "ring:4"}, {"link.1.successor.lanes", "3"}}, "unknown key"},
      {{{"fabric", "ring:4"}, {"link.1.successor.latency", "0"}}, "from 1 to"},
      {{{"fabric", "ring:4"},
        {"scheme", "lm-c5"},
        {"level", "rtl"},
        {"link.1.successor.latency", "3"}},
       "one kind of link in each dimension"},
  };
  for (const auto& row : rows) {
    ConfigText text;
    std::string said;
    try {
      for (const auto& [key, value] : row.keys) text.set(key, value, "--set");
      if (row.keys.count("scheme") == 0) text.set("scheme", "none", "--set");
      text.set("load", "spike:1", "--set");
      resolve(text);
    } catch (const InputError& error) {
      said = error.what();
    }
    INFO(said);
    CHECK(contains(said, row.said));
  }
}

TEST_CASE("links: a table goes before the keys, and a row before those above it") {
  const Scratch folder;
  folder.write("links.csv",
               "# the board\n"
               "from, to, latency, bandwidth, setup\n"
               "*, *, , 1GB/s,\n"
               "\"(0..1,*)\", \"(*,0)\", 7, , \n"
               "4,8,8ns,,3\n");
  const auto e = config_of({{"fabric", "torus:4x3"},
                            {"link.latency", "2"},
                            {"link.table", (folder / "links.csv").string()}})
                     .experiment;
  for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
    const auto ends = *e.fabric.link(slot);
    const bool to_first_row = ends.from % 4 <= 1 && ends.to < 4;
    const bool single = ends.from == 4 && ends.to == 8;
    const auto& timing = e.link_of_slot(slot);
    INFO(ends.from << " to " << ends.to);
    CHECK(timing.bandwidth() == Rational(8'000'000'000));
    CHECK(timing.latency() == (to_first_row ? 7 : 2));
    CHECK(timing.setup() == (single ? 3 : 0));
  }
  CHECK(link(e, 4, 8).latency() == 2);  // 8 ns are two cycles
}

TEST_CASE("links: a table of every link's usual figures is the uniform run") {
  const Scratch folder;
  std::string rows = "to,from,bandwidth,latency,setup,energy,static_power,technology\n";
  const auto fabric = Fabric::parse("torus:4x3");
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto ends = *fabric.link(slot);
    rows += std::to_string(ends.to) + "," + std::to_string(ends.from) + ",,1,0,5pJ/b,0W,\n";
  }
  folder.write("all.csv", rows);
  const Keys keys = {{"fabric", "torus:4x3"}, {"scheme", "lm-c5"}};
  ConfigText plain;
  ConfigText single;
  for (const auto& [key, value] : keys) {
    plain.set(key, value, "--set");
    single.set(key, value, "--set");
  }
  plain.set("load", "uniform:0..9", "--set");
  single.set("load", "uniform:0..9", "--set");
  single.set("link.table", (folder / "all.csv").string(), "--set");
  const auto config = resolve(single);
  CHECK_FALSE(config.experiment.link_map);
  CHECK(result_of(config) == result_of(resolve(plain)));
}

TEST_CASE("links: what is wrong in a table is refused with file, line and what is allowed") {
  struct Row {
    const char* text;
    std::vector<std::string> said;
  };
  const std::vector<Row> rows = {
      {"from,to,colour\n0,1,red\n", {"line 1", "unknown column", "\"colour\"", "static_power"}},
      {"from,to\n0,1\n", {"line 1", "one or more of", "bandwidth"}},
      {"from,latency\n0,1\n", {"line 1", "columns from and to"}},
      {"from,to,latency,latency\n", {"line 1", "two columns are named latency"}},
      {"# nothing\n", {"no row with the names"}},
      {"from,to,latency\n0,1\n", {"line 2", "2 fields", "3 columns"}},
      {"from,to,latency\n0,5,3\n", {"line 2", "no link leads from 0 to 5", "allowed: to 1, 3"}},
      {"from,to,latency\n0,99,3\n", {"line 2", "a node", "0 to 11", "99"}},
      {"from,to,latency\n\"(9,*)\",*,3\n", {"line 2", "a coordinate of dimension 1", "0 to 3"}},
      {"from,to,latency\n\"(1,2,0)\",*,3\n", {"line 2", "2 coordinates", "(0..3,*)"}},
      {"from,to,latency\n3..1,*,3\n", {"line 2", "3..1 is empty"}},
      {"from,to,latency\n,1,3\n", {"line 2", "a node is needed"}},
      {"from,to,latency\n0,1,3\n\n0,1,4\n", {"line 4", "0 to 1 are in line 2 already"}},
      {"from,to,latency\n0,1,0\n", {"line 2", "latency", "from 1 to"}},
      {"from,to,bandwidth\n0,1,fast\n", {"line 2", "bandwidth", "'fast'"}},
      {"from,to,technology\n0,1,string\n", {"line 2", "technology", "string", "optical"}},
      {"from,to,energy\n0,1,5\n", {"line 2", "energy", "pJ/b"}},
      {"from,to,latency\n0,1,\"3\n", {"row 2, column 3", "quotation mark"}},
  };
  for (const auto& row : rows) {
    const Scratch folder;
    folder.write("links.csv", row.text);
    const auto file = (folder / "links.csv").string();
    const auto said = refusal_of({{"fabric", "torus:4x3"}, {"link.table", file}});
    INFO(row.text << said);
    CHECK(contains(said, "link.table = " + file));
    for (const auto& part : row.said) CHECK(contains(said, part));
  }
  CHECK(contains(refusal_of({{"fabric", "ring:4"}, {"link.table", "none.csv"}}), "none.csv"));
}

TEST_CASE("links: directions and a table, printed and read again, give the same run") {
  const Scratch folder;
  folder.write("there/links.csv", "from,to,bandwidth,latency\n0,1,2.5GT/s 8b/10b,30ns\n");
  folder.write("there/run.toml",
               "fabric = \"ring:6\"\nscheme = \"lm-c4\"\nload = \"spike:4\"\nlevel = \"steps\"\n"
               "links = \"links.csv\"\n[link.1.successor]\nsetup = 3\n[link.1]\nlatency = 2\n");
  const auto first = test::run_program({"run", "there/run.toml", "--json", "-"}, folder.path());
  INFO(first.err);
  REQUIRE(first.status == 0);
  const auto printed =
      test::run_program({"run", "there/run.toml", "--print-config"}, folder.path());
  CHECK(contains(first.err, "links is called link.table now"));
  CHECK(contains(printed.out, "link.1.successor.setup = 3"));
  CHECK(contains(printed.out, "link.table = \"" + (folder / "there/links.csv").string() + "\""));
  folder.write("again.toml", printed.out);
  const auto again = test::run_program({"run", "again.toml", "--json", "-"}, folder.path());
  const auto results = [](const std::string& json) { return json.substr(json.find("\"pes\"")); };
  CHECK(results(again.out) == results(first.out));
  CHECK(contains(first.out, "\"bandwidth\":2000000000.0"));
  CHECK(contains(first.out, "\"sets_slot\":true"));
  const auto cycles = test::run_program(
      {"run", "there/run.toml", "--level", "cycles", "--json", "-"}, folder.path());
  const auto links = [](const std::string& json) { return json.substr(json.find("\"links\":[")); };
  CHECK(links(cycles.out) == links(first.out));
  const auto text = test::run_program({"run", "there/run.toml"}, folder.path());
  CHECK(contains(text.out, "The slot of a phase is that of its slowest links: phase 0 "));
  CHECK(contains(text.out, "the slowest link's "));
}

TEST_CASE("links: a campaign has directions as axes, and a table beside its plan") {
  const Scratch folder;
  folder.write("links.csv", "from,to,latency\n0,1,90\n");
  folder.write("plan.toml",
               "[base]\nscheme = \"lm-c5\"\nfabric = \"ring:8\"\nload = \"spike:4\"\n"
               "level = \"steps\"\nlinks = \"links.csv\"\n"
               "[[axis]]\nkey = \"link.1.predecessor.setup\"\nvalues = [0, 7]\n");
  const auto ran = test::run_program({"explore", "plan.toml", "-o", "study"}, folder.path());
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  const auto said =
      test::run_program({"explore", "query", "study",
                         "SELECT links || '/' || (cycles / steps) FROM results ORDER BY cycles"},
                        folder.path());
  // A word comes by a predecessor's link, a task by one with latency 90: 17 + 1 + 64 + 90.
  CHECK(contains(said.out, "16/172"));
  CHECK(contains(said.out, "16/179"));
}
