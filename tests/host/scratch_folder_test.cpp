// SPDX-License-Identifier: Apache-2.0
#include "host/scratch_folder.h"

#include <cstdlib>
#include <fstream>

#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using isobar::temporary_folder;
using isobar::test::Scratch;

// A process of its own runs each test case, so its environment needs no putting back.

TEST_CASE("a temporary folder lies where $TMPDIR says, and goes with all in it", "[tb]") {
  const Scratch place;
  setenv("TMPDIR", place.path().c_str(), 1);
  {
    const auto folder = temporary_folder("isobar-test");
    std::ofstream(folder.path() / "file") << "text";
    CHECK(folder.path().parent_path() == place.path());
    CHECK(std::filesystem::exists(folder.path() / "file"));
    CHECK(temporary_folder("isobar-test").path() != folder.path());
  }
  CHECK(place.names().empty());
}

TEST_CASE("where no temporary folder can be, the complaint names $TMPDIR", "[tb]") {
  const Scratch place;
  setenv("TMPDIR", (place / "none").c_str(), 1);
  const auto said = isobar::test::refusal([] { temporary_folder("isobar-test"); });
  CHECK(isobar::test::contains(said, "$TMPDIR names another place"));
}
