// SPDX-License-Identifier: Apache-2.0
// Applications and message-driven schemes as axes of a campaign, and what they measure.
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
    "work_share + balance_share + wait_share + idle_share AS shares, shifts, words_routed "
    "FROM results JOIN provenance USING (point) ORDER BY point";

}  // namespace

TEST_CASE("a campaign's points run applications, each at the level for its scheme") {
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
    CHECK(row["words_routed"].is_null() == !routed);
    if (row["scheme"] == "none") CHECK(row["speedup"].get<double>() == Approx(1));
  }
  const auto report =
      run_program({"explore", "report", "c", "-o", "page.html", "--run-pages", "2"}, folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(report.err.empty());
}
