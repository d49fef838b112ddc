// SPDX-License-Identifier: Apache-2.0
// What the release before has saved and planned still works: tests/data/release-before was written
// by it.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sim/explore/plan.h"
#include "sim/page/saved_run.h"
#include "sim/result/metrics.h"
#include "tests/catch.h"
#include "tests/support/program.h"

using namespace isobar;
using test::run_program;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

const fs::path data = ISOBAR_SOURCE_DIR "/tests/data/release-before";

std::string answer(const Scratch& folder, const std::string& sql) {
  const auto ran = run_program({"explore", "query", "campaign", sql, "--csv"}, folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  return ran.out;
}

/// The rest of it after its first line.
std::string rows(const std::string& csv) { return csv.substr(csv.find('\n') + 1); }

struct OldCampaign {
  Scratch folder;

  OldCampaign() { fs::copy(data, folder.path(), fs::copy_options::recursive); }
};

}  // namespace

TEST_CASE("runs that the release before saved are shown", "[compatible]") {
  const Scratch folder;
  for (const char* name : {"steps.db", "messages.db"}) {
    const auto page = (folder / "page.html").string();
    const auto ran = run_program({"report", (data / name).string(), "-o", page});
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(test::contents(page).find("isobar.page/1") != std::string::npos);
  }
  // What the page finds by the deprecated path.
  const auto run = saved_run((data / "messages.db").string());
  CHECK(run["result"]["routed"]["tasks"] == 12);
  CHECK_FALSE(run["result"].contains("end_to_end"));
  // It did not say when links were busy.
  CHECK_FALSE(run["frames"].contains("busy_ports"));
}

TEST_CASE("a campaign of the release before is queried by both names, read only", "[compatible]") {
  const OldCampaign old;
  const auto then = answer(old.folder,
                           "SELECT point, performance, words_routed, tasks_routed "
                           "FROM results ORDER BY 1");
  const auto now = answer(old.folder,
                          "SELECT point, normalized_performance, end_to_end_words, "
                          "end_to_end_tasks FROM results ORDER BY 1");
  CHECK(rows(then) == rows(now));
  CHECK(rows(then).find("0.15") != std::string::npos);
  const auto exported =
      run_program({"explore", "export", "campaign", "--csv", "-"}, old.folder.path());
  CHECK(exported.status == 0);
  CHECK(exported.out.find("normalized_performance") != std::string::npos);
  const auto status = run_program({"explore", "status", "campaign"}, old.folder.path());
  CHECK(status.out.find("8 done") != std::string::npos);
  const auto report =
      run_program({"explore", "report", "campaign", "-o", "page.html"}, old.folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
  CHECK(old.folder.read("page.html").find("\"metric\":\"normalized_performance\"") !=
        std::string::npos);
}

TEST_CASE("a campaign of the release before goes on, with the names of now", "[compatible]") {
  const OldCampaign old;
  const std::string query = "SELECT point, performance, tasks_routed, age FROM results ORDER BY 1";
  const auto before = answer(old.folder, query);
  auto plan = old.folder.read("plan.toml");
  const std::string latencies = "[1, 8]";
  plan.replace(plan.find(latencies), latencies.size(), "[1, 8, 3]");
  old.folder.write("plan.toml", plan);
  const auto ran =
      run_program({"explore", "plan.toml", "-o", "campaign", "-j", "1"}, old.folder.path());
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.err.find("the metric performance is called normalized_performance now") !=
        std::string::npos);
  CHECK(ran.out.find("12 points: 12 done") != std::string::npos);
  // The points of then are not run again, and all have their values by both names.
  const auto after = answer(old.folder, query);
  CHECK(after.rfind(before, 0) == 0);
  CHECK(rows(after) == rows(answer(old.folder,
                                   "SELECT point, normalized_performance, end_to_end_tasks, age "
                                   "FROM results ORDER BY 1")));
  CHECK(rows(answer(old.folder,
                    "SELECT count(*) FROM pragma_table_info('metrics') WHERE name = "
                    "'performance'")) == "0\n");
}

TEST_CASE("deprecated names of metrics are known, with a note", "[compatible]") {
  CHECK(metric("performance").name == "normalized_performance");
  CHECK(metric("words_routed").name == "end_to_end_words");
  CHECK(metric("tasks_routed").name == "end_to_end_tasks");
  const auto plan = read_plan(data / "plan.toml");
  REQUIRE(plan.objectives.size() == 3);
  CHECK(plan.objectives[0].metric == "normalized_performance");
  CHECK_FALSE(plan.objectives[0].minimise);
  CHECK(plan.objectives[1].metric == "end_to_end_tasks");
  CHECK(plan.notes.size() == 2);
}
