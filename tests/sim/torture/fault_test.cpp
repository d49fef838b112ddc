// SPDX-License-Identifier: Apache-2.0
// The program while something goes wrong around it, and programs that would not bear it.
#include "sim/torture/fault.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <set>
#include <vector>

#include "host/limited_run.h"
#include "sim/torture/fault_judge.h"
#include "sim/torture/outputs.h"
#include "tests/catch.h"
#include "tests/support/impostor.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::impostor;
using test::run_program;
using test::Scratch;

namespace {

namespace fs = std::filesystem;

constexpr const char* some_run = "isobar run --fabric ring:4 --scheme lm-c5 --load spike:9";

/// The law that a program breaks under one of many faults; empty if it keeps all.
std::string broken_by(const fs::path& program, const Scratch& folder) {
  const auto here = fs::current_path();
  const FaultJudge judge(program, folder.path(), {});
  Found finding;
  for (std::uint64_t seed = 0; seed < 20 && !finding; ++seed) {
    Dice dice(Random{seed});
    finding = judge.judge(parse_trial(some_run), dice).finding;
  }
  fs::current_path(here);
  return finding ? finding->law : "";
}

LimitedRun run_some(const Scratch& folder, const RunLimits& limits,
                    const Disturbance& disturbance) {
  std::vector<std::string> command = {ISOBAR_PROGRAM};
  for (auto& word : arguments(parse_trial(some_run))) command.push_back(word);
  command.insert(command.end(), {"--csv", "out.csv", "--save", "out.db"});
  return run_limited(command, folder.path(), limits, disturbance);
}

}  // namespace

TEST_CASE("full disks, signals and lost outputs break no law", "[volume]") {
  const Scratch temporary;  // where runs that are killed leave their temporary folders
  setenv("TMPDIR", temporary.path().c_str(), 1);
  const auto ran = run_program({"torture", "--faults", "--seed", "1", "--count", "30", "-q"});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK(fs::is_empty(temporary.path()));
}

TEST_CASE("many more faults break no law", "[long][torture]") {
  const auto ran = run_program({"torture", "--faults", "--seed", "2", "--count", "20", "-q"});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
}

TEST_CASE("faults are of every kind, and the same every time") {
  std::set<std::string> kinds;
  Dice dice(Random{1});
  Dice again(Random{1});
  for (int i = 0; i < 200; ++i) {
    const auto fault = draw_fault(dice, {}, 1.0, 10'000);
    CHECK(fault.words == draw_fault(again, {}, 1.0, 10'000).words);
    kinds.insert(fault.words.substr(0, fault.words.find_last_not_of("0123456789. bytes")));
    if (fault.fills_disk()) CHECK(*fault.limits.file_bytes <= 10'000);
  }
  CHECK(kinds.size() >= 6);
}

TEST_CASE("a program that does not bear faults is found") {
  const std::string real = ISOBAR_PROGRAM;
  // What it does besides, or in the place of its exit, where it runs with faults.
  const auto [what, law] = GENERATE(table<const char*, const char*>({
      {"printf half >out.json", "a file appears whole or not at all"},
      {"touch .isobar-1", "nothing is left but what was asked for"},
      {"rm -f out.json", "what was there is not lost"},
      {"printf x >out.db", "a stored run can be looked at, whatever ended it"},
      {"s=0", "what could not be written is said"},
      {"kill -SEGV $$", "the program does not crash"},
  }));
  const Scratch folder;
  const auto script = fmt::format(
      "{} \"$@\"; s=$?; [[ $1 == run && $PWD == */disturbed ]] && {{ {}; }}; exit $s", real, what);
  INFO(script);
  CHECK(broken_by(impostor(folder, script), folder) == law);
}

TEST_CASE("all outputs that go with a trial are asked for") {
  const auto all = output_names(with_all_outputs(parse_trial(some_run)));
  CHECK(all.size() == 7);
  const auto own = with_all_outputs(parse_trial(std::string(some_run) + " --csv mine.csv"));
  CHECK(*own.find("csv") == "mine.csv");
}

TEST_CASE("who stops reading ends the program as Ctrl-C does, and finds whole files") {
  const Scratch folder;
  const auto ran = run_some(folder, {}, {Disturbance::Output::left});
  CHECK(ran.end == LimitedRun::End::exited);
  CHECK(ran.status == 128 + SIGPIPE);
  CHECK(ran.err.empty());
  CHECK(folder.names() == std::vector<std::string>{"out.csv", "out.db"});
}

TEST_CASE("without standard output a run says so, and writes its files") {
  const Scratch folder;
  const auto ran = run_some(folder, {}, {Disturbance::Output::closed});
  CHECK(ran.status == 2);
  CHECK(ran.err == "isobar: standard output: not all of it could be written\n");
  CHECK(folder.names() == std::vector<std::string>{"out.csv", "out.db"});
  CHECK(contains(folder.read("out.csv"), "\n"));
}

TEST_CASE("what is said goes into no file where standard output is closed") {
  const Scratch folder;
  const Scratch other;
  const auto record = [](const Scratch& place, const Disturbance& disturbance) {
    run_limited({ISOBAR_PROGRAM, "run", "--fabric", "ring:4", "--load", "spike:9", "--scheme",
                 "lm-c5", "--record", "out.jsonl", "--summary"},
                place.path(), {}, disturbance);
    return place.read("out.jsonl");
  };
  CHECK(record(folder, {}) == record(other, {Disturbance::Output::closed}));
}

TEST_CASE("a full disk is said, and nothing of the file is left") {
  const Scratch folder;
  RunLimits limits;
  limits.file_bytes = 100;
  const auto ran = run_some(folder, limits, {});
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "isobar: "));
  CHECK_FALSE(fs::exists(folder / "out.csv"));
}
