// SPDX-License-Identifier: Apache-2.0
// PROGRAM [CATCH OPTION ...], or PROGRAM --part I N [CATCH OPTION ...]: each N-th of the tests,
// from the I-th on, in a process of its own. They are copies of one that has begun, for with
// sanitizers to begin takes longer than most tests.
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <systemc>
#include <vector>

#include "host/limited_run.h"
#include "tests/support/test_session.h"

using isobar::test::select_only;
using isobar::test::selected_tests;
using isobar::test::session;

namespace {

bool passes(const std::string& name, int argc, char** argv) {
  std::cout << name << std::endl;
  isobar::RunLimits limits;
  limits.seconds = 600;
  const isobar::Program test = [&] {
    select_only(name);
    return sc_core::sc_elab_and_sim(argc, argv);
  };
  const auto run = isobar::run_limited(test, std::filesystem::current_path(), limits);
  const bool passed = run.end == isobar::LimitedRun::End::exited && run.status == 0;
  if (!passed) std::cout << run.out << run.err << "FAILED: " << name << std::endl;
  return passed;
}

int run_part(std::size_t part, std::size_t parts, int argc, char** argv) {
  const auto tests = selected_tests();
  std::vector<std::string> failed;
  std::size_t ran = 0;
  for (auto i = part - 1; i < tests.size(); i += parts, ++ran) {
    const auto& name = tests[i].getTestCaseInfo().name;
    if (!passes(name, argc, argv)) failed.push_back(name);
  }
  std::cout << ran << " tests, " << failed.size() << " failed\n";
  for (const auto& name : failed) std::cout << "  " << name << '\n';
  return ran > 0 && failed.empty() ? 0 : 1;
}

}  // namespace

int sc_main(int /*argc*/, char** /*argv*/) { return session().run(); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  // Properties are tried on a thousand cases, the same ones each time unless asked otherwise; on
  // few of them where each takes five to ten times as long.
#ifdef ISOBAR_SANITIZED
  setenv("RC_PARAMS", "seed=1 max_success=40", 0);
#else
  setenv("RC_PARAMS", "seed=1 max_success=1000", 0);
#endif
  std::size_t part = 0;
  std::size_t parts = 0;
  if (argc > 3 && argv[1] == std::string("--part")) {
    part = std::stoul(argv[2]);
    parts = std::stoul(argv[3]);
    argv[3] = argv[0];
    argc -= 3;
    argv += 3;
  }
  if (const int wrong = session().applyCommandLine(argc, argv); wrong != 0) return wrong;
  return parts > 0 ? run_part(part, parts, argc, argv) : sc_core::sc_elab_and_sim(argc, argv);
}
