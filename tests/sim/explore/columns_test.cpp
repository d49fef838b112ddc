// SPDX-License-Identifier: Apache-2.0
// What stands in the columns of a campaign's database, and what they are said to be.
#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

const std::string plan = R"(
[base]
fabric = "ring:4"
load = "spike:3"
max_steps = 60
[[axis]]
key = "scheme"
values = ["lm-c5", "diffusion", "diffusion:alpha=0.25", "diffusion2:beta=1.5"]
)";

nlohmann::json ask(const Scratch& scratch, const std::string& sql) {
  const auto ran = run_program({"explore", "query", "c", sql, "--json"}, scratch.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  return nlohmann::json::parse(ran.out);
}

void make(const Scratch& scratch, const std::string& text) {
  scratch.write("plan.toml", text);
  const auto ran = run_program({"explore", "plan.toml", "-o", "c", "-j", "1"}, scratch.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

}  // namespace

TEST_CASE("parameters that a plan names are columns, with the value that holds") {
  const Scratch scratch;
  make(scratch, plan);
  const auto rows = ask(scratch,
                        "SELECT scheme, scheme_alpha, scheme_beta, typeof(scheme_alpha) AS type "
                        "FROM results ORDER BY point");
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["scheme_alpha"].is_null());
  CHECK(rows[1]["scheme_alpha"] == 0);  // its default
  CHECK(rows[1]["scheme_beta"].is_null());
  CHECK(rows[2]["scheme_alpha"] == 0.25);
  CHECK(rows[2]["type"] == "real");
  CHECK(rows[3]["scheme_alpha"] == 0);
  CHECK(rows[3]["scheme_beta"] == 1.5);
  // Nobody named the other parameters of these schemes.
  CHECK(ask(scratch, "SELECT name FROM columns WHERE name = 'scheme_decision'").empty());
}

TEST_CASE("a parameter that a later plan names has its values at the points of before too") {
  const Scratch scratch;
  make(scratch, plan);
  auto more = plan;
  more.replace(more.rfind(']'), 1, ", \"diffusion:decision=7\"]");
  make(scratch, more);
  const auto rows = ask(scratch, "SELECT scheme_decision FROM results ORDER BY point");
  REQUIRE(rows.size() == 5);
  CHECK(rows[0]["scheme_decision"].is_null());
  CHECK(rows[1]["scheme_decision"] == 0);
  CHECK(rows[4]["scheme_decision"] == 7);
}

TEST_CASE("parameters of applications are columns too, words among them") {
  const Scratch scratch;
  make(scratch, R"(
[base]
fabric = "ring:4"
scheme = "steal"
[[axis]]
key = "app"
values = ["uts:d=3,b=2", "uts:d=4"]
)");
  const auto rows = ask(scratch, "SELECT app_d, app_b FROM results ORDER BY point");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["app_d"] == 3);
  CHECK(rows[1]["app_d"] == 4);
  CHECK(rows[0]["app_b"] == 2);
  CHECK(rows[1]["app_b"].is_number());  // its default
}

TEST_CASE("columns that are empty at all points are not shown, and each that is has its meaning") {
  const Scratch scratch;
  make(scratch, plan);
  const auto points = ask(scratch, "SELECT * FROM results");
  std::set<std::string> shown;
  for (const auto& [name, value] : points[0].items()) {
    shown.insert(name);
    const bool is_outcome = name == "error";
    const bool has_value =
        std::any_of(points.begin(), points.end(),
                    [&name = name](const auto& point) { return !point[name].is_null(); });
    INFO(name);
    CHECK((has_value || is_outcome));
  }
  CHECK(shown.count("efficiency") == 0);  // of applications
  CHECK(shown.count("seconds") == 1);
  // The stored view, which pandas and R read, is the same, and the table says what it has.
  SQLite::Database database((scratch.path() / "c" / "campaign.db").string());
  SQLite::Statement columns(database,
                            "SELECT view.name, columns.unit, columns.meaning FROM "
                            "pragma_table_info('results') AS view LEFT JOIN columns USING (name)");
  std::set<std::string> stored;
  while (columns.executeStep()) {
    const auto name = columns.getColumn(0).getString();
    stored.insert(name);
    INFO(name);
    CHECK_FALSE(columns.getColumn(2).getString().empty());
    if (name == "seconds") CHECK(columns.getColumn(1).getString() == "s");
    if (name == "scheme_alpha") {
      CHECK(contains(columns.getColumn(2).getString(), "diffusion, diffusion2: share of a"));
    }
  }
  CHECK(stored == shown);
}

TEST_CASE("who asks for an empty column is told so") {
  const Scratch scratch;
  make(scratch, plan);
  const auto ran =
      run_program({"explore", "query", "c", "SELECT efficiency FROM results"}, scratch.path());
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "no such column: efficiency; no point has a value of it"));
}
