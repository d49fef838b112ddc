// SPDX-License-Identifier: Apache-2.0
#include "models/pe/word_ages.h"

#include <vector>

#include "models/errors.h"
#include "tests/catch.h"

using namespace isobar;

namespace {

constexpr std::size_t load = 0;
constexpr std::size_t probe = 1;
const std::vector<WordKind> kinds = {{"load", 8}, {"probe", 1, false}};

}  // namespace

TEST_CASE("a word is as old as what it says", "[agents]") {
  WordAges ages(kinds);
  CHECK_FALSE(ages.of(3, load, 100));
  ages.heard(3, load, 60);
  ages.heard(4, load, 90);
  CHECK(ages.of(3, load, 100) == 40);
  CHECK(ages.of(4, load, 100) == 10);
  ages.heard(3, load, 95);
  CHECK(ages.of(3, load, 100) == 5);
}

TEST_CASE("of a kind that is not remembered only the last word of all has an age", "[agents]") {
  WordAges ages(kinds);
  ages.heard(3, probe, 60);
  CHECK(ages.of(3, probe, 100) == 40);
  ages.heard(4, load, 90);
  CHECK_THROWS_AS(ages.of(3, probe, 100), ModelError);
}
