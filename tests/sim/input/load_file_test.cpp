// SPDX-License-Identifier: Apache-2.0
#include "sim/input/load_file.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/brotli.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

namespace fs = std::filesystem;
namespace test = isobar::test;
using isobar::Fabric;
using isobar::Load;
using isobar::load_from;
using isobar::Node;

std::vector<Load> loads_of(const std::string& rule, Node nodes, const fs::path& folder) {
  return load_from(rule, Fabric::parse("ring:" + std::to_string(nodes)), 1, folder).loads;
}

std::vector<std::string> notes_of(const std::string& rule, Node nodes, const fs::path& folder) {
  return load_from(rule, Fabric::parse("ring:" + std::to_string(nodes)), 1, folder).notes;
}

/// A folder that loads are looked for in.
class TestFolder : public isobar::test::Scratch {
 public:
  std::string complaint(const std::string& rule, Node nodes = 4) const {
    return refusal([&] { loads_of(rule, nodes, path()); });
  }
};

/// A rank's file with these phases, each {id, tasks}.
std::string rank_file(int rank, const std::vector<std::pair<int, int>>& phases) {
  std::string text = R"({"metadata":{"type":"LBDatafile","rank":)" + std::to_string(rank) + "}";
  std::string list;
  for (const auto& [id, tasks] : phases) {
    std::string each;
    for (int i = 0; i < tasks; ++i) each += std::string(i == 0 ? "" : ",") + R"({"time":1.0})";
    list += std::string(list.empty() ? "" : ",") + R"({"id":)" + std::to_string(id) +
            R"(,"tasks":[)" + each + "]}";
  }
  return text + R"(,"phases":[)" + list + "]}";
}

const std::string npy_of_four = [] {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }\n";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header +
         std::string("\x04\0\x03\x09", 4);
}();

}  // namespace

TEST_CASE("Loads: files are found from the folder or by their whole path", "[sim][load_file]") {
  const TestFolder folder;
  folder.write("a.csv", "# loads\n4,0,3,9\n");
  folder.write("deep/a:b @1.npy", npy_of_four);
  const std::vector<Load> loads = {4, 0, 3, 9};
  CHECK(loads_of("csv:a.csv", 4, folder.path()) == loads);
  CHECK(loads_of("csv:./deep/../a.csv", 4, folder.path()) == loads);
  CHECK(loads_of("csv:" + (folder.path() / "a.csv").string(), 4, "/") == loads);
  CHECK(loads_of("npy:deep/a:b @1.npy", 4, folder.path()) == loads);
}

TEST_CASE("Loads: every other rule is the models'", "[sim][load_file]") {
  for (const std::string rule : {"spike:5", "point:3@1", "uniform:0..9", "ramp:4..0"}) {
    CHECK(load_from(rule, Fabric::parse("ring:4"), 7, ".").loads ==
          isobar::initial_load(rule, 4, 7));
  }
  const TestFolder folder;
  CHECK(contains(folder.complaint("csv"), "\"csv\" names no file; allowed: csv:FILE"));
  CHECK(contains(folder.complaint("CSV:a.csv"), "unknown load"));
  CHECK(contains(folder.complaint(""),
                 "unknown load ''; allowed: spike:C, point:M@PE, uniform:LO..HI, ramp:LO..HI, "
                 "csv:FILE, npy:FILE, npz:FILE, lbdatafile:FOLDER"));
  CHECK(contains(folder.complaint("spike:x"), "'x'"));
}

TEST_CASE("Loads: LBDatafile sets, one rank a PE", "[sim][load_file]") {
  const TestFolder folder;
  for (int rank = 0; rank < 12; ++rank) {
    folder.write(
        "set/toy." + std::to_string(rank) + ".json",
        rank_file(rank, rank % 2 == 0 ? std::vector<std::pair<int, int>>{{5, rank}, {6, 1}}
                                      : std::vector<std::pair<int, int>>{{6, 1}, {5, rank}}));
  }
  folder.write("set/README.md", "not a rank");
  folder.write("set/toy.json", "not a rank");
  folder.write("set/toy.x1.json", "not a rank");
  std::vector<Load> first;
  for (Load rank = 0; rank < 12; ++rank) first.push_back(rank);
  CHECK(loads_of("lbdatafile:set", 12, folder.path()) == first);
  CHECK(loads_of("lbdatafile:set/", 12, folder.path()) == first);
  CHECK(loads_of("lbdatafile:set@5", 12, folder.path()) == first);
  CHECK(loads_of("lbdatafile:set@6", 12, folder.path()) == std::vector<Load>(12, 1));

  const auto no_phase = folder.complaint("lbdatafile:set@7", 12);
  CHECK(contains(no_phase, "toy.0.json: has no phase 7; there are: 5, 6"));
  CHECK(contains(folder.complaint("lbdatafile:set@x", 12), "set@x: No such file"));
  CHECK(contains(folder.complaint("lbdatafile:set@", 12), "set@: No such file"));
  CHECK(contains(folder.complaint("lbdatafile:set@99999999999999999999", 12), "a phase must be"));

  // A folder whose name ends in @ and digits is that folder.
  fs::rename(folder.path() / "set", folder.path() / "set@6");
  CHECK(loads_of("lbdatafile:set@6", 12, folder.path()) == first);
  CHECK(loads_of("lbdatafile:set@6@6", 12, folder.path()) == std::vector<Load>(12, 1));
}

TEST_CASE("Loads: an LBDatafile set as vt writes it", "[sim][load_file]") {
  const TestFolder folder;
  const auto file = [](int rank, int tasks) {
    return test::packed_by_brotli(rank_file(rank, {{0, tasks}}));
  };
  folder.write("set/a.0.json.br", file(0, 3));
  folder.write("set/a.1.json", file(1, 2));  // compressed all the same
  CHECK(loads_of("lbdatafile:set", 2, folder.path()) == std::vector<Load>{3, 2});
  CHECK(notes_of("lbdatafile:set", 2, folder.path()).empty());

  folder.write("set/stats.0.json", "{}");
  folder.write("set/b.c.0.json", rank_file(0, {{0, 7}}));
  folder.write("set/b.c.1.json", rank_file(1, {{0, 8}}));
  CHECK(contains(folder.complaint("lbdatafile:set", 2),
                 "set: holds files of several sets; choose one by stem=NAME: a, b.c, stats"));
  CHECK(loads_of("lbdatafile:set,stem=a", 2, folder.path()) == std::vector<Load>{3, 2});
  CHECK(loads_of("lbdatafile:set@0,stem=b.c", 2, folder.path()) == std::vector<Load>{7, 8});
  CHECK(contains(folder.complaint("lbdatafile:set,stem=c", 2),
                 "set: holds no files c.RANK.json; stem is one of: a, b.c, stats"));
  CHECK(contains(folder.complaint("lbdatafile:set,stem=", 2), "stem must be the beginning"));
  CHECK(contains(folder.complaint("lbdatafile:set,size=3", 2),
                 "'size=3' is no parameter of lbdatafile; allowed as NAME=VALUE: by, unit, stem"));
}

TEST_CASE("Loads: ranks of an LBDatafile set are folded onto fewer PEs", "[sim][load_file]") {
  const TestFolder folder;
  for (int rank = 0; rank < 5; ++rank) {
    folder.write("set/a." + std::to_string(rank) + ".json", rank_file(rank, {{0, 1 << rank}}));
  }
  CHECK(loads_of("lbdatafile:set", 2, folder.path()) == std::vector<Load>{1 + 2 + 4, 8 + 16});
  CHECK(loads_of("lbdatafile:set", 4, folder.path()) == std::vector<Load>{1 + 2, 4, 8, 16});
  CHECK(loads_of("lbdatafile:set", 7, folder.path()) == std::vector<Load>{1, 2, 4, 8, 16, 0, 0});
  CHECK(notes_of("lbdatafile:set", 5, folder.path()).empty());
  const auto fewer = notes_of("lbdatafile:set", 2, folder.path());
  REQUIRE(fewer.size() == 1);
  CHECK(fewer[0] ==
        "the LBDatafiles have 5 ranks, folded onto 2 PEs: consecutive ranks share a PE, 2 to 3 "
        "each");
  const auto more = notes_of("lbdatafile:set", 7, folder.path());
  REQUIRE(more.size() == 1);
  CHECK(more[0] == "the LBDatafiles have 5 ranks: PEs 5 to 6 of 7 start without a task");
}

TEST_CASE("Loads: LBDatafiles by time", "[sim][load_file]") {
  const TestFolder folder;
  const auto write = [&](int rank, const std::string& tasks, const std::string& more = "") {
    folder.write(
        "set/a." + std::to_string(rank) + ".json",
        R"({"type":"LBDatafile","phases":[{"id":3,"tasks":[)" + tasks + "]}" + more + "]}");
  };
  write(0, R"({"time":0.0021},{"time":0.0004,"subphases":[{"id":1,"time":0.0003}]})");
  write(1, R"({"time":0.004})");
  const auto loads = [&](const std::string& parameters) {
    return loads_of("lbdatafile:set" + parameters, 2, folder.path());
  };
  CHECK(loads(",by=time") == std::vector<Load>{3, 4});  // 2.5 ms to the nearest, away from 0
  CHECK(loads(",by=time,unit=100us") == std::vector<Load>{25, 40});
  CHECK(loads(",by=time,unit=100us,subphase=1") == std::vector<Load>{3, 0});
  CHECK(loads("") == std::vector<Load>{2, 1});
  const auto notes = notes_of("lbdatafile:set", 2, folder.path());
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] ==
        "each task of the LBDatafiles is one load unit, though they took 0.0004 to 0.004 s; "
        "by=time,unit=1ms counts their time");
  CHECK(notes_of("lbdatafile:set,by=time", 2, folder.path()).empty());
  write(1, R"({"time":0.004})", R"(,{"id":7,"tasks":[]})");
  write(0, R"({"time":0.004})", R"(,{"id":7,"tasks":[]})");
  const auto phase = notes_of("lbdatafile:set", 2, folder.path());
  REQUIRE(phase.size() == 1);
  CHECK(contains(phase[0], "of the LBDatafiles' 2 phases the loads are those of phase 3"));

  const std::vector<std::pair<std::string, std::string>> table = {
      {",by=time,unit=1s",
       "lbdatafile: with unit=1s all loads are 0; the most time of a PE is 0.004 s"},
      {",by=time,unit=5", "unit must be a time from 1ps to 1000000s, not '5'"},
      {",by=time,unit=xs", "'xs'"},
      {",by=load", "by must be one of count, time, not 'load'"},
      {",subphase=1", "subphase goes with by=time"},
      {",by=time,subphase=-1", "subphase must be a whole number from 0"},
  };
  for (const auto& [parameters, expected] : table) {
    const auto said = folder.complaint("lbdatafile:set" + parameters, 2);
    INFO(parameters << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}

TEST_CASE("Loads: an LBDatafile phase that vt left out is that before it", "[sim][load_file]") {
  const TestFolder folder;
  const auto write = [&](const std::string& identical, const std::string& skipped) {
    folder.write("set/a.0.json",
                 R"({"metadata":{"type":"LBDatafile","phases":{"identical_to_previous":{"list":[)" +
                     identical + R"(],"range":[]},"skipped":{"list":[],"range":[)" + skipped +
                     R"(]}}},"phases":[{"id":4,"tasks":[{},{}]},{"id":2,"tasks":[{}]}]})");
  };
  write("3,5,6", "[0,1],[7,9]");
  const auto load = [&](const std::string& phase) {
    return loads_of("lbdatafile:set@" + phase, 1, folder.path()).front();
  };
  CHECK(load("2") == 1);
  CHECK(load("3") == 1);
  CHECK(load("4") == 2);
  CHECK(load("6") == 2);
  CHECK(contains(folder.complaint("lbdatafile:set@8", 1),
                 "a.0.json: has no phase 8, which vt skipped; there are: 2, 3, 4, 5, 6"));
  CHECK(contains(folder.complaint("lbdatafile:set@10", 1), "has no phase 10; there are: 2, 3"));
  write("1", "");
  CHECK(contains(folder.complaint("lbdatafile:set@1", 1),
                 "a.0.json: metadata.phases says that phase 1 is identical to the one before, and "
                 "there is none"));
}

TEST_CASE("Loads: an LBDatafile set that is not whole", "[sim][load_file]") {
  const TestFolder folder;
  const auto said = [&] { return folder.complaint("lbdatafile:set", 2); };
  fs::create_directory(folder.path() / "set");
  CHECK(contains(said(), "set: holds no LBDatafile"));
  folder.write("set/a.1.json", rank_file(1, {{0, 2}}));
  CHECK(contains(said(), "set: has no file of rank 0; ranks go from 0 to 1"));
  folder.write("set/a.0.json", rank_file(0, {{0, 1}}));
  CHECK(loads_of("lbdatafile:set", 2, folder.path()) == std::vector<Load>{1, 2});

  folder.write("set/a.01.json", rank_file(1, {{0, 2}}));
  CHECK(contains(said(), "set: has two files of rank 1: a.01.json and a.1.json"));
  fs::remove(folder.path() / "set/a.01.json");
  folder.write("set/a.1.json.br", rank_file(1, {{0, 2}}));
  CHECK(contains(said(), "set: has two files of rank 1: a.1.json and a.1.json.br"));
  fs::remove(folder.path() / "set/a.1.json.br");

  folder.write("set/a.3.json", rank_file(3, {{0, 2}}));
  CHECK(contains(said(), "set: has no file of rank 2; ranks go from 0 to 3"));
  fs::remove(folder.path() / "set/a.3.json");

  folder.write("set/a.99999999999999999999.json", "{}");
  CHECK(contains(said(), "rank 99999999999999999999 is too large"));
  fs::remove(folder.path() / "set/a.99999999999999999999.json");

  folder.write("set/a.1.json", rank_file(0, {{0, 2}}));
  CHECK(contains(said(), "a.1.json: metadata.rank is 0, but the file's name says 1"));
  folder.write("set/a.1.json", rank_file(1, {{1, 2}}));
  CHECK(contains(said(), "a.1.json: has no phase 0; there are: 1"));
  folder.write("set/a.1.json", "\x1B\x2C\x01");
  CHECK(contains(said(), "a.1.json: is not JSON"));
  folder.write("set/a.1.json", "");
  CHECK(contains(said(), "a.1.json: is empty"));
  fs::remove(folder.path() / "set/a.1.json");
  fs::create_directory(folder.path() / "set/a.1.json");
  CHECK(contains(said(), "a.1.json: is a folder"));
}

TEST_CASE("Loads: what is wrong with a file is said with its name", "[sim][load_file]") {
  const TestFolder folder;
  folder.write("short.csv", "1,2,3\n");
  folder.write("long.csv", "1,2,3,4,5\n");
  folder.write("text.csv", "1,2\nx,4\n");
  folder.write("comment.csv", "# nothing\n");
  folder.write("sum.csv", "281474976710656,1,0,0\n");
  folder.write("empty.csv", "");
  folder.write("five.npy", npy_of_four + "5");
  folder.write("plain.json", "{}");
  fs::create_directory(folder.path() / "folder");
  fs::create_symlink("loop", folder.path() / "loop");
  REQUIRE(::mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);

  const std::vector<std::pair<std::string, std::string>> table = {
      {"csv:short.csv", "short.csv: 3 loads for a fabric of 4 PEs"},
      {"csv:long.csv", "long.csv: 5 loads for a fabric of 4 PEs"},
      {"csv:text.csv", "text.csv: row 2, column 1: a load must be"},
      {"csv:comment.csv", "comment.csv: 0 loads for"},
      {"csv:sum.csv", "sum.csv: the loads add up to more than 2^48"},
      {"csv:empty.csv", "empty.csv: is empty"},
      {"npy:empty.csv", "empty.csv: is empty"},
      {"npy:short.csv", "short.csv: is not an NPY file"},
      {"npy:five.npy", "five.npy: 5 bytes follow"},
      {"csv:five.npy", "five.npy: row 1, column 1"},
      {"csv:none.csv", "none.csv: No such file"},
      {"npy:none/none.npy", "none.npy: No such file"},
      {"csv:short.csv/none", "none: Not a directory"},
      {"csv:folder", "folder: is a folder"},
      {"npy:folder", "folder: is a folder"},
      {"csv:pipe", "pipe: is not a regular file"},
      {"csv:loop", "loop: Too many levels"},
      {"csv:" + std::string(5000, 'x'), "File name too long"},
      {"lbdatafile:none", "none: No such file"},
      {"lbdatafile:plain.json", "plain.json: Not a directory"},
      {"csv:", "names no file; allowed: csv:FILE"},
      {"npy:", "names no file"},
      {"lbdatafile:", "names no folder"},
      {std::string("csv:short.csv\0.csv", 18), "names no file"},
  };
  for (const auto& [rule, expected] : table) {
    const auto said = folder.complaint(rule);
    INFO(rule << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
}
