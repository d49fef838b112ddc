// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_or_library.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/refusal.h"

namespace {

using isobar::test::contains;
using isobar::test::refusal;

std::vector<std::vector<isobar::Job>> read(const std::string& text,
                                           std::optional<std::size_t> jobs = 3) {
  std::istringstream in(text);
  return isobar::read_or_library(in, jobs);
}

/// A file as the OR-Library's: so many instances of so many jobs, 20 numbers a line, times of 1 to
/// 100, weights of 1 to 10, each list on lines of its own.
std::string library_file(std::size_t instances, std::size_t jobs) {
  std::string text;
  std::uint32_t random = 1;
  const auto list = [&](std::uint32_t most) {
    for (std::size_t job = 0; job < jobs; ++job) {
      random = random * 1664525U + 1013904223U;
      text += "    " + std::to_string(1 + (random >> 16U) % most);
      if (job % 20 == 19 || job + 1 == jobs) text += '\n';
    }
  };
  for (std::size_t i = 0; i < instances; ++i) {
    list(100);
    list(10);
    list(static_cast<std::uint32_t>(50 * jobs));
  }
  return text;
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

TEST_CASE("OR-Library: the file shows how many jobs an instance has", "[sim][or_library]") {
  for (const std::size_t jobs : {20, 40, 50, 100}) {
    INFO(jobs);
    const auto text = library_file(125, jobs);
    const auto found = read(text, std::nullopt);
    REQUIRE(found.size() == 125);
    CHECK(std::all_of(found.begin(), found.end(),
                      [&](const auto& one) { return one.size() == jobs; }));
    CHECK(read(text, jobs).size() == 125);
    for (const std::size_t other : {10, 20, 25, 40, 50, 100, 500}) {
      if (other == jobs || 125 * jobs % other != 0) continue;
      INFO(other);
      CHECK(contains(refusal([&] { read(text, other); }),
                     "size=" + std::to_string(other) + " does not fit its " +
                         std::to_string(375 * jobs) +
                         " numbers: by its lines and weights an instance has " +
                         std::to_string(jobs) + " jobs; leave size out"));
    }
  }
}

TEST_CASE("OR-Library: where the file does not show the size, it is asked for",
          "[sim][or_library]") {
  CHECK(contains(refusal([&] { read(two_instances, std::nullopt); }),
                 "its 18 numbers do not show how many jobs an instance has: give size=N"));
  const std::string alike = "7\n7\n7\n7\n7\n7\n7\n7\n7\n";
  CHECK(contains(refusal([&] { read(alike, std::nullopt); }), "give size=N, one of 1, 3"));
  CHECK(read(alike, 1).size() == 3);
  CHECK(read(alike, 3).size() == 1);
}
