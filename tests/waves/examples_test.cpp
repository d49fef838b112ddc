// SPDX-License-Identifier: Apache-2.0
// The files in waves/examples are what their commands make.
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/waves/wave_file.h"

using namespace isobar::test;

namespace {

std::filesystem::path example(const std::string& name) {
  return std::filesystem::path(ISOBAR_SOURCE_DIR) / "waves/examples" / name;
}

void make(const Scratch& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"run"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto ran = run_program(arguments, folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
}

}  // namespace

TEST_CASE("the example of the ring is Table 3", "[waves]") {
  const Scratch folder;
  make(folder,
       {"--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", "--wave", "ring.fst"});
  for (const std::string name : {"ring.gtkw", "ring.surf.ron"}) {
    CHECK(folder.read(name) == contents(example(name)));
  }
  const auto made = read_wave(folder.path() / "ring.fst");
  std::filesystem::copy(example("ring.fst"), folder.path() / "saved.fst");
  const auto saved = read_wave(folder.path() / "saved.fst");
  CHECK(made.times == saved.times);
  CHECK(made.signals == saved.signals);
}

TEST_CASE("the example of messages is what executors did", "[waves]") {
  const Scratch folder;
  make(folder,
       {"--fabric",   "hypercube:3", "--scheme",      "rid",          "--app",        "uts",
        "--balancer", "software",    "--poll-period", "100",          "--poll-cost",  "10",
        "--handling", "20",          "--wave",        "messages.fst", "--wave-scope", "pes=0..2",
        "--wave-to",  "cycles:4000"});
  for (const std::string name : {"messages.gtkw", "messages.surf.ron"}) {
    CHECK(folder.read(name) == contents(example(name)));
  }
  std::filesystem::copy(example("messages.fst"), folder.path() / "saved.fst");
  CHECK(read_wave(folder.path() / "messages.fst").signals ==
        read_wave(folder.path() / "saved.fst").signals);
}

TEST_CASE("the examples of a part of a torus are what it did", "[waves]") {
  const Scratch folder;
  make(folder, {"--fabric", "torus:32x32", "--scheme", "lm-c5", "--load", "spike:5", "--wave",
                "torus.fst", "--wave-scope", "coordinates=0..2,0..1", "--wave-from", "steps:100",
                "--wave-to", "steps:104"});
  make(folder, {"--fabric", "torus:4x4", "--scheme", "lm-c5", "--load", "spike:2", "--trace",
                "trace.json", "--wave-scope", "coordinates=0..1,0..1", "--wave-to", "steps:8"});
  for (const std::string name : {"torus.gtkw", "torus.surf.ron", "trace.json"}) {
    CHECK(folder.read(name) == contents(example(name)));
  }
  std::filesystem::copy(example("torus.fst"), folder.path() / "saved.fst");
  CHECK(read_wave(folder.path() / "torus.fst").signals ==
        read_wave(folder.path() / "saved.fst").signals);
}
