// SPDX-License-Identifier: Apache-2.0
// The edges of a graph in a file, and the program on such fabrics.
#include "sim/input/read_graph.h"

#include <fmt/format.h>

#include <sstream>
#include <tuple>

#include "sim/input/fabric_file.h"
#include "tests/catch.h"
#include "tests/support/graphs.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::Edges;
using test::refusal;
using test::run_program;
using test::Scratch;

namespace {

GraphText read(const std::string& text) {
  std::istringstream in(text);
  return read_graph(in);
}

std::string complaint(const std::string& text) {
  return refusal([&] { read(text); });
}

const std::string square = "# a square and a tail\n0 1\n1, 2\n2 3 # across\n\n3\t0\n3,4\n";

}  // namespace

TEST_CASE("Graphs: edges are lines of two numbers", "[sim][graph]") {
  const Edges expected = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}};
  CHECK(read(square).edges == expected);
  CHECK(read(square).nodes == 5);
  CHECK(read(square).switches == 0);
  CHECK(read("\xEF\xBB\xBF 0 1\r\n1 , 2\r\n2,3\r\n3   0\r\n3 4").edges == expected);
  CHECK(read("# nothing\n").edges.empty());
}

TEST_CASE("Graphs: switches are marked, wherever in the file", "[sim][graph]") {
  const auto graph = read("switch 4\n0 3\n1 3\nswitch, 3 # the first\n2 4\n3 4\n");
  CHECK(graph.nodes == 5);
  CHECK(graph.switches == 2);
  CHECK(graph.edges == Edges{{0, 3}, {1, 3}, {2, 4}, {3, 4}});
}

TEST_CASE("Graphs: what is no edge is refused with its line", "[sim][graph]") {
  struct Row {
    const char* text;
    const char* said;
  };
  const auto row =
      GENERATE(values<Row>({{"0 1\n1\n", "line 2: an edge is the numbers of two nodes"},
                            {"0 1 2\n", "line 1: an edge is"},
                            {"0,,1\n", "line 1: an edge is"},
                            {"0 1\n# 5\n1 x\n", "line 3: a node must be a whole number"},
                            {"-1 0\n", "line 1: a node"},
                            {"0 99999999999\n", "line 1: a node"},
                            {"0 1\n1 2\n\n0 1\n", "line 4: edge 0-1 is in line 1 already"},
                            {"0 1\n0 1 {'weight': 3}\n", "line 2: an edge is"},
                            {"from to\n0 1 2\n", "line 2: an edge is"},
                            {"from to colour\n", "line 1: unknown column \"colour\"; allowed"},
                            {"from to setup setup\n", "line 1: two columns are named setup"},
                            {"from to latency\n0 1\n", "line 2: 2 fields, where the first line"},
                            {"0 1\nfrom to latency\n", "line 2: an edge is"},
                            {"0 2\n1 2\nswitch 1\n", "line 3: switch 1 is numbered below 2, a PE"},
                            {"switch 0\n0 1\n", "line 1: switch 0 is numbered below 1, a PE"},
                            {"0 1\nswitch 2\n", "line 2: switch 2 has no edge"},
                            {"0 1\nswitch 1\nswitch 1\n", "line 3: switch 1 is in line 2 already"},
                            {"0 1\nswitch x\n", "line 2: a node must be a whole number"},
                            {"0 1\nswitch\n", "line 2: an edge is"},
                            {"0 1\n1 switch\n", "line 2: a node must be a whole number"}}));
  INFO(row.text);
  INFO(complaint(row.text));
  CHECK(contains(complaint(row.text), row.said));
}

TEST_CASE("Graphs: nodes are numbered anew where their numbers do not begin at 0 or have gaps",
          "[sim][graph]") {
  const auto from_1 = read("1 2\n2 3\nswitch 3\n");
  CHECK(from_1.edges == Edges{{0, 1}, {1, 2}});
  CHECK(from_1.nodes == 3);
  CHECK(from_1.switches == 1);
  CHECK(from_1.notes == std::vector<std::string>{
                            "its 3 nodes have numbers from 1 to 3: here they are 0 to 2 in this "
                            "order"});
  const auto sparse = read("1000 7\n7 99999\n");
  CHECK(sparse.edges == Edges{{1, 0}, {0, 2}});
  CHECK(sparse.notes.front() ==
        "its 3 nodes have numbers from 7 to 99999 with gaps: here they are 0 to 2 in this order");
  CHECK(read("0 1\n1 2\n").notes.empty());
}

TEST_CASE("Graphs: edges to the node itself are left out, edges both ways are one",
          "[sim][graph]") {
  const auto graph = read("0 1\n1 0\n1 1\n2 1\n2 2\n");
  CHECK(graph.edges == Edges{{0, 1}, {2, 1}});
  CHECK(graph.notes == std::vector<std::string>{"1 edge is given in both directions",
                                                "2 edges from a node to itself are left out"});
}

TEST_CASE("Graphs: edges have figures under a first line with their names", "[sim][graph]") {
  const auto graph = read(
      "# a comment\nfrom to latency bandwidth\n0 1 3 1Gb/s\n2,1,-,2.5GT/s:8b/10b\n1 0 - -\n"
      "3 2 5ns -\n");
  REQUIRE(graph.figures.size() == 3);
  const auto& [first, second, third] =
      std::tie(graph.figures[0], graph.figures[1], graph.figures[2]);
  using Figures = std::vector<std::pair<std::string, std::string>>;
  CHECK(first.place == "line 3");
  CHECK(first.figures == Figures{{"latency", "3"}, {"bandwidth", "1Gb/s"}});
  CHECK_FALSE(first.both);  // its other direction is an edge of its own
  CHECK(second.from == 2);
  CHECK(second.both);
  CHECK(second.figures == Figures{{"bandwidth", "2.5GT/s:8b/10b"}});
  CHECK(third.figures == Figures{{"latency", "5ns"}});
}

TEST_CASE("Graphs: files are found from the folder or by their whole path", "[sim][graph]") {
  const Scratch folder;
  folder.write("deep/a.txt", square);
  const auto fabric = fabric_from("graph:deep/a.txt", folder.path());
  CHECK(fabric.family() == Family::graph);
  CHECK(fabric.name() == "graph:deep/a.txt");
  CHECK(fabric.nodes() == 5);
  const auto whole = fabric_with_absolute_path("graph:deep/../deep/a.txt", folder.path());
  CHECK(whole == "graph:" + (folder / "deep/a.txt").string());
  CHECK(fabric_from(whole, "/").nodes() == 5);
  CHECK(fabric_from("ring:8", folder.path()).nodes() == 8);
  CHECK(fabric_with_absolute_path("ring:8", folder.path()) == "ring:8");
}

TEST_CASE("Graphs: a file that is no graph is refused by the program", "[sim][graph]") {
  const Scratch folder;
  folder.write("twice.txt", "0 1\n0 1\n");
  folder.write("parts.txt", "0 1\n2 3\n");
  folder.write("empty.txt", "");
  folder.write("comment.txt", "# no edge\n");
  std::string large;
  for (int i = 0; i < 4096; ++i) large += fmt::format("{} {}\n", i, i + 1);
  folder.write("large.txt", large);
  folder.write("slow.txt", "from to latency\n0 1 0\n");
  folder.write("good.txt", square);
  folder.write("star.txt", "0 3\n1 3\n2 3\nswitch 3\n");
  folder.write("routers.txt", "0 1\nswitch 0\nswitch 1\n");
  struct Row {
    std::vector<std::string> arguments;
    std::vector<std::string> said;
  };
  const auto files = folder.names();
  const std::vector<Row> rows = {
      {{"--fabric", "graph:twice.txt"}, {"--fabric", "twice.txt: line 2", "line 1 already"}},
      {{"--fabric", "graph:parts.txt"}, {"parts.txt: ", "not connected", "PE 0 to PE 2"}},
      {{"--fabric", "graph:slow.txt"},
       {"line 2: latency: a link's latency must be from 1 to", "not 0"}},
      {{"--fabric", "graph:empty.txt"}, {"empty.txt: is empty"}},
      {{"--fabric", "graph:comment.txt"}, {"comment.txt: ", "no edge"}},
      {{"--fabric", "graph:large.txt"}, {"large.txt: ", "4097 nodes", "at most 4096"}},
      {{"--fabric", "graph:routers.txt"}, {"routers.txt: ", "no PE is left"}},
      {{"--fabric", "graph:star.txt", "--scheme", "diffusion"}, {"diffusion cannot", "a switch"}},
      {{"--fabric", "graph:star.txt", "--scheme", "sid", "--load", "point:9@3"}, {"3", "0 to 2"}},
      {{"--fabric", "graph:none.txt"}, {"none.txt"}},
      {{"--fabric", "graph:"}, {"names no file", "graph:FILE"}},
      {{"--fabric", "graph"}, {"names no file", "graph:FILE"}},
      {{"--fabric", "tree:3"}, {"tree:3", "graph:FILE"}},
      {{"--fabric", "graph:good.txt", "--scheme", "lm-c5"}, {"lm-c5", "rings"}},
      {{"--fabric", "graph:good.txt", "--scheme", "de"}, {"de cannot run", "dimension"}},
      {{"--fabric", "graph:good.txt", "--scheme", "sid", "--switching", "circuit"},
       {"--switching", "circuit", "dimension order", "store-and-forward"}},
      {{"--fabric", "graph:good.txt", "--set", "link.2.setup=3"}, {"link.2.setup", "1"}},
      {{"--fabric", "graph:good.txt", "--load", "csv:none.csv"}, {"none.csv"}},
  };
  for (const auto& row : rows) {
    std::vector<std::string> arguments = {"run", "--scheme", "diffusion", "--load", "spike:4"};
    for (auto at = row.arguments.begin(); at != row.arguments.end(); at += 2) {
      const auto same = std::find(arguments.begin(), arguments.end(), *at);
      if (same != arguments.end()) {
        *(same + 1) = *(at + 1);
      } else {
        arguments.insert(arguments.end(), at, at + 2);
      }
    }
    const auto ran = run_program(arguments, folder.path());
    INFO(ran.err);
    CHECK(ran.status == 2);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    for (const auto& part : row.said) CHECK(contains(ran.err, part));
    CHECK(folder.names() == files);
  }
}

TEST_CASE("Graphs: the path is relative to the file of the configuration, and prints absolute",
          "[sim][graph]") {
  const Scratch folder;
  folder.write("there/a.txt", square);
  folder.write("there/run.toml",
               "fabric = \"graph:a.txt\"\nscheme = \"diffusion\"\nload = \"spike:4\"\n");
  const auto first = run_program({"run", "there/run.toml", "--json", "-"}, folder.path());
  CHECK(first.status != 2);
  const auto printed = run_program({"run", "there/run.toml", "--print-config"}, folder.path());
  CHECK(contains(printed.out, "\"graph:" + (folder / "there/a.txt").string() + "\""));
  folder.write("elsewhere/again.toml", printed.out);
  const auto second = run_program({"run", "elsewhere/again.toml", "--json", "-"}, folder.path());
  CHECK(second.status == first.status);
  const auto results = [](const std::string& json) { return json.substr(json.find("\"pes\"")); };
  CHECK(results(second.out) == results(first.out));
}

TEST_CASE("Graphs: whatever shows a run shows one on a graph", "[sim][graph]") {
  const Scratch folder;
  folder.write("a.txt", square);
  for (const std::string level : {"steps", "cycles"}) {
    const auto ran = run_program({"run",
                                  "--fabric",
                                  "graph:a.txt",
                                  "--scheme",
                                  "nna",
                                  "--load",
                                  "point:40@4",
                                  "--level",
                                  level,
                                  "--until",
                                  "steps:9",
                                  "--json",
                                  level + ".json",
                                  "--picture",
                                  level + ".svg",
                                  "--record",
                                  level + ".jsonl",
                                  "--wave",
                                  level + ".vcd",
                                  "--trace",
                                  level + ".trace.json",
                                  "--save",
                                  level + ".db"},
                                 folder.path());
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(contains(ran.out, "graph:a.txt"));
    const auto wave = folder.read(level + ".vcd");
    for (const char* port : {"link_0", "link_1", "link_2"}) CHECK(contains(wave, port));
    CHECK_FALSE(contains(wave, "succ"));
    const auto report =
        run_program({"report", level + ".db", "-o", level + ".html"}, folder.path());
    INFO(report.err);
    CHECK(report.status == 0);
  }
  CHECK(folder.read("steps.vcd") == folder.read("cycles.vcd"));
}

TEST_CASE("Graphs: whatever shows a run shows one over switches", "[sim][graph]") {
  const Scratch folder;
  folder.write("star.txt", "0 3\n1 3\n2 3\nswitch 3\n");
  const auto ran =
      run_program({"run", "--fabric", "graph:star.txt", "--scheme", "sid", "--load", "point:40@2",
                   "--until", "cycles:9000", "--json", "run.json", "--picture", "run.svg", "--wave",
                   "run.vcd", "--trace", "trace.json", "--save", "run.db"},
                  folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "3 PEs and 1 switch, 40 tasks"));
  const auto json = folder.read("run.json");
  CHECK(contains(json, "\"pes\":3"));
  CHECK(contains(json, "\"switches\":1"));
  CHECK(contains(json, "{\"from\":2,\"to\":3,"));
  CHECK(contains(json, "{\"from\":3,\"to\":0,"));
  const auto wave = folder.read("run.vcd");
  CHECK(contains(wave, "pe_2"));
  CHECK(contains(wave, "switch_3"));
  CHECK_FALSE(contains(wave, "pe_3"));
  CHECK(contains(folder.read("trace.json"), "switch 3"));
  const auto report = run_program({"report", "run.db", "-o", "run.html"}, folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
}

TEST_CASE("Graphs: a campaign finds them beside its plan", "[sim][graph]") {
  const Scratch folder;
  folder.write("plans/a.txt", square);
  folder.write("plans/plan.toml",
               "[base]\nscheme = \"diffusion\"\nload = \"spike:4\"\n"
               "level = \"steps\"\nuntil = \"steps:5\"\n"
               "[[axis]]\nkey = \"fabric\"\nvalues = [\"graph:a.txt\", \"ring:5\"]\n");
  const auto ran = run_program({"explore", "plans/plan.toml", "-o", "campaign"}, folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
}
