// SPDX-License-Identifier: Apache-2.0
// The record of a run, as the program writes it.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/analysis/henrich_examples.h"
#include "tests/catch.h"
#include "tests/support/program.h"

using namespace isobar;
using test::run_program;
using test::run_program_at_work;
using test::Scratch;
using Json = nlohmann::json;

namespace {

using Arguments = std::vector<std::string>;

Arguments joined(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// The record of a run, as text; `status` is what the run is to end with.
std::string record(const Arguments& run, int status = 0) {
  const Scratch folder;
  const auto ran =
      run_program(joined({"run"}, joined(run, {"--record", "r.jsonl"})), folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == status);
  REQUIRE(folder.names() == Arguments{"r.jsonl"});
  return folder.read("r.jsonl");
}

std::vector<Json> parsed(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  REQUIRE(text.back() == '\n');
  return lines;
}

std::string without_header(const std::string& text) { return text.substr(text.find('\n')); }

const Arguments table_3 = {"--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2"};

}  // namespace

TEST_CASE("the record of Table 3") {
  const auto lines = parsed(record(table_3));
  REQUIRE(lines.size() == 1 + 18);
  const auto& header = lines[0];
  CHECK(header["schema"] == "isobar.phases/1");
  CHECK(header["config"]["fabric"] == "ring:8");
  CHECK_FALSE(header["config"].contains("level"));
  CHECK_FALSE(header["config"].contains("record"));
  CHECK(header["pes"] == 8);
  CHECK(header["load"] == Json::parse(R"({"max":16,"min":0,"values":[16,0,0,0,0,0,0,0]})"));
  for (int i = 0; i < 18; ++i) {
    const auto& line = lines[static_cast<std::size_t>(i) + 1];
    CHECK(line["step"] == i);
    CHECK(line["phase"] == 0);
    CHECK(line["dimensions"] == Json({1}));
    CHECK(line["cycles"] == Json({83 * i, 83 * (i + 1)}));
    CHECK(line["shifts"] == 1);
    // PE 0 shifts in every step until all hold some, and one more PE behind it each time.
    if (i < 7) CHECK(line["tasks"] == i + 1);
    const auto& values = line["load"]["values"];
    CHECK(line["load"]["max"] == *std::max_element(values.begin(), values.end()));
    CHECK(line["load"]["min"] == *std::min_element(values.begin(), values.end()));
  }
  CHECK(lines[7]["load"]["values"] == Json({9, 1, 1, 1, 1, 1, 1, 1}));
  CHECK(lines[18]["load"]["values"] == Json(std::vector<int>(8, 2)));
  // Among zeros the ramp ends at PE 0, and its task goes to PE 1.
  CHECK(lines[1]["ramps"] == Json::parse("[[7,0]]"));
  CHECK(lines[1]["virtual_transfers"] == Json::parse("[[0,1]]"));
  CHECK(lines[1]["improvement"] == Json::parse(R"({"reduced":[0],"moved":[],"neither":[]})"));
}

TEST_CASE("the record of Figure 3 shows its ramps, transfers and improvements") {
  const Scratch folder;
  for (const auto& example : henrich_figure_3()) {
    INFO(example.shape);
    std::string csv;
    for (const auto load : example.before) csv += fmt::format("{}\n", load);
    folder.write("loads.csv", csv);
    const auto lines =
        parsed(record({"--fabric", example.fabric, "--scheme", "lm-c5", "--load",
                       "csv:" + (folder.path() / "loads.csv").string(), "--until", "steps:1"}));
    REQUIRE(lines.size() == 2);
    const auto [lower, upper] = example.ramp;
    CHECK(lines[1]["ramps"] == Json::array({{lower, upper}}));
    CHECK(lines[1]["virtual_transfers"] == Json::array({{upper, lower}}));
    CHECK(lines[1]["load"]["values"] == Json(example.after));
    const bool smallest = example.before[upper] - example.before[lower] == 1;
    const Json none = Json::array();
    CHECK(lines[1]["improvement"]["moved"] == (smallest ? Json({upper}) : none));
    CHECK(lines[1]["improvement"]["reduced"] == (smallest ? none : Json({upper})));
    CHECK(lines[1]["improvement"]["neither"] == none);
  }
}

TEST_CASE("a record is the same, byte for byte, at both levels and beside waves") {
  const auto run =
      GENERATE(Arguments{"--fabric", "torus:4x3", "--scheme", "lm-c5", "--load", "uniform:0..9"},
               Arguments{"--fabric", "hypercube:3", "--scheme", "lm-c4", "--load", "uniform:1..9"},
               Arguments{"--fabric", "torus:3x1x2", "--scheme", "lm-c2", "--load", "spike:2",
                         "--until", "steps:9", "--set", "link.1.latency=9"},
               Arguments{"--fabric", "mesh:3x3", "--scheme", "nna", "--load", "point:40@4"},
               Arguments{"--fabric", "hypercube:3", "--scheme", "dem:threshold=0", "--load",
                         "uniform:0..99"},
               Arguments{"--fabric", "hhc:2", "--scheme", "hhc-a", "--load", "uniform:0..99"},
               Arguments{"--fabric", "ring:1", "--scheme", "lm-c5", "--load", "spike:2", "--until",
                         "steps:3"},
               Arguments{"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "spike:0"});
  const auto steps = record(joined(run, {"--level", "steps"}));
  CHECK(record(joined(run, {"--level", "cycles"})) == steps);
  const Scratch folder;
  run_program(joined({"run", "--level", "steps", "--wave", "w.fst", "--record", "r.jsonl"}, run),
              folder.path());
  CHECK(folder.read("r.jsonl") == steps);
  CHECK(folder.names() == Arguments{"r.jsonl", "w.fst", "w.gtkw", "w.surf.ron"});
}

TEST_CASE("a record at level rtl has the same phases") {
  const Arguments run = {"--fabric", "torus:3x2", "--scheme", "lm-c5", "--load", "point:9@0"};
  const auto rtl = record(joined(run, {"--level", "rtl"}));
  CHECK(without_header(rtl) == without_header(record(run)));
}

TEST_CASE("a record fits the run's result") {
  const Scratch folder;
  const auto scheme = GENERATE("lm-c5", "nna", "diffusion");
  const auto ran =
      run_program({"run", "--fabric", "torus:4x3", "--scheme", scheme, "--load", "uniform:0..50",
                   "--tolerance", "3", "--record", "r.jsonl", "--json", "-"},
                  folder.path());
  const auto result = Json::parse(ran.out);
  const auto lines = parsed(folder.read("r.jsonl"));
  std::int64_t shifts = 0;
  std::int64_t tasks = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    shifts += lines[i]["shifts"].get<std::int64_t>();
    tasks += lines[i]["tasks"].get<std::int64_t>();
  }
  CHECK(shifts == result["shifts"]["run"]);
  CHECK(tasks == result["messages"]["tasks"]);
  CHECK(lines.back()["cycles"][1] == result["cycles"]["run"]);
  CHECK(lines.back()["load"] == result["load"]["final"]);
  // Ramps are the Liquid model's.
  CHECK(lines.back().contains("ramps") == (std::string(scheme) == "lm-c5"));
  CHECK(lines.back()["dimensions"].size() == (std::string(scheme) == "lm-c5" ? 1 : 2));
}

TEST_CASE("a summary's record has no loads of single PEs") {
  for (const auto& line : parsed(record(joined(table_3, {"--summary"})))) {
    CHECK(line["load"].size() == 2);
  }
}

TEST_CASE("a run that ends early leaves the record of what there was") {
  CHECK(parsed(record(joined(table_3, {"--max-steps", "5"}), 1)).size() == 1 + 5);
  CHECK(parsed(record(joined(table_3, {"--until", "steps:0"}))).size() == 1);
}

TEST_CASE("Ctrl-C leaves a whole record") {
  const Scratch folder;
  run_program_at_work(
      300,
      {"run", "--fabric", "ring:64", "--scheme", "lm-c0", "--load", "spike:2", "--max-steps",
       "1000000000", "--level", "steps", "--json", "r.json", "--record", "r.jsonl"},
      folder.path());
  const auto lines = parsed(folder.read("r.jsonl"));
  const auto result = Json::parse(folder.read("r.json"));
  CHECK(result["ended"] == "interrupted");
  CHECK(lines.size() == 1 + result["steps"]["run"].get<std::size_t>());
  CHECK(lines.back()["load"] == result["load"]["final"]);
}
