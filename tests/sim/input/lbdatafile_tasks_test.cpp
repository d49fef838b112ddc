// SPDX-License-Identifier: Apache-2.0
// Tasks of an LBDatafile set that live on: their work, their bytes, who may move, who talks to
// whom.
#include <algorithm>
#include <string>
#include <vector>

#include "models/workloads/work_model.h"
#include "sim/input/application_file.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

namespace {

using namespace isobar;
using test::contains;

constexpr std::int64_t clock_hz = 1000;

std::string entity(const std::string& id) {
  return "{" + id + R"(,"migratable":true,"type":"object"})";
}

/// A task of entity `id` (its members) that takes one second and whatever else is said of it.
std::string task(const std::string& id, const std::string& more = "") {
  return R"({"time":1,"entity":)" + entity(id) + more + "}";
}

std::string sends(const std::string& from, const std::string& to, const std::string& bytes) {
  return R"({"type":"SendRecv","messages":2,"from":)" + entity(from) + R"(,"to":)" + entity(to) +
         R"(,"bytes":)" + bytes + "}";
}

class Set : public test::Scratch {
 public:
  void rank(int rank, const std::string& tasks, const std::string& communications) const {
    write("set/a." + std::to_string(rank) + ".json",
          R"({"type":"LBDatafile","phases":[{"id":8,"tasks":[]},{"id":4,"tasks":[)" + tasks +
              R"(],"communications":[)" + communications + "]}]}");
  }
  ApplicationMaker maker(const std::string& parameters = "") const {
    return application_from("lbdatafile:set@4" + parameters, 2, 1, clock_hz, path());
  }
  std::vector<TaskCard> cards(const std::string& parameters = "") const {
    const auto application = maker(parameters).make();
    std::vector<TaskCard> all;
    for (const Load load : application->initial_loads()) {
      for (Load i = 0; i < load; ++i) all.push_back(application->card(all.size()));
    }
    return all;
  }
  std::string complaint() const {
    return test::refusal([&] { maker(); });
  }
};

}  // namespace

TEST_CASE("LBDatafile tasks: work, bytes and who stays come from the file", "[sim][lbdatafile]") {
  const Set set;
  set.rank(0, task(R"("id":5)", R"(,"user_defined":{"task_serialized_bytes":9.1})"), "");
  set.rank(
      1,
      R"({"time":0.0025,"entity":{"id":6,"migratable":false}},)" + task(R"("seq_id":5,"home":0)"),
      "");
  const auto maker = set.maker(",n=3,overhead=7");
  CHECK(maker.is_persistent);
  CHECK(maker.initial_loads == std::vector<Load>{1, 2});
  CHECK(maker.make()->iterations() == 3);
  CHECK(maker.make()->overhead() == 7);
  const auto cards = set.cards(",bytes=50");
  CHECK(cards[0].work == clock_hz);
  CHECK(cards[0].bytes == 10);
  CHECK_FALSE(cards[0].stays);
  CHECK(cards[1].work == 3);
  CHECK(cards[1].bytes == 50);
  CHECK(cards[1].stays);
  CHECK(set.cards()[1].bytes == 1024);
}

TEST_CASE("LBDatafile tasks: what one sends another adds up, in each direction",
          "[sim][lbdatafile]") {
  const Set set;
  const std::string a = R"("id":5)";
  const std::string b = R"("seq_id":5,"home":1)";
  set.rank(0, task(a), sends(a, b, "10") + "," + sends(a, a, "1000") + "," + sends(a, b, "0.5"));
  set.rank(1, task(b), sends(b, a, "3") + "," + sends(a, b, "100"));
  const auto cards = set.cards();
  REQUIRE(cards[0].ties.size() == 1);
  CHECK(cards[0].ties[0].with == 1);
  CHECK(cards[0].ties[0].home == 1);
  CHECK(cards[0].ties[0].bytes == 111);
  CHECK(cards[0].ties[0].back == 3);
  REQUIRE(cards[1].ties.size() == 1);
  CHECK(cards[1].ties[0].with == 0);
  CHECK(cards[1].ties[0].home == 0);
  CHECK(cards[1].ties[0].bytes == 3);
  CHECK(cards[1].ties[0].back == 111);
}

TEST_CASE("LBDatafile tasks: what does not fit together is refused with its place",
          "[sim][lbdatafile]") {
  const Set set;
  const std::string a = R"("id":5)";
  set.rank(0, task(a), "");
  set.rank(1, task(R"("id":6)") + "," + task(a), "");
  CHECK(contains(set.complaint(),
                 "a.1.json: phases[1].tasks[1].entity is id 5, as another task's is"));
  set.rank(1, task(R"("id":6)"), sends(a, a, "1") + "," + sends(a, R"("seq_id":6,"home":1)", "1"));
  CHECK(contains(set.complaint(),
                 "a.1.json: phases[1].communications[1].to is seq_id 6 with home 1, which no task "
                 "of phase 4 is"));
  set.rank(1, task(R"("id":6)"), sends(a, a, "-1"));
  CHECK(contains(set.complaint(), "a.1.json: phases[1].communications[0].bytes is -1; it must be"));
}

TEST_CASE("LBDatafile tasks: what they take of a memory is read as LBAF's model has it",
          "[sim][lbdatafile]") {
  const Set set;
  const auto needs = [](const std::string& members) {
    return R"(,"user_defined":{)" + members + "}";
  };
  set.rank(
      0,
      task(R"("id":5)", needs(R"("rank_working_bytes":980.5,"shared_id":4,"shared_bytes":1600,)"
                              R"("task_footprint_bytes":10.0,"task_serialized_bytes":7,)"
                              R"("task_working_bytes":110)")) +
          "," + task(R"("id":6)", needs(R"("shared_id":4,"shared_bytes":1600.5)")) + "," +
          task(R"("id":7)", needs(R"("shared_id":-1,"task_footprint_bytes":3)")),
      "");
  set.rank(
      1,
      task(R"("id":8)", needs(R"("shared_id":4,"shared_bytes":1500,"task_footprint_bytes":1)")) +
          "," + task(R"("id":9)", needs(R"("shared_id":2,"shared_bytes":5,"home_rank":0)")) + "," +
          task(R"("id":10)"),
      "");
  const auto cards = set.cards();
  REQUIRE(cards.size() == 6);
  for (const auto& card : cards) REQUIRE(card.memory);
  CHECK(cards[0].bytes == 7);
  CHECK(cards[0].memory->footprint == 10);
  CHECK(cards[0].memory->working == 110);
  REQUIRE(cards[0].memory->blocks.size() == 1);
  const auto& block = cards[0].memory->blocks.front();
  CHECK(block.id == 4);
  CHECK(block.bytes == 1601);  // the most that is said of it, rounded up
  CHECK(block.tasks == 3);
  CHECK(block.home == 0);
  CHECK(cards[3].memory->blocks.front().bytes == 1601);
  CHECK(cards[2].memory->blocks.empty());
  CHECK(cards[2].memory->footprint == 3);
  CHECK(cards[4].memory->blocks.front().home == 0);
  CHECK(cards[5].memory->footprint == 0);  // not the bytes that it sends
  const auto maker = set.maker();
  CHECK(maker.make()->memory_besides(0) == 981);
  CHECK(maker.make()->memory_besides(1) == 0);
  REQUIRE(maker.notes.size() == 2);
  CHECK(contains(maker.notes[0], "task_serialized_bytes"));
  CHECK(contains(maker.notes[1], "1 tasks of the LBDatafiles say nothing of their memory"));
}

TEST_CASE("LBDatafile tasks: a set that says nothing of memories counts what tasks send",
          "[sim][lbdatafile]") {
  const Set set;
  set.rank(1, task(R"("id":6)"), "");
  set.rank(0, task(R"("id":5)", R"(,"user_defined":{"task_serialized_bytes":9})"), "");
  for (const auto& card : set.cards()) CHECK_FALSE(card.memory);
  CHECK(set.maker().notes.empty());
}

TEST_CASE("LBDatafile tasks: bytes of a memory that are none are refused with their place",
          "[sim][lbdatafile]") {
  const Set set;
  set.rank(1, "", "");
  const std::vector<std::pair<std::string, std::string>> table = {
      {R"("task_footprint_bytes":-1)",
       "task_footprint_bytes is -1; it must be a number of bytes from 0"},
      {R"("task_working_bytes":"1")", "task_working_bytes is \"1\"; it must be a number of bytes"},
      {R"("rank_working_bytes":1e13)", "rank_working_bytes is 10000000000000.0"},
      {R"("shared_id":1,"shared_bytes":true)", "shared_bytes is true"},
      {R"("shared_id":-2,"shared_bytes":1)", "shared_id is -2; it must be a whole number"},
      {R"("shared_id":1,"shared_bytes":1,"home_rank":0.5)", "home_rank is 0.5"},
  };
  for (const auto& [members, said] : table) {
    set.rank(0, task(R"("id":5)", R"(,"user_defined":{)" + members + "}"), "");
    INFO(members << "\nsaid: " << set.complaint());
    CHECK(contains(set.complaint(), "a.0.json: phases[1].tasks[0].user_defined." + said));
  }
}

namespace {

/// vt's own objects: no task is one of them but for those that it lists.
std::string vts_own(const std::string& id) {
  return R"({"id":)" + id + R"(,"home":0,"migratable":false,"type":"object"})";
}

std::string between(const std::string& from, const std::string& to) {
  return R"({"type":"SendRecv","messages":1,"bytes":3,"from":)" + from + R"(,"to":)" + to + "}";
}

}  // namespace

TEST_CASE("LBDatafile tasks: communications with vt's own objects are left out with a line",
          "[sim][lbdatafile]") {
  const Set set;
  const std::string a = entity(R"("id":5)");
  // Each rank of phase 0 lists the object 0, which is none.
  const std::string none = R"(,{"time":0,"entity":)" + vts_own("0") + "}";
  set.rank(0, task(R"("id":5)") + none,
           between(vts_own("0"), vts_own("1")) + "," + between(a, vts_own("13")) + "," +
               between(vts_own("0"), a) + R"(,{"type":"Broadcast","from":{},"to":{}})");
  set.rank(1, task(R"("id":6)") + none, between(a, entity(R"("id":6)")));
  const auto cards = set.cards();
  REQUIRE(cards.size() == 4);
  CHECK(cards[0].ties.size() == 1);
  CHECK(cards[1].ties.empty());
  CHECK(cards[1].stays);
  CHECK(cards[3].stays);
  const auto notes = set.maker().notes;
  REQUIRE(notes.size() == 2);
  CHECK(notes[0] ==
        "3 communications of the LBDatafiles with objects of vt's own, which are no tasks, are not "
        "counted");
  CHECK(notes[1] ==
        "1 broadcasts and communications with nodes of the LBDatafiles are not counted");
}

namespace {

std::string took(int id, const std::string& seconds) {
  return R"({"time":)" + seconds + R"(,"entity":)" + entity(R"("id":)" + std::to_string(id)) + "}";
}

std::string in_phases(const std::vector<std::string>& phases, const std::string& metadata = "") {
  std::string text;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    text += std::string(i == 0 ? "" : ",") + R"({"id":)" + std::to_string(i) + R"(,"tasks":[)" +
            phases[i] + "]}";
  }
  return R"({"metadata":{"type":"LBDatafile")" + metadata + R"(},"phases":[)" + text + "]}";
}

}  // namespace

TEST_CASE("LBDatafile tasks: phases follow each other, and begin anew", "[sim][lbdatafile]") {
  const Set set;
  set.write("set/a.0.json", in_phases({took(5, "1") + "," + took(6, "2"), took(5, "3")}));
  set.write("set/a.1.json", in_phases({took(7, "4"), took(6, "5") + "," + took(8, "6")}));
  const auto maker = application_from("lbdatafile:set", 2, 1, clock_hz, set.path());
  auto application = maker.make();
  CHECK(application->initial_loads() == std::vector<Load>{2, 2});
  CHECK(application->iterations() == 2);
  CHECK(application->work_repeats_after() == 2);
  const auto iteration = [&](TaskId first) {
    std::vector<Cycle> work;
    for (TaskId id = first; id < first + 4; ++id) {
      work.push_back(application->work(id));
      application->finish(id);
    }
    return work;
  };
  CHECK(application->work_in(1, 0) == 2000);
  CHECK(application->work_in(1, 1) == 5000);
  CHECK(application->work_in(1, 2) == 2000);
  CHECK(iteration(0) == std::vector<Cycle>{1000, 2000, 4000, 1});
  // Who balances knows what the last iteration took.
  CHECK(application->card(5).work == 2000);
  CHECK(iteration(4) == std::vector<Cycle>{3000, 5000, 1, 6000});
  REQUIRE(maker.notes.size() == 1);
  CHECK(contains(maker.notes[0], "on another rank in a later phase (1 times) is not followed"));
  const auto again = application_from("lbdatafile:set,n=7", 2, 1, clock_hz, set.path());
  CHECK(again.make()->iterations() == 7);
  const auto one = application_from("lbdatafile:set@0", 2, 1, clock_hz, set.path());
  CHECK(one.make()->iterations() == 20);
  CHECK(one.make()->initial_loads() == std::vector<Load>{2, 1});

  set.write("set/a.1.json", in_phases({took(7, "4")}));
  CHECK(contains(
      test::refusal([&] { application_from("lbdatafile:set", 2, 1, clock_hz, set.path()); }),
      "a.1.json: has no phase 1; there are: 0"));
  set.write("set/a.1.json", in_phases({took(7, "4"), took(7, "4"), took(7, "4")}));
  CHECK(contains(
      test::refusal([&] { application_from("lbdatafile:set", 2, 1, clock_hz, set.path()); }),
      "a.1.json: has phase 2, which rank 0's file has not; it has: 0, 1"));
}

TEST_CASE("LBDatafile tasks: a phase that is identical to the one before has its turn",
          "[sim][lbdatafile]") {
  const Set set;
  const std::string identical =
      R"(,"phases":{"identical_to_previous":{"list":[],"range":[[2,3]]},"skipped":{}})";
  set.write("set/a.0.json", in_phases({took(5, "1"), took(5, "2")}, identical));
  const auto application = application_from("lbdatafile:set", 1, 1, clock_hz, set.path()).make();
  CHECK(application->iterations() == 4);
  std::vector<Cycle> work;
  for (TaskId id = 0; id < 4; ++id) {
    work.push_back(application->work(id));
    application->finish(id);
  }
  CHECK(work == std::vector<Cycle>{1000, 2000, 2000, 2000});
}

namespace {

/// LB-analysis-framework's data set synthetic-blocks: nine tasks, by the rank where each is placed.
class SyntheticBlocks : public Set {
 public:
  SyntheticBlocks(const std::vector<int>& ranks, bool has_load) {
    const std::vector<std::string> times = {"1.0", "0.5", "0.5", "0.5", "0.5",
                                            "2.0", "1.0", "0.5", "1.5"};
    struct Sent {
      int from;
      int to;
      std::string bytes;
    };
    const std::vector<Sent> sent = {{0, 5, "2.0"}, {1, 4, "1.0"}, {3, 2, "1.0"}, {3, 8, "1.0"},
                                    {4, 1, "2.0"}, {5, 8, "2.0"}, {7, 6, "1.0"}, {8, 6, "2.0"}};
    const std::vector<int> homes = {0, 0, 1, 1, 2};  // of blocks of two tasks, and of one
    for (int rank = 0; rank < 4; ++rank) {
      std::string tasks;
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] != rank) continue;
        tasks += std::string(tasks.empty() ? "" : ",") + R"({"time":)" + times[i] +
                 R"(,"user_defined":{"shared_bytes":9,"shared_id":)" + std::to_string(i / 2) +
                 R"(,"home_rank":)" + std::to_string(homes[i / 2]) + R"(},"entity":)" +
                 entity(R"("id":)" + std::to_string(i + 1)) + "}";
      }
      std::string communications;
      for (const auto& one : sent) {
        if (rank > 0) break;
        communications += std::string(communications.empty() ? "" : ",") +
                          sends(R"("id":)" + std::to_string(one.from + 1),
                                R"("id":)" + std::to_string(one.to + 1), one.bytes);
      }
      write("set/b." + std::to_string(rank) + ".json",
            R"({"metadata":{"type":"LBDatafile")" +
                std::string(has_load ? "" : R"(,"rank_alpha":0)") +
                R"(},"phases":[{"id":0,"tasks":[)" + tasks + R"(],"communications":[)" +
                communications + "]}]}");
    }
  }
  std::vector<double> work(const std::string& parameters) const {
    const auto application =
        application_from("lbdatafile:set" + parameters, 4, 1, clock_hz, path()).make();
    std::vector<PlacedTask> placed;
    TaskId id = 0;
    Node node = 0;
    for (const Load load : application->initial_loads()) {
      for (Load i = 0; i < load; ++i) placed.push_back({node, application->card(id++)});
      ++node;
    }
    return work_by_pe(*application->work_model(), clock_hz, placed);
  }
  double most(const std::string& parameters) const {
    const auto all = work(parameters);
    return *std::max_element(all.begin(), all.end());
  }
};

}  // namespace

TEST_CASE("LBDatafile work model: LBAF's published targets", "[sim][lbdatafile]") {
  // Its acceptance test test_permutations.py: where each task is, and W_max.
  CHECK(SyntheticBlocks({0, 0, 1, 1, 0, 2, 1, 3, 3}, true).most("") == Approx(2.0));
  CHECK(SyntheticBlocks({3, 2, 3, 3, 2, 3, 3, 3, 3}, false).most(",beta=1") == 0.0);
  // As the set has them: loads 2.5, 4, 1.5 and 0 s.
  const SyntheticBlocks set({0, 0, 0, 0, 1, 1, 1, 1, 2}, true);
  CHECK(set.work("") == std::vector<double>{2.5, 4, 1.5, 0});
}

TEST_CASE("LBDatafile work model: each of its terms", "[sim][lbdatafile]") {
  // Blocks 0 and 1 are at home on rank 0, 2 and 3 on rank 1, 4 on rank 2. Bytes are whole here.
  const SyntheticBlocks set({0, 0, 0, 0, 1, 1, 1, 1, 2}, true);
  // Rank 0 sends 2 + 1 + 1 and gets 2; rank 1 sends 2 + 2 and gets 2 + 1 + 2; rank 2 sends 2,
  // gets 3.
  CHECK(set.work(",alpha=0,beta=1") == std::vector<double>{4, 5, 3, 0});
  CHECK(set.work(",alpha=0,gamma=1") == std::vector<double>{1, 1, 0, 0});
  CHECK(set.work(",alpha=0,delta=1") == std::vector<double>{0, 0, 0, 0});
  const SyntheticBlocks moved({0, 1, 0, 0, 1, 0, 1, 1, 3}, true);
  CHECK(moved.work(",alpha=0,delta=0.5") == std::vector<double>{4.5, 4.5, 0, 4.5});
  CHECK(moved.work(",alpha=2,beta=0.5,delta=0.5")[3] == Approx(2 * 1.5 + 0.5 * 3 + 4.5));
}
