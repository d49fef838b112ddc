// SPDX-License-Identifier: Apache-2.0
// Data that are stored otherwise where they come from are converted, a time a byte.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/program.h"

using namespace isobar;
using test::run_program;
using test::Scratch;
using Json = nlohmann::json;

namespace {

/// A run on a ring of PEs with these formats, all of one speed.
Json run(const std::vector<std::string>& formats, const std::string& scheme,
         const std::string& application, const std::string& speed = "1") {
  const Scratch folder;
  std::string table = "speed,format\n";
  for (const auto& format : formats) table += speed + "," + format + "\n";
  folder.write("machines.csv", table);
  const auto ran = run_program(
      {"run", "--fabric", fmt::format("ring:{}", formats.size()), "--scheme", scheme, "--app",
       application, "--machines", "machines.csv", "--until", "finished", "--json", "-"},
      folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

std::int64_t end_of(const Json& result, std::size_t iteration) {
  return result["application"]["iterations"][iteration]["end"];
}

}  // namespace

TEST_CASE("each iteration is longer by the conversion of what came in the one before") {
  // Two tasks, one a PE, send each other 64 bytes an iteration.
  const auto* app = "iterations:n=4,tasks=1,work_min=1000,work_max=1000,ties=ring";
  const auto none = "hetero-gde:eff_min=0";
  const auto converts = "hetero-gde:eff_min=0,convert=3";
  for (const auto& [speed, cycles] : {std::pair("1", 64 * 3), std::pair("5", 39)}) {
    const auto alike = run({"little", "little"}, converts, app, speed);
    const auto free = run({"little", "big"}, none, app, speed);
    const auto paid = run({"little", "big"}, converts, app, speed);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(end_of(alike, i) == end_of(free, i));
      CHECK(end_of(paid, i) == end_of(free, i) + static_cast<std::int64_t>(i) * cycles);
    }
    CHECK(alike["scheme"]["converted"] == 0);
    CHECK(free["scheme"]["converted"] == 0);
    CHECK(paid["scheme"]["converted"] == 2 * 3 * 64);  // what comes in the last one is not needed
    CHECK(paid["machines"]["formats"] == Json({"little", "big"}));
  }
}

TEST_CASE("tasks that move are converted where formats differ, and only there") {
  const auto* app = "iterations:n=6,tasks=8,start=first,bytes=100";
  const auto result = run({"a", "b", "c", "d"}, "hetero-hbm:convert=2", app);
  CHECK(result["scheme"]["bytes_moved"] > 0);
  CHECK(result["scheme"]["converted"] == result["scheme"]["bytes_moved"]);
  CHECK(run({"a", "a", "a", "a"}, "hetero-hbm:convert=2", app)["scheme"]["converted"] == 0);
}

TEST_CASE("a table of machines in TOML says formats too") {
  const Scratch folder;
  folder.write("m.toml", "[[machine]]\nspeed = 1\nformat = \"a\"\n[[machine]]\nspeed = 2\n");
  const auto ran = run_program({"run", "--fabric", "ring:2", "--scheme", "lm-c5", "--load",
                                "spike:1", "--machines", "m.toml", "--json", "-"},
                               folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  CHECK(Json::parse(ran.out)["machines"]["formats"] == Json({"a", ""}));
}
