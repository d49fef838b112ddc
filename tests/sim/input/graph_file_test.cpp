// SPDX-License-Identifier: Apache-2.0
// Graphs as other programs write them: the rows of docs/inputs.md, "Graphs and links". The files in
// tests/data/graphs are as networkx 2.8.8 and igraph 0.10.2 wrote them; manual.metis is the example
// of METIS's manual, *.mtx and pcie.dot are written by their formats' descriptions.
#include "sim/input/graph_file.h"

#include <algorithm>
#include <set>

#include "sim/config/resolve.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

const std::string graphs = ISOBAR_SOURCE_DIR "/tests/data/graphs/";

/// Runs on the graph in a file; the links of the result, `from-to:latency` a word, and what was
/// said.
struct OnGraph {
  std::set<std::string> links;
  std::string said;
  int status;
};

OnGraph on_graph(const std::string& file, const std::string& rest = "") {
  const auto ran =
      run_program({"run", "--fabric", "graph:" + file + rest, "--scheme", "nna", "--load",
                   "point:20@0", "--until", "steps:1", "--level", "steps", "--json", "-"});
  OnGraph on{{}, ran.err, ran.status};
  if (ran.status == 2) return on;
  const auto json = ran.out.substr(ran.out.find("\"links\":["));
  const auto number = [&](const std::string& name, std::size_t from) {
    const auto at = json.find("\"" + name + "\":", from) + name.size() + 3;
    return json.substr(at, json.find_first_of(",}", at) - at);
  };
  for (auto at = json.find("{\"from\""); at != std::string::npos;
       at = json.find("{\"from\"", at + 1)) {
    const auto end = json.find('}', at);
    auto text = number("from", at) + "-" + number("to", at);
    if (json.find("\"latency\"", at) < end) text += ":" + number("latency", at);
    on.links.insert(text);
  }
  return on;
}

/// Both directions of each.
std::set<std::string> pairs(const std::vector<std::pair<int, int>>& edges) {
  std::set<std::string> all;
  for (const auto& [a, b] : edges) {
    all.insert(std::to_string(a) + "-" + std::to_string(b));
    all.insert(std::to_string(b) + "-" + std::to_string(a));
  }
  return all;
}

const auto ring = pairs({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});

std::string refused(const std::string& name, const std::string& text,
                    const std::string& rest = "") {
  const Scratch folder;
  folder.write(name, text);
  const auto ran = on_graph((folder / name).string(), rest);
  INFO(ran.said);
  CHECK(ran.status == 2);
  CHECK(std::count(ran.said.begin(), ran.said.end(), '\n') == 1);
  CHECK(contains(ran.said, name));
  return ran.said;
}

}  // namespace

TEST_CASE("Graph files: edge lists of networkx and igraph", "[sim][graph]") {
  CHECK(on_graph(graphs + "networkx-attributes.edges").links == ring);
  CHECK(on_graph(graphs + "igraph.edges").links == ring);
  CHECK(on_graph(graphs + "networkx.edges").links.size() == 32);
}

TEST_CASE("Graph files: GraphML of igraph with names and latencies", "[sim][graph]") {
  const auto on = on_graph(graphs + "igraph.graphml");
  // 3ns are one cycle of 4 ns.
  CHECK(on.links == std::set<std::string>{"0-1:2", "1-0:2", "1-2:1", "2-1:1", "2-3:4", "3-2:4",
                                          "3-4:5", "4-3:5", "4-0:6", "0-4:6"});
  CHECK(contains(on.said, "its nodes are numbered: a is 0, b is 1, c is 2, d is 3, e is 4"));
}

TEST_CASE("Graph files: a directed edge has figures of its own", "[sim][graph]") {
  const auto on = on_graph(graphs + "directed.graphml");
  CHECK(on.links == std::set<std::string>{"0-1:10", "1-0:20", "1-2:30", "2-1:30"});
  CHECK(contains(on.said, "attributes of its edges that are not used: weight"));
}

TEST_CASE("Graph files: GraphML of networkx, with blanks in names", "[sim][graph]") {
  const auto own = on_graph(ISOBAR_SOURCE_DIR "/sim/examples/abilene.graph");
  const auto on = on_graph(graphs + "abilene.graphml");
  CHECK(on.links.size() == 28);
  CHECK(on.links == own.links);
  CHECK(contains(on.said, "New York is 0, Chicago is 1, Washington DC is 2"));
}

TEST_CASE("Graph files: GML of networkx and igraph", "[sim][graph]") {
  const auto dgx = on_graph(graphs + "dgx-1.gml");
  CHECK(dgx.links == on_graph(ISOBAR_SOURCE_DIR "/sim/examples/dgx-1.graph").links);
  CHECK(dgx.links.size() == 32);
  const auto on = on_graph(graphs + "igraph.gml");
  CHECK(on.links.size() == 10);
  CHECK(on.links.count("0-1:2") == 1);
}

TEST_CASE("Graph files: Pajek of networkx and igraph, from 1", "[sim][graph]") {
  CHECK(on_graph(graphs + "ring.net").links == ring);
  CHECK(on_graph(graphs + "igraph.net").links == ring);
}

TEST_CASE("Graph files: DIMACS of igraph, from 1", "[sim][graph]") {
  CHECK(on_graph(graphs + "igraph.dimacs").links == pairs({{0, 1}, {0, 2}, {0, 3}}));
}

TEST_CASE("Graph files: NCOL and LGL of igraph, by names", "[sim][graph]") {
  CHECK(on_graph(graphs + "igraph.ncol").links == ring);
  const auto on = on_graph(graphs + "igraph.lgl");
  CHECK(on.links.size() == 10);
  CHECK(contains(on.said, "e is 2"));  // in the order of the file
}

TEST_CASE("Graph files: DOT of igraph, and by directions with codes of lines", "[sim][graph]") {
  const auto on = on_graph(graphs + "igraph.dot");
  CHECK(on.links.size() == 10);
  CHECK(on.links.count("0-1:2") == 1);
  const auto pcie =
      run_program({"run", "--fabric", "graph:" + graphs + "pcie.dot", "--scheme", "sid", "--load",
                   "point:9@0", "--until", "cycles:10", "--json", "-"});
  CHECK(contains(pcie.out, "{\"from\":2,\"to\":0,"));  // the root is a switch, the last node
  CHECK(contains(pcie.out, "\"bandwidth\":2000000000.0"));
  CHECK(contains(pcie.out, "\"bandwidth\":4000000000.0"));
  CHECK(contains(pcie.err, "not used: color"));
}

TEST_CASE("Graph files: METIS, by its ending or by name", "[sim][graph]") {
  const auto edges = pairs(
      {{0, 4}, {0, 2}, {0, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 3}, {3, 5}, {3, 6}, {4, 5}, {5, 6}});
  CHECK(on_graph(graphs + "manual.metis").links == edges);
  const Scratch folder;
  std::filesystem::copy(graphs + "manual.metis", folder / "mesh.graph");
  CHECK(on_graph((folder / "mesh.graph").string(), ",format=metis").links == edges);
}

TEST_CASE("Graph files: Matrix Market, with values and as a pattern", "[sim][graph]") {
  const auto on = on_graph(graphs + "pattern.mtx");
  CHECK(on.links == pairs({{0, 1}, {1, 2}, {2, 3}, {3, 0}}));
  CHECK(contains(on.said, "an edge from a node to itself is left out"));
  const auto valued = on_graph(graphs + "general.mtx");
  CHECK(valued.links == pairs({{0, 1}, {1, 2}}));
  CHECK(contains(valued.said, "the values of its entries are not used"));
}

TEST_CASE("Graph files: a node that is marked as a switch routes", "[sim][graph]") {
  const auto ran = run_program({"run", "--fabric", "graph:" + graphs + "switch.graphml", "--scheme",
                                "sid", "--load", "point:9@0", "--until", "cycles:100"});
  CHECK(contains(ran.out, "3 PEs and 1 switch"));
}

TEST_CASE("Graph files: what cannot be a fabric is refused with the words of the page",
          "[sim][graph][volume]") {
  CHECK(
      contains(on_graph(graphs + "multi.graphml").said,
               "as GraphML: edge n0-n1 is there twice; allowed: one, with the bandwidth of both"));
  CHECK(contains(refused("a.graphml", "<graphml>"), "as GraphML: "));
  CHECK(contains(refused("a.gml", "graph [ node ["), "as GML: "));
  CHECK(contains(refused("a.net", "*Edges\n1 2\n"), "as Pajek: "));
  CHECK(contains(refused("a.dimacs", "hello\n"), "as DIMACS: "));
  CHECK(contains(refused("a.ncol", "a b c d\n"), "as NCOL: "));
  CHECK(contains(refused("a.dot", "graph { a -- "), "as DOT: "));
  CHECK(
      contains(refused("a.metis", "hello\n"), "as METIS: a line has other numbers than it should"));
  CHECK(contains(refused("a.metis", "3 5\n2\n1 3\n2\n"), "as METIS: the lines of nodes do not"));
  CHECK(contains(refused("a.mtx", "1 2 3\n"), "allowed: %%MatrixMarket matrix coordinate"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n0\n0\n1\n"),
                 "allowed: %%MatrixMarket matrix coordinate"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 1\n"),
                 "a matrix of 2 rows and 3 columns is no graph"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 9 1\n"),
                 "rows and columns from 1 within the size"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n"),
                 "rows and columns from 1 within the size"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n"),
                 "with a value each"));
  CHECK(contains(refused("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2\n"),
                 "its size is not rows, columns and entries"));
  CHECK(contains(refused("a.ncol", "a b\nc d\n"), "not connected"));
  CHECK(contains(refused("a.dot", "graph { a -- b; c }"), "not connected: node c has no edge"));
  CHECK(contains(refused("a.dot", "graph { a -- b [latency=soon]}"),
                 "edge 0-1: latency: a link's latency is a whole number of cycles or a time"));
  CHECK(contains(refused("a.dot", "graph { a [switch=maybe]; a -- b }"),
                 "node a: switch is \"maybe\"; allowed: true, false, 1, 0"));
  CHECK(contains(refused("a.txt", "0 1\n", ",format=xml"), "one of edges, graphml, gml"));
  CHECK(contains(refused("a.txt", "0 1\n", ",colour=red"), "not ',colour=red'"));
}

TEST_CASE("Graph files: an ending in capitals, and the program's own text by name",
          "[sim][graph]") {
  const Scratch folder;
  std::filesystem::copy(graphs + "igraph.ncol", folder / "RING.NCOL");
  CHECK(on_graph((folder / "RING.NCOL").string()).links == ring);
  folder.write("own.dot", "0 1\n1 2\n");
  CHECK(on_graph((folder / "own.dot").string(), ",format=edges").links == pairs({{0, 1}, {1, 2}}));
}
