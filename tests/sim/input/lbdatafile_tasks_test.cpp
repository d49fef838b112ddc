// SPDX-License-Identifier: Apache-2.0
// Tasks of an LBDatafile set that live on: their work, their bytes, who may move, who talks to
// whom.
#include <string>
#include <vector>

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
  set.rank(0,
           task(R"("id":5)", needs(R"("rank_working_bytes":980.5,"shared_id":4,"shared_bytes":1600,)"
                                   R"("task_footprint_bytes":10.0,"task_serialized_bytes":7,)"
                                   R"("task_working_bytes":110)")) +
               "," + task(R"("id":6)", needs(R"("shared_id":4,"shared_bytes":1600.5)")) + "," +
               task(R"("id":7)", needs(R"("shared_id":-1,"task_footprint_bytes":3)")),
           "");
  set.rank(1,
           task(R"("id":8)", needs(R"("shared_id":4,"shared_bytes":1500,"task_footprint_bytes":1)")) +
               "," + task(R"("id":9)", needs(R"("shared_id":2,"shared_bytes":5,"home_rank":0)")) +
               "," + task(R"("id":10)"),
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
