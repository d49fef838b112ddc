// SPDX-License-Identifier: Apache-2.0
// The main program of the tests with mutants. It prints its tests, a line each: the file, a tab,
// the name; and an empty line. Then it reads a line for each test to be run, MUTANT SECONDS WALL
// NAME, runs it in a copy of itself with that mutant on, and answers PASSED PROCESSOR_SECONDS. To
// begin takes longer than most tests do.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "tests/support/test_session.h"

namespace {

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

struct TestRequest {
  int mutant = 0;
  unsigned seconds = 0;  // of the processor, in each process
  unsigned wall = 0;     // of the clock
  std::string test;
};

[[noreturn]] void run(const TestRequest& request, char** argv) {
  setpgid(0, 0);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int descriptor : {0, 1, 2}) dup2(nowhere, descriptor);
  limit(RLIMIT_CPU, request.seconds);
  limit(RLIMIT_AS, 8'000'000'000);
  limit(RLIMIT_CORE, 0);
  alarm(request.wall);
  // Those that are reached before main can be switched on from outside only.
  if (request.mutant > 0) {
    isobar_active_mutant = request.mutant;
    setenv("ISOBAR_MUTANT", std::to_string(request.mutant).c_str(), 1);  // of programs it runs
  }
  isobar::test::select_only(request.test);
  _exit(sc_core::sc_elab_and_sim(1, argv) == 0 ? 0 : 1);
}

}  // namespace

int sc_main(int /*argc*/, char** /*argv*/) { return isobar::test::session().run(); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  if (isobar::test::session().applyCommandLine(argc, argv) != 0) return 1;
  for (const auto& test : isobar::test::selected_tests()) {
    const auto& info = test.getTestCaseInfo();
    std::cout << info.lineInfo.file << '\t' << info.name << '\n';
  }
  std::cout << std::endl;
  TestRequest request;
  while (std::cin >> request.mutant >> request.seconds >> request.wall &&
         std::getline(std::cin >> std::ws, request.test)) {
    const auto child = fork();
    if (child == 0) run(request, argv);
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child) return 1;
    kill(-child, SIGKILL);  // what it forked
    const auto time = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) / 1e6; };
    std::cout << (status == 0 ? 1 : 0) << ' ' << time(used.ru_utime) + time(used.ru_stime)
              << std::endl;
  }
  return 0;
}
