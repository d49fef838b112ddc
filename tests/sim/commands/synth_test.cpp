// SPDX-License-Identifier: Apache-2.0
// What `isobar synth` says of PEs, and what it refuses.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::run_program;
using isobar::test::Scratch;
using Json = nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// Returns the command that synthesizes small PEs, with these words added to it.
Words small(const Words& more) {
  Words words = {"synth", "--dimensions", "1", "--task-bits",   "8", "--load-bits",
                 "7",     "-j",           "2", "--queue-depth", "6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("synth refuses what no PE or device is, and says what is allowed") {
  struct Refused {
    Words words;
    std::string part;
  };
  for (const auto& [words, part] : std::vector<Refused>{
           {{"--conditions", "c5..c1"}, "ends before it begins"},
           {{"--dimensions", "0"}, "must be from 1 to 16, not 0"},
           {{"--dimensions", "2..1"}, "ends before it begins"},
           {{"--radix2", "5"}, "a dimension must be from 1 to 4"},
           {{"--device", "hx9k"}, "no such device; allowed: hx1k"},
           {{"--queue-memory", "flash"}, "no such memory; allowed: registers"},
           {{"--queue-memory", "lut-ram"}, "hx8k has no LUT RAM"},
           {{"--scheme", "nna-portions", "--dimensions", "4"}, "must be from 1 to 3, not 4"},
           {{"--netlist", "f"}, "it holds one PE"},
           {{"--netlist", "f", "--conditions", "c5", "--dimensions", "2", "--device", "ecp5"},
            "Yosys has no model of ecp5's block RAM"},
           {{"--phase-end", "tree", "--scheme", "de"}, "no such end; allowed: words, slot"},
           {{"--phase-end", "slot"}, "only PEs of --scheme de, nna-portions or hhc-b have"},
           {{"--conditions", "c5", "--scheme", "de"}, "only PEs of --scheme lm have it"},
           {{"--radix2", "all", "--scheme", "de"}, "only PEs of --scheme lm or steal have it"},
           {{"--queue-depth", "70000"}, "the queue is 4480000 bits"},
           {{"--lanes", "7", "--scheme", "de"}, "have to divide the 64 bits of a task"},
           {{"--scheme", "rid"}, "no PE of it is RTL; allowed: lm, de, nna-portions"},
           {{"--phase-end", "slot", "--scheme", "steal"}, "only PEs of --scheme de, nna-portions"},
           {{"--netlist", "f", "--scheme", "steal", "--dimensions", "1"}, "in whole fabrics alone"},
           {{"--lanes", "16", "--scheme", "steal", "--dimensions", "1"}, "to serve the queue's"},
           {{"--seeds", "1", "--device", "ecp5"}, "ecp5 is not placed"},
           {{"--latency", "0"}, "must be from 1 to 65535"},
           {{"--jobs", "0"}, "must be from 1 to 1024"},
       }) {
    Words all = {"synth"};
    all.insert(all.end(), words.begin(), words.end());
    const auto ran = run_program(all);
    INFO(part << "\n" << ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(contains(ran.err, part));
  }
}

TEST_CASE("synth counts the cells of a PE as a whole and by module, in words and as JSON",
          "[rtl][long]") {
  const Scratch folder;
  const auto told = [&](const Words& more) {
    const auto ran = run_program(small(more), folder.path());
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return ran.out;
  };
  const auto placed = told({"--conditions", "c0,c4", "--seeds", "1", "--json", "placed.json"});
  CHECK(contains(placed, "| c0 | 1 |"));
  CHECK(contains(placed, "logic cells | MHz, median"));
  const auto json = Json::parse(folder.read("placed.json"));
  REQUIRE(json["rows"].size() == 2);
  for (const auto& pe : json["rows"]) {
    // LUTs of two modules can become one; registers do not.
    int registers = 0;
    for (const auto& [part, cells] : pe["by_module"].items()) {
      registers += cells["registers"].get<int>();
    }
    CHECK(registers == pe["registers"]);
    CHECK(pe["logic_cells"] >= pe["registers"].get<int>());
  }
  for (const std::string scheme : {"de", "nna-portions"}) {
    const auto counted = told({"--scheme", scheme, "--seeds", "0", "--phase-end", "slot"});
    INFO(counted);
    CHECK(contains(counted, "queue's share"));
  }
  CHECK(contains(told({"--scheme", "steal", "--seeds", "0"}), "| steal | 1 |"));
  CHECK(contains(told({"--conditions", "c5", "--device", "ecp5", "--queue-memory", "lut-ram"}),
                 "a queue of 6 in LUT RAM"));
  CHECK(contains(told({"--conditions", "c5", "--radix2", "all", "--seeds", "0", "--queue-memory",
                       "registers"}),
                 "| c5 | 1 |"));
  // One that is too large for its device.
  const auto large = run_program({"synth", "--conditions", "c5", "--dimensions", "4", "--device",
                                  "lp1k", "--seeds", "1", "-j", "2"});
  INFO(large.out << large.err);
  CHECK(large.status == 1);
  CHECK(contains(large.err, "could not be placed on lp1k"));
}
