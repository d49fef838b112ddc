// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_lbdatafile.h"

#include <fmt/format.h>

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "sim/input/unpack_brotli.h"
#include "tests/catch.h"
#include "tests/support/brotli.h"
#include "tests/support/refusal.h"

namespace {

using isobar::LbDetail;
using isobar::test::contains;
using isobar::test::refusal;

isobar::LbDatafile read(const std::string& text, LbDetail detail = LbDetail::counts) {
  std::istringstream in(text);
  return isobar::read_lbdatafile(in, {detail});
}

std::string complaint(const std::string& text) {
  return refusal([&] { read(text); });
}

std::string task(int id) {
  return R"({"entity":{"id":)" + std::to_string(id) +
         R"(,"home":0,"migratable":true,"type":"object"},"node":0,"resource":"cpu","time":1.5,)"
         R"("user_defined":{"tasks":[1,2,3],"id":[[]]}})";
}

const std::string communication =
    R"({"bytes":10.0,"messages":1,"type":"SendRecv","from":{"id":1},"to":{"id":2}})";

const std::string whole =
    R"({"metadata":{"type":"LBDatafile","rank":3,"phases":{"count":2}},"phases":[)"
    R"({"id":4,"tasks":[)" +
    task(1) + "," + task(2) + R"(],"communications":[)" + communication +
    R"(]},{"communications":[],"tasks":[],"id":7}]})";

}  // namespace

TEST_CASE("LBDatafile: tasks are counted by phase, all else is skipped", "[sim][lbdatafile]") {
  const auto file = read(whole);
  CHECK(file.rank == 3U);
  REQUIRE(file.phases.size() == 2);
  CHECK(file.phases[0].id == 4);
  CHECK(file.phases[0].tasks == 2);
  CHECK(file.phases[1].id == 7);
  CHECK(file.phases[1].tasks == 0);
}

TEST_CASE("LBDatafile: the type stands at the top level or under metadata", "[sim][lbdatafile]") {
  const std::string phases = R"("phases":[{"id":0,"tasks":[{},{},{}]}])";
  for (const auto& text : {
           R"({"type":"LBDatafile",)" + phases + "}",
           "\xEF\xBB\xBF{" + phases + R"(,"type":"LBDatafile"})",
           "\n {" + phases + R"(,"metadata":{"type":"LBDatafile"}})" + "\n",
           R"({"type":"LBDatafile","metadata":{"rank":0},)" + phases + "}",
       }) {
    INFO(text);
    const auto file = read(text);
    REQUIRE(file.phases.size() == 1);
    CHECK(file.phases[0].tasks == 3);
  }
  CHECK_FALSE(read(R"({"type":"LBDatafile",)" + phases + "}").rank.has_value());
}

TEST_CASE("LBDatafile: an error names the place and the value", "[sim][lbdatafile]") {
  const std::string start = R"({"type":"LBDatafile","phases":)";
  struct Bad {
    std::string text;
    std::string said;
  };
  const std::vector<Bad> table = {
      {"\n{\n \"type\": x}", "is not JSON: line 3, column 10"},
      {"{", "is not JSON: line 1, column 2"},
      {whole + "}", "is not JSON: line 1"},
      {std::string("{\"a\0\":1}", 8), "is not JSON: line 1"},
      {whole + std::string("\0{}", 3), "is not JSON: a NUL byte follows"},
      {start + "[1e999]}", "is not JSON"},
      {"{\"\xFF\":1}", "is not JSON: line 1"},
      {"[]", "\"type\": \"LBDatafile\""},
      {"3", "\"type\": \"LBDatafile\""},
      {"{}", "\"type\": \"LBDatafile\""},
      {R"({"metadata":"LBDatafile"})", "\"type\": \"LBDatafile\""},
      {R"({"type":"LBStatsfile"})", "type is \"LBStatsfile\"; it must be \"LBDatafile\""},
      {R"({"type":["LBDatafile"]})", "type is an array"},
      {R"({"type":"LBDatafile"})", "phases is null"},
      {start + "{}}", "phases is an object"},
      {start + "[]}", "phases is empty"},
      {start + "[1]}", "phases[0].id is null"},
      {start + R"([{"id":-1}]})", "phases[0].id is -1; it must be a whole number"},
      {start + R"([{"id":"0"}]})", "phases[0].id is \"0\""},
      {start + R"([{"id":0}]})", "phases[0].tasks is null; it must be an array"},
      {start + R"([{"id":0,"tasks":{}}]})", "phases[0].tasks is an object"},
      {start + R"([{"id":0,"tasks":[]},{"id":5,"tasks":[{},[]]}]})",
       "phases[1].tasks[1] is an array; it must be an object"},
      {start + R"([{"id":3,"tasks":[]},{"id":3,"tasks":[]}]})", "phases[1].id is 3 again"},
      {R"({"metadata":{"rank":"0","type":"LBDatafile"}})", "metadata.rank is \"0\""},
      {R"({"metadata":{"rank":0.5,"type":"LBDatafile"}})", "metadata.rank is 0.5"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = complaint(text);
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
    CHECK_FALSE(contains(said, "brotli"));
  }
}

TEST_CASE("LBDatafile: times are read if they are wanted", "[sim][lbdatafile]") {
  const std::string start = R"({"type":"LBDatafile","phases":[{"id":2,"tasks":[)";
  const auto file = read(start + R"({"time":0.25,"node":3},{"time":2,"entity":{"time":"x"}}]}]})",
                         LbDetail::times);
  REQUIRE(file.phases.size() == 1);
  const auto& phase = file.phases.front();
  CHECK(phase.tasks == 2);
  CHECK(phase.least_time == 0.25);
  CHECK(phase.most_time == 2.0);
  REQUIRE(phase.times.size() == 2);
  CHECK(phase.times[0].time == 0.25);
  CHECK(phase.times[0].node == 3U);
  CHECK(phase.times[1].time == 2.0);
  CHECK_FALSE(phase.times[1].node.has_value());
  CHECK(read(whole, LbDetail::counts).phases[0].times.empty());

  const std::vector<std::pair<std::string, std::string>> table = {
      {"{}", "time is null; it must be a number of seconds from 0 to 1000000"},
      {R"({"time":"1"})", "time is \"1\""},
      {R"({"time":-0.5})", "time is -0.5"},
      {R"({"time":1e7})", "time is 10000000.0"},
      {R"({"time":[1]})", "time is an array"},
      {R"({"time":1,"node":-1})", "node is -1; it must be a whole number"},
      {R"({"time":1,"node":"a"})", "node is \"a\""},
  };
  for (const auto& [task, expected] : table) {
    const auto text = fmt::format(R"({}{{"time":1}},{}]}}]}})", start, task);
    const auto said = refusal([&] { read(text, LbDetail::times); });
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, "phases[0].tasks[1]." + expected));
    CHECK(complaint(text).empty());  // who only counts tasks does not care
  }
}

namespace {

std::string persistent_file(const std::string& task, const std::string& communication) {
  return R"({"type":"LBDatafile","phases":[{"id":2,"tasks":[)" + task + R"(],"communications":[)" +
         communication + "]}]}";
}

const std::string plain_task = R"({"time":1,"entity":{"id":7,"migratable":true}})";

std::string sent(const std::string& from, const std::string& rest) {
  return R"({"type":"SendRecv","from":{)" + from +
         R"(,"type":"object"},"to":{"id":9,"type":"object"},)" + rest + "}";
}

}  // namespace

TEST_CASE("LBDatafile: who tasks are and what they send is read if it is wanted",
          "[sim][lbdatafile]") {
  const auto text = persistent_file(
      plain_task + R"(,{"time":2,"entity":{"seq_id":3,"home":1,"migratable":false,"index":[1]},)"
                   R"("user_defined":{"task_serialized_bytes":10.5,"shared_bytes":1}})",
      R"({"type":"Broadcast","from":{"id":1,"type":"object"},"to":{"id":2,"type":"object"}},)"
      R"({"type":"SendRecv","from":{"id":1,"type":"node"},"to":{"id":2,"type":"object"}},)" +
          sent(R"("seq_id":3,"home":1)", R"("bytes":0.5,"messages":3)"));
  const auto phase = read(text, LbDetail::persistent_tasks).phases.front();
  CHECK(phase.times.size() == 2);
  REQUIRE(phase.persistent_tasks.size() == 2);
  CHECK(phase.persistent_tasks[0].entity.number == 7);
  CHECK_FALSE(phase.persistent_tasks[0].entity.home.has_value());
  CHECK(phase.persistent_tasks[0].migratable);
  CHECK_FALSE(phase.persistent_tasks[0].bytes.has_value());
  CHECK(phase.persistent_tasks[1].entity.number == 3);
  CHECK(phase.persistent_tasks[1].entity.home == 1U);
  CHECK_FALSE(phase.persistent_tasks[1].migratable);
  CHECK(phase.persistent_tasks[1].bytes == 11);
  REQUIRE(phase.communications.size() == 1);
  CHECK(phase.other_communications == 2);
  CHECK(phase.communications[0].place == 2);
  CHECK(phase.communications[0].from.entity.number == 3);
  CHECK(phase.communications[0].to.entity.number == 9);
  CHECK(phase.communications[0].bytes == 1);
  CHECK(read(text, LbDetail::times).phases.front().persistent_tasks.empty());
  CHECK(read(text, LbDetail::times).phases.front().communications.empty());
}

TEST_CASE("LBDatafile: what a task that lives on must say", "[sim][lbdatafile]") {
  const auto entity = [](const std::string& members) {
    return persistent_file(R"({"time":1,"entity":{)" + members + "}}", "");
  };
  const auto bytes = [](const std::string& value) {
    return persistent_file(R"({"time":1,"entity":{"id":1,"migratable":true},)"
                           R"("user_defined":{"task_serialized_bytes":)" +
                               value + "}}",
                           "");
  };
  const std::string task = "phases[0].tasks[0].";
  const std::string communication = "phases[0].communications[0]";
  const std::vector<std::pair<std::string, std::string>> table = {
      {persistent_file(R"({"time":1})", ""), task + "entity must have an \"id\", or a \"seq_id\""},
      {entity(R"("seq_id":1,"migratable":true)"), task + "entity must have an \"id\""},
      {entity(R"("id":-1)"), task + "entity.id is -1; it must be a whole number"},
      {entity(R"("id":1)"), task + "entity.migratable is null; it must be true or false"},
      {entity(R"("id":1,"migratable":1)"), task + "entity.migratable is 1; it must be true"},
      {bytes("-1"),
       task + "user_defined.task_serialized_bytes is -1; it must be a number of bytes"},
      {bytes("1e13"), "must be a number of bytes from 0 to 1000000000000"},
      {persistent_file(plain_task, "3"), communication + " is 3; it must be an object"},
      {persistent_file(plain_task, sent(R"("home":1)", R"("bytes":1)")),
       communication + ".from must have an \"id\""},
      {persistent_file(plain_task, sent(R"("id":1)", R"("messages":1)")),
       communication + ".bytes is null; it must be a number of bytes"},
      {R"({"type":"LBDatafile","phases":[{"id":2,"tasks":[],"communications":3}]})",
       "phases[0].communications is 3; it must be an array"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = refusal([&, &text = text] { read(text, LbDetail::persistent_tasks); });
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
    CHECK(complaint(text).empty());
  }
}

TEST_CASE("LBDatafile: what brotli packed is read as what it was", "[sim][lbdatafile]") {
  for (int window = 10; window <= 24; ++window) {
    // With white space of any length in front, so that streams begin with many bytes.
    for (std::size_t blanks = 0; blanks < 300; blanks += 7) {
      const auto text = std::string(blanks, ' ') + whole;
      const auto packed = isobar::test::packed_by_brotli(text, window);
      REQUIRE(packed.size() < text.size());
      REQUIRE(read(packed).phases.size() == 2);
      REQUIRE(read(packed).rank == 3U);
    }
  }
  const auto packed = isobar::test::packed_by_brotli(whole);
  CHECK(contains(complaint(packed.substr(0, packed.size() - 1)), "nor is it whole brotli data"));
  CHECK(contains(complaint(packed + "x"), "nor is it whole brotli data"));
  CHECK(contains(complaint(isobar::test::packed_by_brotli("{\n x}")),
                 "is brotli data of what is not JSON: line 2, column 2"));
  CHECK(contains(complaint(isobar::test::packed_by_brotli("{}")), "has no \"type\""));
}

TEST_CASE("brotli: what unpacks to too much is refused", "[sim][lbdatafile]") {
  const auto packed = isobar::test::packed_by_brotli(std::string(1 << 20, ' '));
  CHECK(packed.size() < 100);
  CHECK(isobar::unpack_brotli(packed).value().size() == 1 << 20);
  CHECK(refusal([&] { isobar::unpack_brotli(packed, 100'000); }) ==
        "unpacks to more than 100000 bytes");
  CHECK_FALSE(isobar::unpack_brotli("").has_value());
}

TEST_CASE("LBDatafile: a subphase stands for its task if it is wanted", "[sim][lbdatafile]") {
  const auto read_one = [](const std::string& subphases, std::uint64_t wanted) {
    std::istringstream in(
        R"({"type":"LBDatafile","phases":[{"id":2,"tasks":[{"time":5,"subphases":)" + subphases +
        "}]}]}");
    return isobar::read_lbdatafile(in, {LbDetail::times, wanted}).phases.front().times.front().time;
  };
  const std::string two = R"([{"id":0,"time":1.5},{"id":3,"time":2}])";
  CHECK(read_one(two, 0) == 1.5);
  CHECK(read_one(two, 3) == 2);
  CHECK(read_one(two, 1) == 0);
  CHECK(read_one("null", 1) == 0);
  const auto said = [&](const std::string& subphases) {
    return refusal([&] { read_one(subphases, 0); });
  };
  const std::string place = "phases[0].tasks[0].subphases";
  CHECK(contains(said("3"), place + " is 3; it must be an array"));
  CHECK(contains(said("[{}]"), place + "[0].id is null; it must be a whole number"));
  CHECK(
      contains(said(R"([{"id":0,"time":-1}])"), place + "[0].time is -1; it must be a number of"));
}

TEST_CASE("LBDatafile: which phases vt left out is read", "[sim][lbdatafile]") {
  const auto file_of = [](const std::string& phases) {
    return R"({"metadata":{"type":"LBDatafile","rank_alpha":0.5,"phases":)" + phases +
           R"(},"phases":[{"id":0,"tasks":[]}]})";
  };
  const auto file = read(file_of(
      R"({"identical_to_previous":{"list":[1],"range":[[3,5]]},"skipped":{"list":[2],"range":[]}})"));
  CHECK(file.alpha == 0.5);
  REQUIRE(file.identical.size() == 2);
  CHECK(file.identical[0].first == 1);
  CHECK(file.identical[0].last == 1);
  CHECK(file.identical[1].first == 3);
  CHECK(file.identical[1].last == 5);
  REQUIRE(file.skipped.size() == 1);
  const std::vector<std::pair<std::string, std::string>> table = {
      {R"({"identical_to_previous":{"list":[-1]}})",
       "metadata.phases.identical_to_previous.list holds -1; it must hold whole numbers"},
      {R"({"skipped":{"range":[[3]]}})",
       "metadata.phases.skipped.range holds an array; it must hold pairs of a first and a last"},
      {R"({"skipped":{"range":[[3,2]]}})", "metadata.phases.skipped.range holds an array"},
      {R"({"skipped":{"range":[[0,18446744073709551615]]}})",
       "metadata.phases.skipped names more than 1000000 phases"},
  };
  for (const auto& [phases, expected] : table) {
    const auto said = complaint(file_of(phases));
    INFO(phases << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}

TEST_CASE("LBDatafile: what starts with other bytes may be compressed", "[sim][lbdatafile]") {
  for (const std::string text : {"\x1B\x2C\x01\xF8\x8D", "[\xCF\x20", "\x8B\x01\x80{}\x03"}) {
    const auto said = complaint(text);
    INFO(said);
    CHECK(contains(said, "is not JSON: line 1, column "));
    CHECK(contains(said, "; nor is it whole brotli data"));
    for (const char c : said) CHECK((c >= ' ' && c <= '~'));
  }
}

TEST_CASE("LBDatafile: deep nesting is refused, not followed", "[sim][lbdatafile]") {
  const std::size_t depth = 300'000;
  const std::string open(depth, '[');
  CHECK(contains(complaint(open), "is not JSON"));
  const auto closed = open + std::string(depth, ']');
  CHECK(contains(complaint(R"({"type":"LBDatafile","phases":)" + closed + "}"), "phases[0].id"));
  CHECK(contains(complaint(R"({"type":)" + closed + "}"), "type is an array"));
}

TEST_CASE("LBDatafile: a damaged file is read or refused, nothing else", "[sim][lbdatafile]") {
  std::mt19937 random(3);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 6000; ++round) {
    auto text = whole;
    for (auto changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
      const auto at = random() % text.size();
      switch (random() % 5) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
          break;
        case 2:
          text.insert(at, 1, "\"{}[],:0-e"[random() % 10]);
          break;
        case 3:
          text.erase(at, 1 + random() % 8);
          break;
        default:
          if (random() % 4 == 0) text.resize(at);
      }
    }
    if (complaint(text).empty()) {
      ++accepted;
    } else {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}
