// SPDX-License-Identifier: Apache-2.0
#include "sim/input/application_file.h"

#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/run_application.h"
#include "tests/support/scratch.h"

namespace {

using namespace isobar;
using test::contains;
using test::refusal;
using test::run_application;

constexpr std::int64_t clock_hz = 250'000'000;

/// A folder that applications' files are looked for in.
class TestFolder : public test::Scratch {
 public:
  ApplicationMaker maker(const std::string& text, Node nodes = 2) const {
    return application_from(text, nodes, 1, clock_hz, path());
  }
  test::ApplicationRun run(const std::string& text, Node nodes = 2) const {
    return run_application(*maker(text, nodes).make(), test::newest());
  }
  std::string complaint(const std::string& text, Node nodes = 2) const {
    return refusal([&] { maker(text, nodes); });
  }
};

/// Entity n of a rank.
std::string entity(int rank, std::size_t n) {
  return R"("entity":{"id":)" + std::to_string(10 * rank + static_cast<int>(n) + 1) +
         R"(,"migratable":true})";
}

/// A rank's file with tasks of these times in phase 4, and entity 0 for 1 s in phase 5.
std::string rank_file(int rank, const std::vector<std::string>& times) {
  std::string tasks;
  for (const auto& time : times) {
    tasks += std::string(tasks.empty() ? "" : ",") + R"({"node":)" + std::to_string(rank) +
             R"(,"time":)" + time + ",";
    tasks += entity(rank, static_cast<std::size_t>(&time - times.data())) + "}";
  }
  return R"({"type":"LBDatafile","phases":[{"id":4,"tasks":[)" + tasks +
         R"(]},{"id":5,"tasks":[{"time":1,)" + entity(rank, 0) + "}]}]}";
}

const std::string three_jobs = "3 5 2\n2 1 4\n4 5 2\n";  // 7 at best: 3, 1, 2

}  // namespace

TEST_CASE("applications: the registered ones, and none", "[sim][application_file]") {
  const TestFolder folder;
  const auto uts = folder.maker("uts:r=3");
  CHECK(uts.creates_tasks);
  const auto first = run_application(*uts.make(), test::newest());
  CHECK(first.statistics == run_application(*uts.make(), test::oldest()).statistics);
  CHECK(first.statistics != folder.run("uts:r=4").statistics);

  const auto loops = folder.maker("loops:g=5", 3);
  CHECK_FALSE(loops.creates_tasks);
  CHECK(loops.make()->initial_loads() == std::vector<Load>(3, 5));
  CHECK_FALSE(folder.maker("jobs:n=5,m=4").creates_tasks);

  CHECK_FALSE(folder.maker("none").make);
  CHECK_FALSE(folder.maker("none").creates_tasks);
}

TEST_CASE("applications: the seed and the clock reach them", "[sim][application_file]") {
  const auto work = [](std::uint64_t seed, const Rational& clock) {
    return application_from("loops:g=5", 2, seed, clock, ".").make()->work(0);
  };
  CHECK(work(1, 1'000'000'000) == 2 * work(1, 500'000'000));
  CHECK(work(1, 1'000'000'000) != work(2, 1'000'000'000));
}

TEST_CASE("applications: replay places each rank's tasks on its PE", "[sim][application_file]") {
  const TestFolder folder;
  folder.write("set/a.0.json", rank_file(0, {"2", "0.5e-8", "0"}));
  folder.write("set/a.1.json", rank_file(1, {"1.0000000001"}));
  const auto maker = folder.maker("replay:set@4");
  CHECK_FALSE(maker.creates_tasks);
  CHECK(maker.notes.empty());
  CHECK(maker.make()->initial_loads() == std::vector<Load>{3, 1});
  CHECK(folder.run("replay:set@4").work == std::vector<Cycle>{2 * clock_hz, 2, 1, clock_hz + 1});
  CHECK(folder.run("replay:set@5").work == std::vector<Cycle>{clock_hz, clock_hz});

  const auto all = folder.maker("replay:set");
  CHECK(all.creates_tasks);
  CHECK(all.make()->initial_loads() == std::vector<Load>{3, 1});
  const auto in_turn = all.make();
  CHECK(in_turn->work(0) == 2 * clock_hz);
  CHECK(in_turn->finish(0) == 1);
  CHECK(in_turn->work(4) == clock_hz);  // the same entity in phase 5
  CHECK(in_turn->finish(1) == 0);
  CHECK(in_turn->finish(4) == 0);

  CHECK(folder.maker("replay:set@4", 3).make()->initial_loads() == std::vector<Load>{3, 1, 0});
  CHECK(folder.maker("replay:set@4", 1).make()->initial_loads() == std::vector<Load>{4});
  REQUIRE(folder.maker("replay:set@4", 1).notes.size() == 1);
  CHECK(contains(folder.maker("replay:set@4", 1).notes.front(), "2 ranks, folded onto 1 PEs"));
  CHECK(contains(folder.complaint("replay:set@6"), "a.0.json: has no phase 6; there are: 4, 5"));
  CHECK(contains(folder.complaint("replay:set,steam=a"), "'steam=a' is no parameter of replay"));
  CHECK(contains(folder.complaint("replay:none"), "none: No such file"));
  folder.write("set/a.1.json", rank_file(1, {"1", "-1"}));
  CHECK(contains(folder.complaint("replay:set"),
                 "a.1.json: phases[0].tasks[1].time is -1; it must be a number of seconds"));
  folder.write("set/a.1.json", rank_file(0, {"1", "1"}));
  CHECK(contains(folder.complaint("replay:set"),
                 "a.1.json: tasks[0] of phase 4 has node 0, but the file is rank 1's"));
}

TEST_CASE("applications: tardiness finds the least of the instance that is asked for",
          "[sim][application_file]") {
  const TestFolder folder;
  folder.write("wt.txt", "1 1 1\n1 1 1\n9 9 9\n" + three_jobs);
  CHECK(folder.maker("tardiness:wt.txt,size=3").creates_tasks);
  CHECK(folder.run("tardiness:wt.txt,instance=2").figure("best") == 7);
  CHECK(folder.maker("tardiness:wt.txt,size=3").make()->initial_loads() == std::vector<Load>{1, 0});
  CHECK(folder.run("tardiness:wt.txt,size=3").figure("best") == 0);
  CHECK(folder.run("tardiness:wt.txt,size=3,instance=2").figure("best") == 7);
  CHECK(folder.run("tardiness:wt.txt,size=3,instance=2,grain=1").figure("best") == 7);
  // The first two jobs, due at 4·8/10 and 5·8/10.
  CHECK(folder.run("tardiness:wt.txt,size=3,instance=2,jobs=2").figure("best") == 4);
}

TEST_CASE("applications: what is wrong is said with its place", "[sim][application_file]") {
  const TestFolder folder;
  folder.write("cut.txt", "1 1 1\n1 1 1\n9 9 9\n3 5 2\n2 1 4\n4 5\n");
  folder.write("wt.txt", three_jobs);
  folder.write("twice.txt", "30 50 20\n1 2 3\n99 99 99\n40 10 60\n3 2 1\n90 80 70\n");
  std::string row = "9";
  for (int job = 1; job < 65; ++job) row += " 9";
  folder.write("long.txt", row + "\n" + row + "\n" + row + "\n");
  const std::vector<std::pair<std::string, std::string>> table = {
      {"heap",
       "unknown application 'heap'; allowed: none, dsmc, iterations, jobs, loops, phases, "
       "producer, uts, "
       "lbdatafile:FOLDER, replay:FOLDER, tardiness:FILE"},
      {"", "unknown application ''"},
      {"none:x=1", "unknown application 'none'"},
      {"uts:x=1", "'x=1' is no parameter of uts"},
      {"uts:t=0,q=1", "q*m must be below 1"},
      {"jobs:n=3", "m=8 must be"},
      {"lbdatafile", "\"lbdatafile\" names no folder; allowed: lbdatafile:FOLDER, replay"},
      {"lbdatafile:,n=3", "\"lbdatafile\" names no folder"},
      {"replay", "\"replay\" names no folder"},
      {"replay:", "\"replay\" names no folder"},
      {"tardiness", "\"tardiness\" names no file"},
      {"tardiness:,size=3", "names no file"},
      {std::string("tardiness:wt\0.txt", 17), "names no file"},
      {"tardiness:none.txt", "none.txt: No such file"},
      {"tardiness:.", "is a folder; a file is needed"},
      {"tardiness:cut.txt,size=3",
       "cut.txt: is cut short after line 6: the due date of job 3 of instance 2 is missing"},
      {"tardiness:wt.txt,size=40",
       "wt.txt: is cut short after line 3: the processing time of job 10 of instance 1"},
      {"tardiness:twice.txt,size=6",
       "twice.txt: size=6 does not fit its 18 numbers: by its lines and weights an instance has 3 "
       "jobs; leave size out"},
      {"tardiness:long.txt", "jobs=65 of instances of size=65; allowed: 1 to 64"},
      {"tardiness:wt.txt,size=3,instance=2", "wt.txt: has no instance 2; there are 1 to 1"},
      {"tardiness:wt.txt,size=3,instance=0", "instance must be a whole number from 1"},
      {"tardiness:wt.txt,size=3,jobs=4", "jobs=4 of instances of size=3; allowed: 1 to 3"},
      {"tardiness:wt.txt,size=3,jobs=65", "jobs must be a whole number from 1 to 64"},
      {"tardiness:wt.txt,size=3,work=1", "'work=1' is no parameter of tardiness; allowed"},
      {"tardiness:wt.txt,3", "'3' is no parameter"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = folder.complaint(text);
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}

TEST_CASE("applications: the same from any folder", "[sim][application_file]") {
  const TestFolder folder;
  folder.write("deep/wt.txt", three_jobs);
  folder.write("set/a.0.json", rank_file(0, {"2"}));
  folder.write("set/a.1.json", rank_file(1, {"3"}));
  for (const std::string text :
       {"tardiness:./deep/../deep/wt.txt,size=3,grain=1", "replay:set@4", "uts:r=3", "none"}) {
    const auto moved = application_with_absolute_path(text, folder.path());
    INFO(moved);
    const auto maker = application_from(moved, 2, 1, clock_hz, "/");
    if (text == "none") {
      CHECK(moved == text);
      continue;
    }
    const auto here = folder.run(text);
    const auto there = run_application(*maker.make(), test::newest());
    CHECK(here.work == there.work);
    CHECK(here.statistics == there.statistics);
  }
  CHECK(application_with_absolute_path("uts:r=3", "/tmp") == "uts:r=3");
  CHECK(application_with_absolute_path("lbdatafile:a@4,n=3", "/x") == "lbdatafile:/x/a@4,n=3");
  CHECK(application_with_absolute_path("tardiness:a.txt,size=3", "/x") ==
        "tardiness:/x/a.txt,size=3");
}

TEST_CASE("applications: every one and every parameter is listed", "[sim][application_file]") {
  std::string all;
  for (const auto& line : application_lines()) all += line + "\n";
  for (const auto* part : {"loops ", "uts ", "jobs ", "lbdatafile:FOLDER ", "replay:FOLDER ",
                           "tardiness:FILE ", "g = 100 (1 to ", "[Olivier", "instance = 1",
                           "jobs = auto (1 to 64 jobs; auto: all)", "work = 100"}) {
    INFO(part);
    CHECK(contains(all, part));
  }
}
