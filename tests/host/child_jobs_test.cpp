// SPDX-License-Identifier: Apache-2.0
#include "host/child_jobs.h"

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/catch.h"

using namespace isobar;

namespace {

using Ends = std::map<std::size_t, ChildEnd>;

/// Runs jobs; each of them must end once.
Ends ends_of(std::size_t count, const std::function<std::string(std::size_t)>& job,
             const ChildSetting& setting) {
  Ends ends;
  run_in_children(count, job, setting, [&](std::size_t number, const ChildEnd& end) {
    INFO("job " << number);
    CHECK(ends.emplace(number, end).second);
  });
  CHECK(ends.size() == count);
  return ends;
}

std::string process() { return std::to_string(getpid()); }

ChildSetting several(unsigned at_once) {
  ChildSetting setting;
  setting.at_once = at_once;
  setting.takes_more = [] { return true; };
  return setting;
}

/// Ends, by a signal, by an exit status, by an exception or by the time limit, those of 200 jobs
/// that a number divides; the others return theirs.
std::string some_end(std::size_t job) {
  if (job % 50 == 7) std::raise(SIGKILL);
  if (job % 50 == 17) _exit(job % 100 == 17 ? 0 : 100);
  if (job % 50 == 27) throw std::runtime_error("job " + std::to_string(job));
  if (job == 199) pause();
  return std::string(job * 100, 'x');
}

}  // namespace

TEST_CASE("a child does one job, unless it takes more") {
  ChildSetting setting;
  setting.at_once = 2;
  const auto job = [](std::size_t) { return process(); };
  std::set<std::string> processes;
  for (const auto& [number, end] : ends_of(20, job, setting)) processes.insert(end.text);
  CHECK(processes.size() == 20);
  processes.clear();
  for (const auto& [number, end] : ends_of(200, job, several(2))) processes.insert(end.text);
  CHECK(processes.size() < 60);
  CHECK(processes.size() > 2);
  CHECK(processes.count(process()) == 0);
}

TEST_CASE("a child that takes no more does no other job") {
  auto setting = several(3);
  int done = 0;  // each child has its own
  setting.takes_more = [&] { return done < 2; };
  std::map<std::string, int> by_process;
  for (const auto& [number, end] : ends_of(
           100,
           [&](std::size_t) {
             ++done;
             return process();
           },
           setting)) {
    ++by_process[end.text];
  }
  for (const auto& [one, jobs] : by_process) CHECK(jobs <= 2);
  CHECK(by_process.size() < 100);
}

TEST_CASE("what ends one job of a child ends no other") {
  for (const bool together : {false, true}) {
    auto setting = together ? several(2) : ChildSetting{};
    setting.seconds = 1;
    for (const auto& [number, end] : ends_of(200, some_end, setting)) {
      INFO("job " << number);
      using Kind = ChildEnd::Kind;
      const auto rest = number % 50;
      CHECK(end.kind == (rest == 7 || rest == 17 ? Kind::crashed
                         : rest == 27            ? Kind::threw
                         : number == 199         ? Kind::hung
                                                 : Kind::returned));
      if (rest == 7) CHECK(end.text == "signal Killed");
      if (rest == 17) CHECK(end.text == (number % 100 == 17 ? "exit status 0" : "exit status 100"));
      if (rest == 27) CHECK(end.text == "job " + std::to_string(number));
      if (end.kind == Kind::returned) CHECK(end.text == std::string(number * 100, 'x'));
    }
  }
}

TEST_CASE("the time limit is each job's, not a child's") {
  auto setting = several(1);
  setting.seconds = 1;
  const auto job = [](std::size_t number) {
    if (number < 4) usleep(400'000);  // a child that does these takes longer than one may
    return process();
  };
  std::set<std::string> processes;
  for (const auto& [number, end] : ends_of(16, job, setting)) {
    CHECK(end.kind == ChildEnd::Kind::returned);
    processes.insert(end.text);
  }
  CHECK(processes.size() < 16);
}

TEST_CASE("jobs that are not to go on end, and so do those beside one whose end is not taken") {
  auto setting = several(2);
  std::size_t ended = 0;
  setting.go_on = [&] { return ended < 10; };
  run_in_children(
      1000,
      [](std::size_t) {
        usleep(1000);
        return std::string();
      },
      setting, [&](std::size_t, const ChildEnd&) { ++ended; });
  CHECK(ended >= 10);
  CHECK(ended < 200);
  setting.go_on = nullptr;
  const auto refuse = [](std::size_t, const ChildEnd&) { throw std::runtime_error("no"); };
  CHECK_THROWS_WITH(run_in_children(
                        1000, [](std::size_t) { return std::string(); }, setting, refuse),
                    "no");
}
