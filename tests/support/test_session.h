// SPDX-License-Identifier: Apache-2.0
// What a program of tests is made of that chooses its tests itself. Catch2's runner is in the
// source that includes this; one of a program does.
#pragma once
#define CATCH_CONFIG_RUNNER
#include <string>

#include "tests/catch.h"

namespace isobar::test {

inline Catch::Session& session() {
  static Catch::Session only;
  return only;
}

/// The tests that the command line names.
inline auto selected_tests() {
  const auto& config = session().config();
  return filterTests(Catch::getAllTestCasesSorted(config), config.testSpec(), config);
}

/// Catch2 shall run the test of this name and no other.
inline void select_only(const std::string& name) {
  std::string spec;
  for (const char c : name) {
    if (std::string("\\,[").find(c) != std::string::npos) spec += '\\';
    spec += c;
  }
  auto data = session().configData();
  data.testsOrTags = {spec};
  session().useConfigData(data);
}

}  // namespace isobar::test
