// SPDX-License-Identifier: Apache-2.0
// The algorithm of Lüling and Monien through the program, on an ideal network and on a fabric.
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "sim/page/saved_run.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

using namespace isobar;
using namespace isobar::test;

namespace {

nlohmann::json result_of(const Scratch& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "--fabric", "torus:4x4", "--app", "phases:steps=80,step=200",
                               "--until", "steps:80", "--json", "-", "--scheme"});
  const auto ran = run_program(words, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return nlohmann::json::parse(ran.out);
}

std::int64_t tasks_left(const nlohmann::json& result) {
  const auto loads = result["load"]["final"]["values"].get<std::vector<std::int64_t>>();
  return std::accumulate(loads.begin(), loads.end(), std::int64_t{0});
}

}  // namespace

TEST_CASE("an ideal network has neither links nor hardware, and loses nothing") {
  const Scratch folder;
  const auto result =
      result_of(folder, {"lueling-monien:network=ideal,delta=2", "--save", "ideal.db"});
  CHECK(result["level"] == "steps");
  CHECK(result["steps"]["run"] == 80);
  CHECK(result["cycles"]["run"] == 80 * 200);
  CHECK(result["shifts"]["run"].is_null());
  CHECK(result["costs"].is_null());
  CHECK(result["scheme"]["balancings"] > 0);
  const auto& application = result["application"];
  CHECK(application["created"] == application["executed"].get<std::int64_t>() + tasks_left(result));
  const auto page = saved_run((folder.path() / "ideal.db").string());
  CHECK(page["frames"]["to"].back() == 80 * 200);
}

TEST_CASE("on a fabric the same algorithm is paid for, and is seen in every output") {
  const Scratch folder;
  const auto run = [&] {
    return run_program(
        {"run", "--fabric", "torus:4x4", "--app", "phases:steps=40", "--scheme",
         "lueling-monien:delta=2", "--until", "finished", "--json", "r.json", "--wave", "r.vcd",
         "--trace", "r.trace.json", "--picture", "r.svg", "--save", "r.db"},
        folder.path());
  };
  REQUIRE(run().status == 0);
  const auto result = nlohmann::json::parse(folder.read("r.json"));
  CHECK(result["level"] == "cycles");
  CHECK(result["application"]["created"] == result["application"]["executed"]);
  CHECK(result["scheme"]["joins"] > 0);
  CHECK(result["costs"]["energy_pj"] > 0);
  for (const char* kind : {"join", "joined", "share", "order"}) {
    CAPTURE(kind);
    CHECK(result["end_to_end"]["words_by_kind"][kind] > 0);
  }
  for (const char* file : {"r.vcd", "r.trace.json", "r.svg"}) CHECK(!folder.read(file).empty());
  const auto waves = folder.read("r.vcd");
  REQUIRE(run().status == 0);
  CHECK(folder.read("r.vcd") == waves);
}

TEST_CASE("both networks are points of one campaign, with what the algorithm counts") {
  const Scratch folder;
  folder.write("plan.toml", R"(
[base]
fabric = "torus:4x4"
app = "phases:steps=50,step=200"

[[axis]]
key = "scheme"
values = ["lueling-monien", "lueling-monien:network=ideal"]
)");
  const auto ran = run_program({"explore", "plan.toml", "-o", "c"}, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto query = run_program(
      {"explore", "query", "c",
       R"(SELECT level, total_borrow, balancings, joins, end_to_end_words, energy_pj, tasks_created
          FROM results JOIN provenance USING (point) ORDER BY point)",
       "--json"},
      folder.path());
  INFO(query.err);
  REQUIRE(query.status == 0);
  const auto rows = nlohmann::json::parse(query.out);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["tasks_created"] == rows[1]["tasks_created"]);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    const bool ideal = row["level"] == "steps";
    CHECK(row["balancings"] > 0);
    CHECK(row["total_borrow"] > 0);
    for (const char* paid : {"joins", "end_to_end_words", "energy_pj"}) {
      CHECK(row[paid].is_null() == ideal);
    }
  }
}
