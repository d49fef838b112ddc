// SPDX-License-Identifier: Apache-2.0
// Results as the program writes them, held to the schema that it lists.
#include "sim/result/result_schema.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "sim/torture/schema_check.h"
#include "tests/catch.h"
#include "tests/support/program.h"

using namespace isobar;
using test::run_program;

namespace {

/// The places of all values in a result, as docs/statistics.md writes them: `links[].words`.
void add_paths(const Json& value, const std::string& place, std::set<std::string>& paths) {
  if (value.is_object()) {
    for (const auto& [name, inner] : value.items()) {
      add_paths(inner, place.empty() ? name : place + "." + name, paths);
    }
  } else if (value.is_array()) {
    for (const auto& inner : value) add_paths(inner, place + "[]", paths);
  } else {
    paths.insert(place);
  }
}

/// The first of a result's keys that no page of the reference has; empty if there is none. Keys of
/// the configuration are in docs/keys.md.
std::string undocumented(Json result) {
  static const auto text = [] {
    std::string all;
    for (const auto* page : {"statistics", "result"}) {
      std::ifstream in(fmt::format("{}/docs/{}.md", ISOBAR_SOURCE_DIR, page));
      all.append(std::istreambuf_iterator<char>(in), {});
    }
    return all;
  }();
  result.erase("config");
  std::set<std::string> paths;
  add_paths(result, "", paths);
  for (const auto& path : paths) {
    const auto rows_have_names = path.substr(0, path.rfind('.') + 1) + "*";
    if (text.find("`" + path + "`") == std::string::npos &&
        text.find("`" + rows_have_names + "`") == std::string::npos) {
      return path;
    }
  }
  return {};
}

Json result_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "-"});
  const auto ran = run_program(arguments);
  INFO(ran.err);
  REQUIRE(ran.status <= 1);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("results of all kinds hold to the schema", "[schema]") {
  const std::vector<std::vector<std::string>> runs = {
      {"--fabric", "torus:4x3", "--scheme", "lm-c5", "--load", "spike:3"},
      {"--fabric", "torus:4x3", "--scheme", "lm-c5", "--load", "spike:3", "--level", "cycles"},
      {"--fabric", "ring:4", "--scheme", "diffusion", "--app", "uts:t=1,a=3,d=4,b=3,r=5",
       "--summary"},
      {"--fabric", "ring:6", "--scheme", "sid", "--load", "uniform:0..9", "--until", "cycles:2000"},
      {"--fabric", "ring:6", "--scheme", "lueling-monien", "--app", "jobs:n=5,m=3,step=1000",
       "--until", "cycles:30000"},
      {"--fabric", "ring:6", "--scheme", "lueling-monien:network=ideal", "--app", "producer"},
      {"--fabric", "ring:5", "--scheme", "hetero-hbm:balance=both,select=greedy", "--app",
       "iterations:n=3", "--speed", "uniform:1..3", "--memory", "100000", "--until",
       "cycles:200000"},
  };
  for (const auto& arguments : runs) {
    INFO(fmt::format("{}", fmt::join(arguments, " ")));
    const auto result = result_of(arguments);
    CHECK(schema_objection(result).empty());
    CHECK(undocumented(result).empty());
  }
}

TEST_CASE("results of the examples hold to the schema, and each of their keys has its line",
          "[schema]") {
  const auto examples = std::filesystem::path(ISOBAR_SOURCE_DIR) / "sim/examples";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(examples)) {
    if (entry.path().extension() != ".toml") continue;
    INFO(entry.path());
    const auto result = result_of({entry.path().string()});
    CHECK(schema_objection(result).empty());
    CHECK(undocumented(result).empty());
    ++count;
  }
  CHECK(count > 5);
  CHECK(undocumented(Json{{"cycles", {{"new", 1}}}}) == "cycles.new");
}

TEST_CASE("the schema refuses what is no result", "[schema]") {
  const auto result = result_of({"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "spike:3"});
  CHECK(schema_objection(result).empty());
  const auto refuses = [&](const std::string& at, const Json& value) {
    auto other = result;
    other[Json::json_pointer(at)] = value;
    INFO(at);
    CHECK_FALSE(schema_objection(other).empty());
  };
  refuses("/schema", "isobar.run/2");
  refuses("/ended", "tired");
  refuses("/pes", "4");
  refuses("/cycles/run", 1.5);
  refuses("/cycles/new", 1);
  refuses("/links/0/words", nullptr);
  refuses("/load", nullptr);
  auto other = result;
  other.erase("balanced");
  CHECK_FALSE(schema_objection(other).empty());
}

TEST_CASE("deprecated keys have the values of those that took their place", "[schema]") {
  const auto result = result_of({"--fabric", "ring:5", "--scheme", "hetero-diffusion:alpha=0.5",
                                 "--app", "iterations:n=3", "--until", "cycles:200000"});
  const auto schema = result_schema()["properties"];
  CHECK(schema["routed"]["deprecated"] == true);
  CHECK(schema["application"]["properties"]["figures"]["deprecated"] == true);
  CHECK_FALSE(schema["end_to_end"].contains("deprecated"));
  const auto& now = result["end_to_end"];
  const auto& then = result["routed"];
  for (const char* name :
       {"transfers", "tasks", "max_sent", "max_received", "max_waiting", "age"}) {
    CHECK(now[name] == then[name]);
  }
  CHECK(then["words"].contains("max ratio"));
  CHECK(now["words_by_kind"]["max_ratio"] == then["words"]["max ratio"]);
  std::int64_t sum = 0;
  for (const auto& [name, count] : then["words"].items()) {
    sum += count.get<std::int64_t>();
    CHECK(now["words_by_kind"].size() == then["words"].size());
  }
  CHECK(now["words"] == sum);
}
