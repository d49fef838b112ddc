// SPDX-License-Identifier: Apache-2.0
// The program tries to break itself, and each of its laws can fail.
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "models/errors.h"
#include "models/fabric/fabric.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"
#include "sim/config/key_table.h"
#include "sim/torture/corpus.h"
#include "sim/torture/draw.h"
#include "sim/torture/draw_text.h"
#include "sim/torture/judge.h"
#include "sim/torture/program_laws.h"
#include "sim/torture/result_laws.h"
#include "sim/torture/shrink.h"
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

Json result_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  arguments.insert(arguments.end(), {"--json", "-"});
  return Json::parse(run_program(arguments).out);
}

/// The law that a program breaks in an experiment; empty if it keeps all.
std::string broken_by(const fs::path& program, const Scratch& folder,
                      const std::string& line =
                          "isobar run --fabric ring:4 --scheme lm-c5 --load "
                          "spike:2") {
  RunLimits limits;
  limits.seconds = 0.5;
  limits.grace = 0.5;
  limits.asleep = 0.5;
  const auto here = fs::current_path();
  const auto verdict = Judge(run_of(program), folder.path(), limits).judge(parse_trial(line));
  fs::current_path(here);
  return verdict.finding ? verdict.finding->law : "";
}

/// A result that keeps all laws breaks this one with another value at `path`.
void check_breaks(Json result, const char* path, const Json& value, const std::string& law) {
  CHECK_FALSE(broken_result_law(result));
  result[Json::json_pointer(path)] = value;
  const auto finding = broken_result_law(result);
  INFO(path);
  REQUIRE(finding);
  CHECK(finding->law == law);
}

}  // namespace

TEST_CASE("experiments drawn from fixed seeds break no law", "[volume]") {
  const auto ran = run_program({"torture", "--seed", "1", "--count", "300", "-q"});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "300 experiments: "));
}

TEST_CASE("many more of them break no law", "[long][torture]") {
  const auto ran = run_program({"torture", "--seed", "2", "--count", "700", "-q"});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
}

TEST_CASE("what once broke a law breaks none") {
  const auto ran = run_program(
      {"torture", "-q", "--corpus", ISOBAR_SOURCE_DIR "/tests/data/torture_corpus.txt"});
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK_FALSE(contains(ran.out, "\n0 experiments"));
}

TEST_CASE("an experiment is a line, and a line the experiment") {
  const auto line =
      "printf 'switch 3\\n0 3\\n' >g.graph && printf '50%%\\\\' >'a b' && isobar run --fabric "
      "graph:g.graph --scheme 'it'\\''s' --set link.2.latency=3 --load=-1 --summary --set csv=";
  const auto trial = parse_trial(line);
  REQUIRE(trial.files.size() == 2);
  CHECK(trial.files[0].text == "switch 3\n0 3\n");
  CHECK(trial.files[1].name == "a b");
  CHECK(trial.files[1].text == "50%\\");
  CHECK(*trial.find("scheme") == "it's");
  CHECK(*trial.find("link.2.latency") == "3");
  CHECK(*trial.find("load") == "-1");
  CHECK(*trial.find("summary") == "true");
  CHECK(line_of(trial) == line);
  for (const auto* wrong : {"isobar list", "isobar run --fabrik x", "isobar run --load", "echo",
                            "printf 'x' >f", "isobar run --set x", "isobar run $(ls)"}) {
    INFO(wrong);
    CHECK_THROWS_AS(parse_trial(wrong), ValueError);
  }
}

TEST_CASE("draws are the same every time, and reach all that the program lists") {
  const Scratch folder;
  const auto here = fs::current_path();
  fs::current_path(folder.path());
  const auto draw = [](std::uint64_t number) { return draw_trial(1, number, [](const Trial&) {}); };
  CHECK(line_of(draw(5)) == line_of(draw(5)));
  std::set<std::string> schemes_drawn;
  std::set<std::string> applications_drawn;
  std::set<std::string> fabrics_drawn;
  std::set<std::string> keys_drawn;
  const auto before_colon = [](const std::string* value) {
    return value == nullptr ? "" : value->substr(0, value->find(':'));
  };
  for (std::uint64_t number = 0; number < 1500; ++number) {
    const auto trial = draw(number);
    schemes_drawn.insert(before_colon(trial.find("scheme")));
    applications_drawn.insert(before_colon(trial.find("app")));
    fabrics_drawn.insert(before_colon(trial.find("fabric")));
    for (const auto& [key, value] : trial.options) keys_drawn.insert(key);
  }
  fs::current_path(here);
  for (const auto& [name, entry] : schemes()) {
    INFO(name);
    if (name.rfind("test-", 0) != 0) CHECK(schemes_drawn.count(name) == 1);
  }
  for (const auto& [name, entry] : applications()) {
    INFO(name);
    CHECK(applications_drawn.count(name) == 1);
  }
  for (const auto& form : fabric_families()) {
    INFO(form.form);
    CHECK(fabrics_drawn.count(std::string(form.name())) == 1);
  }
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) {
      INFO(key.name);
      const bool is_of_rtl = section.where == "level rtl" || key.where == "level rtl" ||
                             key.name == "mismatch_wave" || key.name == "link.lanes";
      if (!is_of_rtl && key.name != "json") CHECK(keys_drawn.count(key.name) == 1);
    }
  }
}

TEST_CASE("a key whose values are texts can be drawn") {
  for (const auto* key : config_keys()) {
    INFO(key->name);
    const bool is_text = key->kind.base == ValueKind::Base::text;
    if (is_text && key->name != "scheme") CHECK(texts_to_draw().count(key->name) == 1);
  }
}

TEST_CASE("a result that is doctored breaks the law that it should") {
  const auto [path, value, law] = GENERATE(table<const char*, Json, const char*>({
      {"/schema", "isobar.run/0", "a result holds to its schema"},
      {"/pes", nullptr, "a result holds to its schema"},
      {"/links/0/idle_cycles", 1, "the cycles of every link add up to the run's"},
      {"/messages/words", 7, "what is said of all links is the sum of the links"},
      {"/spent/barriers", 3, "what the cycles were spent on adds up to them"},
      {"/link_use/max", 1.5, "a share is from 0 to 1"},
      {"/cycles/to_share", 1'000'000, "what is reached is reached within the run"},
      {"/load/total", 9, "loads fit their sum and their bounds"},
      {"/shared", false, "loads fit their sum and their bounds"},
      {"/costs/energy_pj", 1.0, "the energy is the sum of its parts"},
      {"/ended", "rest", "the ending fits the goal"},
  }));
  check_breaks(result_of({"--fabric", "ring:4", "--scheme", "lm-c5", "--load", "spike:2"}), path,
               value, law);
}

TEST_CASE("a doctored result of an application breaks the law that it should") {
  const auto [path, value, law] = GENERATE(table<const char*, Json, const char*>({
      {"/application/pes/0/wait", 1'000, "the cycles of every executor add up to the run's"},
      {"/application/cycles/idle", 1, "the cycles of every executor add up to the run's"},
      {"/application/shares/work", -0.1, "a share is from 0 to 1"},
      {"/application/executed", 3, "no task is lost, none comes from nowhere"},
  }));
  check_breaks(result_of({"--fabric", "ring:4", "--scheme", "steal", "--app", "uts:d=3"}), path,
               value, law);
}

TEST_CASE("sentences without sense are found") {
  CHECK_FALSE(text_laws("busy 99.9 % of the time, 656.5 % full, advice: low=inf\n"));
  CHECK(text_laws("busy 100.1 % of the time\n"));
  CHECK(text_laws("busy -0.1 % of the time\n"));
  CHECK(text_laws("busy nan % of the time\n"));
  CHECK(text_laws("it took inf ns\n"));
}

TEST_CASE("a program that crashes, hangs or talks nonsense is found") {
  const auto [script, law] = GENERATE(table<const char*, const char*>({
      {"kill -SEGV $$", "the program does not crash"},
      {"trap '' INT; while :; do :; done", "a run that takes long ends on Ctrl-C"},
      {"trap '' INT; sleep 20 & wait; sleep 20", "a run that takes long ends on Ctrl-C"},
      {"echo 'isobar: internal error, please report it: x' >&2; exit 1",
       "errors are the user's, and never internal"},
      {"echo '==1==ERROR: AddressSanitizer: x' >&2; exit 1",
       "no sanitizer and no library complains"},
      {"exit 3", "the exit status is 0, 1 or 2"},
      {"echo oops >&2", "what is said begins with the program's name"},
      {"exit 2", "wrong input gets one line that says why"},
      {"echo 'isobar: no' >&2; echo 'isobar: no' >&2; exit 2",
       "wrong input gets one line that says why"},
      {"echo result; echo 'isobar: no' >&2; exit 2", "wrong input gets one line that says why"},
      {"touch result; echo 'isobar: no' >&2; exit 2", "--print-config and refusals write no file"},
      {"exit 0", "--json - writes JSON and nothing else"},
      {"[[ $* == *print-config ]] || { echo 'isobar: no' >&2; exit 2; }",
       "what --print-config takes runs"},
  }));
  const Scratch folder;
  INFO(script);
  CHECK(broken_by(impostor(folder, script), folder) == law);
}

TEST_CASE("a program whose levels, configurations or outputs differ is found") {
  const std::string real = ISOBAR_PROGRAM;
  const auto [what, law] = GENERATE(table<std::string, const char*>({
      {"[[ $* == *'--level steps'*again.json* ]] && a=(--seed 2)", "the levels agree"},
      {"[[ $2 == run.toml ]] && a=(--seed 2)",
       "a printed configuration is the same experiment, whatever is written"},
      {"[[ $2 == run.toml && $* == *--level* ]] && a=(--seed 2)",
       "outputs and levels change no number"},
  }));
  const Scratch folder;
  const auto script = fmt::format("a=()\n{}\nexec {} \"$@\" \"${{a[@]}}\"", what, real);
  INFO(script);
  CHECK(broken_by(impostor(folder, script), folder,
                  "isobar run --fabric ring:4 --scheme lm-c5 --load uniform:0..9") == law);
}

TEST_CASE("a program that loses a task, or its exit status, is found") {
  const std::string real = ISOBAR_PROGRAM;
  const Scratch folder;
  const auto script = fmt::format(
      "[[ $* == *--print-config ]] && exec {0} \"$@\"\n{0} run --fabric ring:4 --scheme lm-c5 "
      "--load "
      "spike:1 --json -",
      real);
  CHECK(broken_by(impostor(folder, script), folder) == "no task is lost, none comes from nowhere");
  const auto status = fmt::format("{} \"$@\"; [[ $* == *--print-config ]] && exit 0; exit 1", real);
  CHECK(broken_by(impostor(folder, status), folder) ==
        "the exit status says whether the goal was reached");
  const auto silent = fmt::format("{} \"$@\"; s=$?; rm -f out.csv; exit $s", real);
  CHECK(broken_by(impostor(folder, silent), folder,
                  "isobar run --fabric ring:4 --scheme lm-c5 --load spike:2 --csv out.csv") ==
        "output files appear whole");
}

TEST_CASE("what this machine cannot do breaks no law") {
  const Scratch folder;
  const std::string shown =
      fmt::format("[[ $* == *--print-config ]] && exec {} \"$@\"\n", ISOBAR_PROGRAM);
  for (const std::string lacks :
       {"echo 'isobar: a plot needs gnuplot, which is not on this machine' >&2; exit 2",
        "head -c 70000000 /dev/zero; exit 1"}) {
    INFO(lacks);
    CHECK(broken_by(impostor(folder, shown + lacks), folder).empty());
  }
  CHECK(broken_by(impostor(folder, shown + "head -c 7000 /dev/zero; exit 1"), folder) ==
        "--json - writes JSON and nothing else");
}

TEST_CASE("a finding is shrunk to what it needs") {
  const Scratch folder;
  const auto program =
      impostor(folder, "[[ $* == *uniform* && $* == *lm-c4* ]] && kill -SEGV $$; exit 2");
  const auto trial = parse_trial(
      "printf '0 1\\n' >g.graph && isobar run --fabric torus:4x5 --scheme lm-c4:weighted=yes "
      "--load "
      "uniform:17..90 --seed 12 --task-bits 7 --summary");
  const auto here = fs::current_path();
  const Judge judge(run_of(program), folder.path(), {});
  auto finding = judge.judge(trial).finding;
  REQUIRE(finding);
  const auto least = shrink(judge, trial, *finding, std::chrono::seconds(60));
  fs::current_path(here);
  CHECK(line_of(least) == "isobar run --scheme lm-c4 --load uniform:0..0");
}

TEST_CASE("torture says what it found, and what it was asked wrongly") {
  const Scratch folder;
  const auto program = impostor(folder, "kill -ABRT $$");
  const auto found =
      run_program({"torture", "--count", "2", "--program", program.string(), "-q"}, folder.path());
  CHECK(found.status == 1);
  CHECK(contains(found.out, "broken: the program does not crash\n"));
  CHECK(contains(found.out, "\n  isobar run"));
  CHECK(contains(found.out, "2 experiments: 0 ran, 0 refused, 0 too long, 2 broken\n"));
  const auto none = run_program({"torture", "--corpus", "none.txt"}, folder.path());
  CHECK(none.status == 2);
  CHECK(none.err == "isobar: none.txt cannot be read\n");
  folder.write("c.txt", "# what\n\nisobar run --fabrik x\n");
  CHECK(run_program({"torture", "--corpus", "c.txt"}, folder.path()).err ==
        "isobar: c.txt:3: no such option: --fabrik\n");
}

TEST_CASE("Ctrl-C leaves a summary") {
  const Scratch folder;
  const auto ran = run_program({"torture", "--minutes", "1", "-q"}, folder.path(), 1500);
  CHECK(ran.status == 130);
  CHECK(contains(ran.out, " experiments: "));
}
