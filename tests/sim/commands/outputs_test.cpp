// SPDX-License-Identifier: Apache-2.0
// Every output of every kind of run: it is there, or it is refused.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar::test;

TEST_CASE("an output of a run is written, or refused in a line and not there", "[long]") {
  const std::string scheme = GENERATE("lm-c5", "rid", "none");
  const std::string app = GENERATE("none", "loops:g=9", "uts");
  const std::string level = GENERATE("steps", "cycles");
  std::vector<std::string> arguments = {"run",  "--fabric", "torus:3x3",  "--scheme",
                                        scheme, "--level",  level,        "--app",
                                        app,    "--until",  "cycles:9000"};
  if (app == "none") arguments.insert(arguments.end(), {"--load", "spike:9"});
  const std::vector<std::vector<std::string>> all = {
      {"json", "r.json"}, {"record", "r.phases"}, {"save", "r.db"},   {"picture", "r.svg"},
      {"wave", "r.vcd"},  {"wave", "r.fst"},      {"trace", "r.json"}};
  const bool runs = scheme != "rid" || level == "cycles";
  for (const auto& output : all) {
    const Scratch folder;
    auto whole = arguments;
    whole.insert(whole.end(), {"--" + output[0], output[1]});
    const auto ran = run_program(whole, folder.path());
    INFO(scheme << " " << app << " " << level << " --" << output[0] << " " << output[1] << ": "
                << ran.status << " " << ran.err);
    const auto names = folder.names();
    const bool there = std::find(names.begin(), names.end(), output[1]) != names.end();
    if (ran.status == 0) {
      CHECK(there);
    } else {
      CHECK(ran.status == 2);
      CHECK(count(ran.err, "\n") == 1);
      CHECK(contains(ran.err, runs ? output[0] : "level"));
      CHECK(names.empty());
    }
    // All but a record of phases can be had of every run.
    const bool phased = app == "none" && scheme != "rid";
    CHECK(there == (runs && (phased || output[0] != "record")));
  }
}
