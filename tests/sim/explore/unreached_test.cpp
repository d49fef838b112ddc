// SPDX-License-Identifier: Apache-2.0
// Points that end at a limit without their goal are marked, counted, and in no comparison.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/explore/shard.h"
#include "sim/explore/slurm_batch.h"
#include "sim/explore/slurm_status.h"
#include "tests/catch.h"
#include "tests/sim/explore/campaign_contents.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::campaign_number;
using test::contains;
using test::Ran;
using test::run_program;
using test::Scratch;

namespace {

/// DE does not balance a spike on the torus, and Liquid C5 does.
const std::string plan =
    "objectives = [\"min seconds\", \"min energy_pj\"]\n"
    "[base]\nmax_steps = 2000\nload = \"spike:50\"\nfabric = \"torus:8x8\"\n"
    "[[axis]]\nkey = \"scheme\"\nvalues = [\"de\", \"lm-c5\"]\n"
    "[[axis]]\nkey = \"task_bits\"\nvalues = [32, 64, 128]\n";

struct Made {
  Scratch scratch;
  Ran ran;

  explicit Made(const std::string& text = plan) {
    scratch.write("plan.toml", text);
    ran = call({"plan.toml", "-o", "c"});
  }

  Ran call(std::vector<std::string> words) const {
    words.insert(words.begin(), "explore");
    return run_program(words, scratch.path());
  }
  Ran query(const std::string& sql) const { return call({"query", "c", sql, "--csv"}); }
  std::int64_t number(const std::string& sql) const {
    return campaign_number(scratch.path() / "c", sql);
  }
};

nlohmann::json page_data(const std::string& page) {
  const std::string mark = "id=\"isobar-data\">";
  const auto begin = page.find(mark) + mark.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

}  // namespace

TEST_CASE("status and progress count the points without their goal and name their schemes") {
  const Made made;
  CHECK(made.ran.status == 0);  // a limit is a result; `isobar explore` has nothing left to do
  CHECK(contains(made.ran.err, "6 of 6 points, 3 without their goal"));
  for (const auto& text : {made.ran.out, made.call({"status", "c"}).out}) {
    CHECK(contains(text, "6 points: 3 done, 3 without their goal, 0 failed, 0 waiting"));
    CHECK(contains(text, "without its goal: de on torus:8x8 (3 points, the first is 1)"));
    CHECK_FALSE(contains(text, "lm-c5"));
  }
}

TEST_CASE("a campaign in which all points reach their goal says nothing of limits") {
  const Made made(
      "[base]\nload = \"spike:5\"\nscheme = \"lm-c5\"\n"
      "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\", \"torus:4x4\"]\n");
  CHECK(contains(made.ran.out, "2 points: 2 done, 0 failed, 0 waiting"));
  CHECK_FALSE(contains(made.ran.out + made.ran.err, "goal"));
}

TEST_CASE("exports and questions mark the points without their goal") {
  const Made made;
  const auto csv = made.call({"export", "c", "--csv", "-"}).out;
  CHECK(contains(csv, "\n1,unreached,,"));
  CHECK(contains(csv, "\n4,done,,"));
  const auto json = made.call({"export", "c", "--jsonl", "-"}).out;
  CHECK(nlohmann::json::parse(json.substr(0, json.find('\n')))["state"] == "unreached");
  // The same for pandas, R and DuckDB.
  CHECK(made.number("SELECT count(*) FROM results WHERE state = 'unreached'") == 3);
  CHECK(made.number("SELECT count(*) FROM results WHERE state = 'unreached' AND reached = 0") == 3);
}

TEST_CASE("a mean over points without their goal comes with their number") {
  const Made made;
  const std::string note = "3 points of the campaign ended without their goal";
  const auto mean = made.query("SELECT scheme, avg(seconds) FROM results GROUP BY scheme");
  CHECK(mean.status == 0);
  CHECK(contains(mean.err, note));
  CHECK(contains(mean.err, "WHERE state = 'done' leaves it out"));
  const auto named = "WITH r AS (SELECT scheme, seconds AS s FROM results) SELECT avg(s) FROM r";
  CHECK(contains(made.query(named).err, note));
  const auto without =
      made.query("SELECT scheme, avg(seconds) FROM results WHERE state = 'done' GROUP BY scheme");
  CHECK(without.err.empty());
  CHECK_FALSE(contains(without.out, "de,"));
  for (const char* sql : {"SELECT * FROM results", "SELECT seconds, reached FROM results",
                          "SELECT count(*), min(scheme) FROM results", "SELECT 1"}) {
    CAPTURE(sql);
    CHECK(made.query(sql).err.empty());
  }
}

TEST_CASE("a page marks the points without their goal and compares the others") {
  const Made made;
  REQUIRE(made.call({"report", "c", "-o", "page.html", "--run-pages", "0"}).status == 0);
  const auto data = page_data(made.scratch.read("page.html"));
  CHECK(
      data["counts"] ==
      nlohmann::json{{"points", 6}, {"done", 3}, {"failed", 0}, {"waiting", 0}, {"unreached", 3}});
  std::string text;
  for (const auto& finding : data["findings"]) {
    text += finding["text"].get<std::string>() + " " + finding["basis"].get<std::string>() + "\n";
  }
  INFO(text);
  CHECK(contains(text, "3 points did not reach the goal, among them all settings with scheme DE."));
  CHECK(contains(text, "; 3 settings failed or did not reach their goal, and are not in it"));
  CHECK_FALSE(contains(text, "candidate"));  // one alone is compared with none
  CHECK_FALSE(contains(text, "that DE "));
}

TEST_CASE("a campaign from before is read with its unreached points marked") {
  Made made;
  {
    // As releases before this one made the view.
    SQLite::Database database((made.scratch.path() / "c" / "campaign.db").string(),
                              SQLite::OPEN_READWRITE);
    database.exec(
        "DROP VIEW results; CREATE VIEW results AS SELECT points.point, points.state, "
        "points.error, scheme, fabric, reached, seconds FROM points LEFT JOIN configurations USING "
        "(point) LEFT JOIN metrics USING (point) WHERE points.in_plan = 1");
  }
  CHECK(made.number("SELECT count(*) FROM results WHERE state = 'done'") == 6);
  CHECK(
      contains(made.query("SELECT count(*) FROM results WHERE state = 'unreached'").out, "\n3\n"));
  CHECK(contains(made.call({"status", "c"}).out, "3 done, 3 without their goal"));
  CHECK(contains(made.call({"export", "c", "--csv", "-"}).out, "\n1,unreached,,"));
  // The next run leaves the results and makes the view anew.
  const auto again = made.call({"plan.toml", "-o", "c"});
  CHECK(again.status == 0);
  CHECK(contains(again.out, "3 done, 3 without their goal"));
  CHECK(made.number("SELECT count(*) FROM provenance") == 6);
  CHECK(made.number("SELECT count(*) FROM results WHERE state = 'unreached'") == 3);
}

TEST_CASE("a search takes a point without its goal for infeasible, and says how many there were") {
  const Made made(
      "objectives = [\"min seconds\", \"min energy_pj\"]\n"
      "[base]\nmax_steps = 300\nload = \"spike:50\"\n"
      "[[axis]]\nkey = \"fabric\"\nvalues = [\"torus:8x8\", \"ring:8\", \"hypercube:3\"]\n"
      "[[axis]]\nkey = \"scheme\"\nvalues = [\"de\", \"lm-c5\", \"nna\"]\n"
      "[design]\nkind = \"search\"\npoints = 9\n");
  CHECK(made.ran.status == 0);
  const auto lost = made.number("SELECT count(*) FROM metrics WHERE reached = 0");
  CHECK(lost > 0);
  CHECK(contains(made.ran.out, fmt::format("{} done, {} without their goal", 9 - lost, lost)));
}

TEST_CASE("the shards of a task say how many of its points ended without their goal") {
  const Scratch scratch;
  const SlurmBatch::Tasks tasks = {
      {{1, {{"fabric", "torus:8x8"}, {"scheme", "de"}, {"load", "spike:50"}, {"max_steps", "200"}}},
       {2, {{"fabric", "ring:8"}, {"scheme", "lm-c5"}, {"load", "spike:5"}}},
       {3, {{"fabric", "ring:0"}, {"scheme", "lm-c5"}}}}};
  const auto batch = SlurmBatch::make(scratch / "c", tasks, 0);
  REQUIRE(run_program({"explore", "worker", batch.folder().string(), "0"}, scratch.path()).status ==
          0);
  CHECK(contains(slurm_status(scratch / "c"), "3 of 3 points run, 1 without its goal, 1 failed; "));
}
