// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/task_contents.h"

#include <string>

#include "models/errors.h"
#include "tests/catch.h"

using namespace isobar;

TEST_CASE("contents of tasks: by identity, each taken once", "[workloads]") {
  TaskContents<std::string> contents;
  for (const auto* text : {"a", "b", "c"}) contents.add(text);
  CHECK(contents.take(1) == "b");
  CHECK(contents.at(2) == "c");
  CHECK(contents.size() == 2);
  contents.add("d");
  CHECK(contents.take(3) == "d");
  CHECK(contents.take(0) == "a");
  CHECK(contents.take(2) == "c");
  CHECK(contents.size() == 0);
  CHECK_THROWS_AS(contents.take(1), ModelError);
  CHECK_THROWS_AS(contents.at(4), ModelError);
}
