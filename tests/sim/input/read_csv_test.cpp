// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_csv.h"

#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

using isobar::Load;

std::vector<Load> read(const std::string& text) {
  std::istringstream in(text);
  return isobar::read_csv(in);
}

/// What is wrong with `text`; empty if nothing is.
std::string complaint(const std::string& text) {
  return refusal([&] { read(text); });
}

}  // namespace

TEST_CASE("CSV: the same loads however they are laid out", "[sim][csv]") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::vector<Load> loads = {3, 0, 281474976710656, 7, 12, 5};
  for (const std::string& text : std::vector<std::string>{
           "3,0,281474976710656,7,12,5\n",
           "3,0,281474976710656,7,12,5",
           "3\n0\n281474976710656\n7\n12\n5\n",
           "3,0\r\n281474976710656,7\r\n12,5\r\n",
           "3,0\r281474976710656,7\r12,5\r",
           mark + "3,0\n281474976710656,7,12\n5",
           mark + "# loads\n3,0\n281474976710656,7,12\n5",
           "# dimension 1, \"across\n\n  3 ,\t0\n \t\n281474976710656,7\n  # \"\n12,5\n\n",
           "\"3\",\"0\",281474976710656\n7, \"12\" ,5\n",
       }) {
    INFO(text);
    CHECK(read(text) == loads);
  }
}

TEST_CASE("CSV: nothing depends on where the file is cut into blocks", "[sim][csv]") {
  constexpr std::size_t block = 1 << 16;
  const std::string tail = "\r\n12 , 345\r\n#x,\"\n\r\n 6,\"78\"\r9";
  for (std::size_t before = 0; before <= tail.size(); ++before) {
    const auto text = "#" + std::string(block - before - 1, ',') + tail;
    CHECK(read(text) == std::vector<Load>{12, 345, 6, 78, 9});
    CHECK(contains(complaint(text + ",x"), "row 6, column 2"));
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
      {"load\n1\n", "row 1, column 1", "\"load\""},
      {"# c\r\n\r\n1,-2\r\n", "row 3, column 2", "\"-2\""},
      {"1\r1\r1.5\r", "row 3, column 1", "\"1.5\""},
      {"1,2 # two\n", "row 1, column 2", "\"2 # two\""},
      {"1,,2", "row 1, column 2", "\"\""},
      {"1,2,\n", "row 1, column 3", "\"\""},
      {"1;2\n", "row 1, column 1", "\"1;2\""},
      {"1 2\n", "row 1, column 1", "\"1 2\""},
      {"0,+1\n", "row 1, column 2", "\"+1\""},
      {"0x10\n", "row 1, column 1", "\"0x10\""},
      {"1e3\n", "row 1, column 1", "\"1e3\""},
      {"281474976710657\n", "row 1, column 1", "281474976710657"},
      {"99999999999999999999\n", "row 1, column 1", "99999999999999999999"},
      {"1\n0," + std::string(2'000'000, '\0'), "row 2, column 2", "over 1048576 characters"},
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
    CHECK((contains(said, "from 0 to 281474976710656") || contains(said, "quotation mark")));
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
    if (complaint(text).empty()) {
      ++accepted;
    } else {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}
