// SPDX-License-Identifier: Apache-2.0
// What a campaign is asked, by the program: exports, questions in SQL, the report.
#include <SQLiteCpp/SQLiteCpp.h>

#include <nlohmann/json.hpp>
#include <sstream>

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
repeats = 2
objectives = ["min seconds", "min word_cycles"]
[base]
max_steps = 300
[[axis]]
key = "fabric"
values = ["ring:8", "torus:4x4", "hypercube:4", "hhc:2", "cube:3"]
[[axis]]
key = "scheme"
values = ["lm-c5", "nna", "de"]
[[axis]]
key = "load"
values = ["uniform:0..20", "spike:5"]
)";

/// A campaign of 60 points, of which 12 fail and 4 end without their goal.
void make(const Scratch& scratch, const std::string& folder, const std::string& workers = "2") {
  scratch.write("plan.toml", plan);
  const auto ran =
      run_program({"explore", "plan.toml", "-o", folder, "-j", workers}, scratch.path());
  REQUIRE(ran.status == 1);
  REQUIRE(contains(ran.out, "60 points: 44 done, 4 without their goal, 12 failed"));
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace

TEST_CASE("exports of equal campaigns are equal to the byte") {
  const Scratch scratch;
  make(scratch, "one", "1");
  make(scratch, "two", "2");
  for (const char* folder : {"one", "two"}) {
    const auto ran =
        run_program({"explore", "export", folder, "--csv", std::string(folder) + ".csv", "--jsonl",
                     std::string(folder) + ".jsonl"},
                    scratch.path());
    REQUIRE(ran.err.empty());
    REQUIRE(ran.status == 0);
  }
  CHECK(scratch.read("one.csv") == scratch.read("two.csv"));
  CHECK(scratch.read("one.jsonl") == scratch.read("two.jsonl"));

  const auto csv = lines(scratch.read("one.csv"));
  REQUIRE(csv.size() == 61);
  CHECK(csv[0].rfind("point,state,error,", 0) == 0);
  CHECK_FALSE(contains(csv[0], "host"));
  CHECK(csv[1].rfind("1,done,,", 0) == 0);
  CHECK(csv[60].rfind("60,failed,", 0) == 0);

  const auto json = lines(scratch.read("one.jsonl"));
  REQUIRE(json.size() == 60);
  SQLite::Database database((scratch.path() / "one" / "campaign.db").string());
  SQLite::Statement rows(database, "SELECT point, seconds, steps, scheme FROM results ORDER BY 1");
  for (const auto& line : json) {
    REQUIRE(rows.executeStep());
    const auto point = nlohmann::json::parse(line);
    CHECK(point["point"] == rows.getColumn(0).getInt64());
    CHECK(point["scheme"] == rows.getColumn(3).getString());
    if (point["state"] == "failed") {
      CHECK(point["seconds"].is_null());
      continue;
    }
    CHECK(point["state"] == (point["reached"] == 1 ? "done" : "unreached"));
    CHECK(point["seconds"].get<double>() == rows.getColumn(1).getDouble());  // all digits
    CHECK(point["steps"].get<std::int64_t>() == rows.getColumn(2).getInt64());
  }
}

TEST_CASE("a question is answered as a table, as CSV and as JSON") {
  const Scratch scratch;
  make(scratch, "c");
  const std::string sql =
      "SELECT fabric, count(*) AS n, min(error) AS why, 'a \"b\", c' AS odd, NULL AS none "
      "FROM results WHERE load = 'spike:5' AND scheme = 'nna' GROUP BY fabric ORDER BY n, fabric";
  const auto ask = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"explore", "query", "c", sql};
    words.insert(words.end(), more.begin(), more.end());
    const auto ran = run_program(words, scratch.path());
    CHECK(ran.err.empty());
    CHECK(ran.status == 0);
    return ran.out;
  };
  const auto table = lines(ask({}));
  REQUIRE(table.size() == 7);
  CHECK(contains(table[0], "fabric"));
  CHECK(table[1].find_first_not_of("- ") == std::string::npos);
  CHECK(contains(table[3], "hhc:2"));
  CHECK(table[3].find("2 ", 8) == table[0].find('n', 8));  // numbers stand under their name
  CHECK(contains(ask({"--csv"}), "\nhhc:2,2,,\"a \"\"b\"\", c\",\n"));
  const auto json = nlohmann::json::parse(ask({"--json"}));
  REQUIRE(json.size() == 5);
  CHECK(json[1]["fabric"] == "hhc:2");
  CHECK(json[1]["n"] == 2);
  CHECK(json[1]["none"].is_null());
  CHECK(json[0]["why"].is_string());
}

TEST_CASE("nothing but questions, one at a time", "[volume]") {
  const Scratch scratch;
  make(scratch, "c");
  const auto before = scratch.read("c/campaign.db");
  const auto refused = [&](const std::string& sql) {
    const auto ran = run_program({"explore", "query", "c", sql}, scratch.path());
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(lines(ran.err).size() == 1);
    return ran.err;
  };
  CHECK(contains(refused("DROP TABLE points"), "only questions are answered: SELECT ..."));
  CHECK(contains(refused("UPDATE points SET state = 'done'"), "only questions are answered"));
  CHECK(contains(refused("ATTACH 'x.db' AS x"), "only questions are answered"));
  CHECK(contains(refused("VACUUM INTO 'x.db'"), "only questions are answered"));
  CHECK(contains(refused("PRAGMA journal_mode = DELETE"), "only questions are answered"));
  CHECK(
      contains(refused("SELECT 1; SELECT 2"), "one statement at a time; this follows:  SELECT 2"));
  CHECK(contains(refused("SELECT speed FROM results"), "no such column: speed"));
  CHECK(contains(refused("SELEKT"), "syntax error"));
  CHECK(contains(refused(" -- nothing"), "an SQL statement is needed"));
  CHECK(scratch.read("c/campaign.db") == before);
  CHECK(run_program({"explore", "query", "c", "SELECT 1 ; "}, scratch.path()).status == 0);
}

TEST_CASE("what is no campaign is refused in one line") {
  const Scratch scratch;
  scratch.write("empty/x", "");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"query", "empty", "SELECT 1"},
        {"report", "empty"},
        {"export", "empty", "--csv", "-"}}) {
    std::vector<std::string> all = {"explore"};
    all.insert(all.end(), words.begin(), words.end());
    const auto ran = run_program(all, scratch.path());
    CHECK(ran.status == 2);
    CHECK(contains(ran.err, "there is no campaign"));
    CHECK(lines(ran.err).size() == 1);
  }
  CHECK(scratch.names() == std::vector<std::string>{"empty"});
}

TEST_CASE("a report is one page, with pages of the front's runs beside it") {
  const Scratch scratch;
  make(scratch, "c");
  const auto ran = run_program({"explore", "report", "c", "-o", "page.html", "--run-pages", "3"},
                               scratch.path());
  CHECK(ran.err.empty());
  REQUIRE(ran.status == 0);
  const auto page = scratch.read("page.html");
  const std::string mark = "id=\"isobar-data\">";
  const auto begin = page.find(mark) + mark.size();
  const auto data =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  CHECK(data["schema"] == "isobar.campaign-page/1");
  CHECK(data["name"] == "c");
  CHECK(data["counts"] ==
        nlohmann::json{
            {"points", 60}, {"done", 44}, {"failed", 12}, {"waiting", 0}, {"unreached", 4}});
  const auto first = data["findings"][0]["text"].get<std::string>();
  CHECK(contains(first, "12 failed, among them all settings with fabric family cube"));
  REQUIRE(!data["run_pages"].empty());
  CHECK(data["run_pages"].size() <= 3);
  for (const auto& [point, file] : data["run_pages"].items()) {
    CHECK(file == "page.runs/point-" + point + ".html");
    CHECK(contains(scratch.read(file), "isobar.page/1"));
  }
  // Nothing of the machine, and the same page once more.
  const auto again = run_program({"explore", "report", "c", "-o", "again.html", "--run-pages", "0"},
                                 scratch.path());
  REQUIRE(again.status == 0);
  CHECK_FALSE(contains(page, scratch.path().string()));
  CHECK_FALSE(contains(scratch.read("again.html"), "again.runs"));
}

TEST_CASE("a campaign may vary the level, of which provenance has a column too") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nfabric = \"ring:8\"\nload = \"spike:5\"\nscheme = \"lm-c5\"\n"
                "[[axis]]\nkey = \"level\"\nvalues = [\"steps\", \"cycles\"]\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"explore", "plan.toml", "-o", "c"},
        {"explore", "status", "c"},
        {"explore", "export", "c", "--csv", "c.csv"},
        {"explore", "report", "c", "-o", "c.html"},
        {"explore", "plan.toml", "-o", "c", "--dry-run"}}) {
    const auto ran = run_program(words, scratch.path());
    INFO(words[1] << ran.err);
    CHECK(ran.status == 0);
  }
}

TEST_CASE("a report that cannot be written is refused before the work") {
  const Scratch scratch;
  make(scratch, "c");
  const auto ran = run_program({"explore", "report", "c", "-o", "no/where.html"}, scratch.path());
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "--output no/where.html: "));
  const auto none = run_program({"explore", "export", "c"}, scratch.path());
  CHECK(none.status == 2);
  CHECK(contains(none.err, "--csv FILE or --jsonl FILE is needed"));
}

TEST_CASE("a campaign whose view shows other points than its plan has is refused") {
  const Scratch scratch;
  scratch.write("plan.toml",
                "[base]\nscheme = \"lm-c5\"\nload = \"spike:3\"\n"
                "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:3\", \"ring:4\"]\n");
  REQUIRE(run_program({"explore", "plan.toml", "-o", "one"}, scratch.path()).status == 0);
  const auto file = scratch.path() / "one" / "campaign.db";
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
      .exec(
          "UPDATE points SET in_plan = 0 WHERE point = 2;"
          "DROP VIEW results; CREATE VIEW results AS SELECT point, state, error FROM points");
  const auto ran = run_program({"explore", "report", "one"}, scratch.path());
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "its view `results` does not have the plan's points"));
}
