// SPDX-License-Identifier: Apache-2.0
// What crosses between PEs where tasks do not send each other as much as they get.
#include "models/schemes/hetero/directory.h"
#include "tests/catch.h"

using namespace isobar;

namespace {

using Bytes = std::map<Node, std::int64_t>;

/// Task 0 on PE 0 sends 10 to task 1 and gets 3; it sends task 2 nothing and gets 50.
const TaskCard here{0, 1, 0, {{1, 0, 10, 3}, {2, 1, 0, 50}}};

Directory of_pe_0() {
  Directory directory(0);
  directory.starts(here);
  return directory;
}

}  // namespace

TEST_CASE("directory: a PE sends what its tasks send, and not what they get") {
  auto directory = of_pe_0();
  CHECK(directory.off_pe({&here}) == Bytes{{1, 0}});
  directory.set(1, 2, 1);
  CHECK(directory.off_pe({&here}) == Bytes{{1, 0}, {2, 10}});
}

TEST_CASE("directory: a move loses and gains what goes both ways") {
  const auto directory = of_pe_0();
  CHECK(directory.lost_locality(here, 3) == 13);
  CHECK(directory.lost_locality(here, 1) == 13 - 50);
}
