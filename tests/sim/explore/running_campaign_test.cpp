// SPDX-License-Identifier: Apache-2.0
// Applications and message-driven schemes as axes of a campaign, and what they measure.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using namespace isobar::test;

namespace {

const char* const plan = R"(
objectives = ["max efficiency", "min tasks_moved"]

[base]
fabric = "torus:4x4"

[[axis]]
key = "scheme"
values = ["lm-c5", "steal", "none"]

[[axis]]
key = "app"
values = ["uts:r=1", "loops:g=5,loop=1"]

[[axis]]
key = "balancer"
values = ["hardware", {value = "software", when = {scheme = "steal"}}]
)";

const char* const question =
    "SELECT scheme, app, balancer, level, tasks_created, tasks_executed, efficiency, speedup, "
    "work_share + balance_share + wait_share + idle_share AS shares, shifts, end_to_end_words "
    "FROM results JOIN provenance USING (point) ORDER BY point";

}  // namespace

TEST_CASE("a campaign's points run applications, each at the level for its scheme", "[volume]") {
  const Scratch folder;
  folder.write("plan.toml", plan);
  const auto ran = run_program({"explore", "plan.toml", "-o", "c"}, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto query = run_program({"explore", "query", "c", question, "--json"}, folder.path());
  INFO(query.err);
  REQUIRE(query.status == 0);
  const auto rows = nlohmann::json::parse(query.out);
  REQUIRE(rows.size() == 8);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    const bool routed = row["scheme"] == "steal";
    CHECK(row["level"] == (routed ? "cycles" : "steps"));
    CHECK(row["tasks_created"] == row["tasks_executed"]);
    CHECK(row["shares"].get<double>() == Approx(1));
    CHECK(row["efficiency"] > 0);
    CHECK(row["shifts"].is_null() == routed);
    CHECK(row["end_to_end_words"].is_null() == !routed);
    if (row["scheme"] == "none") CHECK(row["speedup"].get<double>() == Approx(1));
  }
  const auto report =
      run_program({"explore", "report", "c", "-o", "page.html", "--run-pages", "2"}, folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(report.err.empty());
}

TEST_CASE("a campaign's points balance a set of LBDatafiles between its iterations") {
  const Scratch folder;
  const auto plan =
      std::filesystem::path(ISOBAR_SOURCE_DIR) / "sim/examples/explore/lbdatafile.toml";
  const auto ran = run_program({"explore", plan.string(), "-o", "c"}, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto query =
      run_program({"explore", "query", "c", "SELECT * FROM results", "--json"}, folder.path());
  INFO(query.err);
  REQUIRE(query.status == 0);
  const auto rows = nlohmann::json::parse(query.out);
  REQUIRE(rows.size() == 12);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    CHECK(row["iterations"] == 20);
    CHECK(row["imbalance_initial"].get<double>() == Approx(41.0 / 73));  // 14.25 ms, mean 9.125
    CHECK(row["imbalance"] < 0.1);
    CHECK(row["utilization_max"].get<double>() ==
          Approx(9125 * (1 + row["imbalance"].get<double>())));
    CHECK(row["iteration_seconds_last"] < row["iteration_seconds_first"]);
    CHECK(row["bytes_moved"] >= 2048 * row["end_to_end_tasks"].get<int>());
    CHECK(row["off_pe_bytes_first"] == 3 * 6 * 2 * 192);  // between four rows of six
    CHECK(row["off_pe_bytes_last"] > 0);
    CHECK(row["off_pe_bytes"] >= 19 * row["off_pe_bytes_first"].get<int>());
  }
}
