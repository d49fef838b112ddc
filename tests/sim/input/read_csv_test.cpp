// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_csv.h"

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

using isobar::Fabric;
using isobar::Load;

std::vector<Load> read(const std::string& text, const std::string& fabric = "ring:6") {
  std::istringstream in(text);
  return isobar::read_csv(in, Fabric::parse(fabric));
}

/// What is wrong with `text`; empty if nothing is.
std::string complaint(const std::string& text, const std::string& fabric = "ring:6") {
  return refusal([&] { read(text, fabric); });
}

}  // namespace

TEST_CASE("CSV: the same loads however they are laid out", "[sim][csv]") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::vector<Load> loads = {3, 0, 281474976710656, 7, 12, 5};
  for (const std::string& text : std::vector<std::string>{
           "3,0,281474976710656,7,12,5\n",
           "3,0,281474976710656,7,12,5",
           "3\n0\n281474976710656\n7\n12\n5\n",
           "3\r\n0\r\n281474976710656\r\n7\r\n12\r\n5\r\n",
           "3\r0\r281474976710656\r7\r12\r5",
           mark + "3,0,281474976710656,7,12,5",
           mark + "# loads\n3,0,281474976710656,7,12,5",
           "# node order, \"first\n\n  3 \n\t0\n \t\n281474976710656\n7\n  # \"\n12\n5\n\n",
           "\"3\",\"0\",281474976710656,7, \"12\" ,5\n",
       }) {
    INFO(text);
    CHECK(read(text) == loads);
  }
  const std::vector<Load> transposed = {3, 281474976710656, 12, 0, 7, 5};
  for (const std::string& text : std::vector<std::string>{
           "3,0\r\n281474976710656,7\r\n12,5\r\n",
           "3,0\r281474976710656,7\r12,5\r",
           mark + "# loads\n3,0\n281474976710656,7\n12,5",
           "# rows, \"first\n\n  3 ,\t0\n \t\n281474976710656,7\n  # \"\n12,5\n\n",
           "\"3\",\"0\"\n281474976710656,7\n \"12\" ,5\n",
       }) {
    INFO(text);
    CHECK(read(text, "torus:3x2") == transposed);
  }
}

TEST_CASE("CSV: row i, column j is the load of PE (i,j)", "[sim][csv]") {
  for (unsigned rows = 1; rows <= 5; ++rows) {
    for (unsigned columns = 1; columns <= 5; ++columns) {
      std::string text;
      for (unsigned i = 0; i < rows; ++i) {
        for (unsigned j = 0; j < columns; ++j) {
          text += std::to_string(10 * i + j) + (j + 1 < columns ? "," : "\n");
        }
      }
      const auto across = std::to_string(rows) + "x" + std::to_string(columns);
      for (const auto& name : {"torus:" + across, "mesh:" + across, "torus:1x" + across + "x1"}) {
        INFO(name);
        const auto fabric = Fabric::parse(name);
        const auto loads = read(text, name);
        REQUIRE(loads.size() == fabric.pes());
        const unsigned first = name.find("1x" + across + "x1") == std::string::npos ? 1 : 2;
        for (isobar::Node pe = 0; pe < fabric.pes(); ++pe) {
          CHECK(loads[pe] == 10 * fabric.coordinate(pe, first) + fabric.coordinate(pe, first + 1));
        }
      }
    }
  }
  CHECK(read("0,1\n2,3\n", "hypercube:2") == std::vector<Load>{0, 2, 1, 3});
}

TEST_CASE("CSV: rows and columns that do not fit the fabric are refused", "[sim][csv]") {
  CHECK(complaint("1,2,3\n4,5,6\n", "torus:3x2") ==
        "a table of 2 rows and 3 columns does not fit torus:3x2, which takes 3 rows and 2 columns, "
        "or one row or one column in node order: exchange rows and columns");
  const std::string grid = "1,2,3\n4,5,6\n";
  CHECK(complaint(grid, "ring:6") ==
        "a table of 2 rows and 3 columns does not fit ring:6, which takes one row or one column "
        "in node order");
  CHECK(contains(complaint(grid, "hhc:1"), "hhc:1, which takes one row or one column"));
  CHECK(contains(complaint(grid, "torus:6x1"), "torus:6x1, which takes one row or one column"));
  CHECK(contains(complaint("1,2\n3,4\n5,6\n7,8\n", "hypercube:3"), "which takes one row or"));
  CHECK(contains(complaint(grid, "torus:3x3"), "3 columns is 6 loads for a fabric of 9 PEs"));
  for (const std::string text : {"1,2,3\n4,5\n6\n", "1\n2,3\n", "1,2\n\n#\n3"}) {
    INFO(text);
    CHECK(contains(complaint(text, "torus:3x2"), "rows must be equally long"));
  }
  CHECK(contains(complaint("#\n1,2\n\n3\n", "ring:3"), "row 2 and row 4 have 2 and 1 columns"));
}

TEST_CASE("CSV: nothing depends on where the file is cut into blocks", "[sim][csv]") {
  constexpr std::size_t block = 1 << 16;
  const std::string tail = "\r\n12 , 345\r\n#x,\"\n\r\n 6,\"78\"\r9,1";
  for (std::size_t before = 0; before <= tail.size(); ++before) {
    const auto text = "#" + std::string(block - before - 1, ',') + tail;
    CHECK(read(text, "torus:3x2") == std::vector<Load>{12, 6, 9, 345, 78, 1});
    CHECK(contains(complaint(text + ",x"), "row 6, column 3"));
  }
}

TEST_CASE("CSV: an error names row, column, value and what is allowed", "[sim][csv]") {
  struct Bad {
    std::string text;
    std::string place;
    std::string value;
  };
  const std::vector<Bad> table = {
      {"1,2\n3,x\n", "row 2, column 2", "\"x\""},
      {"load\n", "row 1, column 1", "\"load\""},
      {"# c\r\n\r\n1,-2\r\n", "row 3, column 2", "\"-2\""},
      {"1\r1\r1.5\r", "row 3, column 1", "\"1.5\""},
      {"1,2 # two\n", "row 1, column 2", "\"2 # two\""},
      {"1,,2", "row 1, column 2", "\"\""},
      {"0,+1\n", "row 1, column 2", "\"+1\""},
      {"0x10\n", "row 1, column 1", "\"0x10\""},
      {"281474976710657\n", "row 1, column 1", "281474976710657"},
      {"99999999999999999999\n", "row 1, column 1", "99999999999999999999"},
      {"1\n0," + std::string(2'000'000, '\0'), "row 2", "over 1048576 characters"},
      {"\n\n0," + std::string(100'000, '9') + "\n", "row 3, column 2", "9999\"..."},
      {std::string("1,2\0,3\n", 7), "row 1, column 2", "\"2\\x00\""},
      {"1,\xFF\n", "row 1, column 2", "\"\\xff\""},
      {"1\n\xEF\xBB\xBF"
       "2\n",
       "row 2, column 1", "2\""},
      {"1,\"2\n3\"\n", "row 1, column 2", "quotation mark"},
      {"1,2\"\n", "row 1, column 2", "quotation mark"},
      {"1,\"2\"3\n", "row 1, column 2", "quotation mark"},
  };
  for (const auto& bad : table) {
    INFO(bad.text.substr(0, 100));
    const auto said = complaint(bad.text);
    INFO(said);
    CHECK(said.size() < 250);
    CHECK(contains(said, bad.place));
    CHECK(contains(said, bad.value));
    CHECK((contains(said, "from 0 to 281474976710656") || contains(said, "quotation mark") ||
           contains(said, "a field has over")));
  }
}

TEST_CASE("CSV: a file without numbers has no loads", "[sim][csv]") {
  for (const std::string text : {"", "\n", "  \t\r\n", "#", "# 1,2\n#3", "\xEF\xBB\xBF"}) {
    CHECK(read(text).empty());
  }
}

TEST_CASE("CSV: a damaged file is read or refused, nothing else", "[sim][csv]") {
  const std::string whole =
      "\xEF\xBB\xBF# loads of a torus, \"row\" by row\r\n1, 2,3\r\n\r\n 40,\"50\",60\n7,8,9\n";
  std::mt19937 random(1);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    auto text = whole;
    for (auto changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
      const auto at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
          break;
        case 2:
          text.insert(at, 1, "\",#\r\n 0-"[random() % 8]);
          break;
        default:
          text.resize(at);
      }
    }
    if (complaint(text, "torus:3x3").empty()) {
      ++accepted;
    } else {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}
