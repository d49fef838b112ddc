// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_or_library.h"

#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

std::vector<std::vector<isobar::Job>> read(const std::string& text, std::size_t jobs = 3) {
  std::istringstream in(text);
  return isobar::read_or_library(in, jobs);
}

const std::string two_instances = "  1  2   3\n 4 5 6\n7 8 9\n\n11\t12\n13 14 15 0 17\r\n0 1000000";

}  // namespace

TEST_CASE("OR-Library: times, weights, due dates, instance by instance", "[sim][or_library]") {
  for (const auto& text : {two_instances, two_instances + "\n \n"}) {
    const auto instances = read(text);
    REQUIRE(instances.size() == 2);
    REQUIRE(instances[0].size() == 3);
    CHECK(instances[0][1].time == 2);
    CHECK(instances[0][1].weight == 5);
    CHECK(instances[0][1].due == 8);
    CHECK(instances[1][0].time == 11);
    CHECK(instances[1][0].weight == 14);
    CHECK(instances[1][2].weight == 0);
    CHECK(instances[1][0].due == 17);
    CHECK(instances[1][1].due == 0);
    CHECK(instances[1][2].due == 1'000'000);
  }
}

TEST_CASE("OR-Library: an error names the line, or the number that is missing",
          "[sim][or_library]") {
  struct Bad {
    std::string text;
    std::string said;
  };
  const auto cut = [](std::size_t bytes) { return two_instances.substr(0, bytes); };
  const std::vector<Bad> table = {
      {"",
       "is cut short after line 0: the processing time of job 1 of instance 1 is missing; 0 "
       "numbers"},
      {"1 2 3 4 5 6 7 8\n",
       "after line 1: the due date of job 3 of instance 1 is missing; 8 "
       "numbers were read, 9 make an instance of 3 jobs"},
      {cut(two_instances.size() - 8), "the due date of job 3 of instance 2 is missing"},
      {two_instances + " 5", "the processing time of job 2 of instance 3 is missing; 19 numbers"},
      {"1 2\n3 x 5",
       "line 2: the weight of job 1 of instance 1 must be a whole number from 0 to "
       "1000000, not 'x'"},
      {"1 0 3",
       "line 1: the processing time of job 2 of instance 1 must be from 1 to 1000000, not "
       "0"},
      {"1 2 3 4 5 6\n7 8 -9", "line 2: the due date of job 3 of instance 1 must be from 0"},
      {"1 2.5", "not '2.5'"},
      {"1 1000001", "must be from 1 to 1000000, not 1000001"},
      {"1 99999999999999999999", "must be from 1 to 1000000"},
      {std::string("1 \0\x7f", 4),
       "not '?"
       "?'"},
      {"1 " + std::string(5000, '7'), "not " + std::string(40, '7')},
  };
  for (const auto& [text, expected] : table) {
    const auto said = refusal([&, &text = text] { read(text); });
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
    CHECK(said.size() < 250);
  }
}
