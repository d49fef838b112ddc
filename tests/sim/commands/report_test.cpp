// SPDX-License-Identifier: Apache-2.0
// isobar report: the page appears whole or not at all.
#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"

using isobar::test::run_program;
using isobar::test::RunningProgram;
using isobar::test::Scratch;

namespace {

/// `isobar report run.db` in a folder, held up in the middle: it waits for the run's file.
class HeldReport {
 public:
  explicit HeldReport(const Scratch& folder)
      : database_((folder.path() / "run.db").string(), SQLite::OPEN_READWRITE) {
    database_.exec("BEGIN EXCLUSIVE");
    report_ = std::make_unique<RunningProgram>(
        std::vector<std::string>{"report", "run.db", "-o", "page.html"}, folder.path());
    // Something unfinished lies there meanwhile, or there is nothing to test.
    for (int i = 0; i < 400 && folder.names().size() < 2; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    REQUIRE(folder.names().size() == 2);
  }

  RunningProgram& report() { return *report_; }
  void let_go() { database_.exec("ROLLBACK"); }

 private:
  SQLite::Database database_;
  std::unique_ptr<RunningProgram> report_;
};

}  // namespace

TEST_CASE("Ctrl-C leaves no page and no part of one", "[sim][report]") {
  const Scratch folder;
  REQUIRE(run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2",
                       "--save", "run.db"},
                      folder.path())
              .status == 0);
  SECTION("once: it ends at the next occasion") {
    HeldReport held(folder);
    held.report().send(SIGINT);
    held.let_go();
    const auto ran = held.report().wait();
    CHECK(ran.status == 130);
    CHECK(ran.err == "isobar: interrupted; no page was written\n");
    CHECK(folder.names() == std::vector<std::string>{"run.db"});
  }
  SECTION("twice: at once") {
    HeldReport held(folder);
    held.report().send(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the same signal does not add up
    held.report().send(SIGINT);
    CHECK(held.report().wait().status == -1);
    held.let_go();
    CHECK(folder.names() == std::vector<std::string>{"run.db"});
  }
  SECTION("not at all") {
    HeldReport held(folder);
    held.let_go();
    CHECK(held.report().wait().status == 0);
    CHECK(folder.names() == std::vector<std::string>{"page.html", "run.db"});
  }
}
