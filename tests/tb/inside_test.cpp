// SPDX-License-Identifier: Apache-2.0
// The signals in a PE of the RTL: as they are written, and in a wave file beside those that are
// compared.
#include "models/errors.h"
#include "tb/vcd_text.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"

using namespace isobar;
using test::contains;
using test::run_program;
using test::Scratch;

namespace {

constexpr std::uint64_t cycle_time = 4000;  ///< in picoseconds, at 250 MHz

}  // namespace

TEST_CASE("the text of a module's signals has their names, and then what changes") {
  VcdText text;
  text.take("$version x $end\n$timescale 1ps $end\n\n $scope module TOP $end\n  $var wi");
  text.take("re  1 # clk_i $end\n  $scope module pe $end\n   $var wire  1 # clk_i $end\n");
  text.take("   $var wire 70 +! wide [69:0] $end\n  $upscope $end\n $upscope $end\n");
  CHECK_THROWS_AS(text.signals(), ModelError);
  text.take("$enddefinitions $end\n\n\n#0\n0#\nb0");
  const auto& signals = text.signals();
  REQUIRE(signals.size() == 3);
  CHECK(signals[1].scopes == std::vector<std::string>{"TOP", "pe"});
  CHECK(signals[1].name == "clk_i");
  CHECK(signals[1].value == signals[0].value);
  CHECK(signals[2].name == "wide");
  CHECK(signals[2].bits == 70);
  text.take("11 +!\n");
  const auto& first = text.changes();
  REQUIRE(first.size() == 2);
  CHECK(first[0].value == signals[0].value);
  CHECK(first[0].bits == "0");
  CHECK(first[1].value == signals[2].value);
  CHECK(first[1].bits == "011");
  text.take("#1\n1#\n");
  REQUIRE(text.changes().size() == 1);
  CHECK(text.changes().empty());
}

TEST_CASE("the signals inside a PE are in the wave file, at the time of those that are compared",
          "[rtl]") {
  const Scratch folder;
  const auto ran = run_program(
      {"cosim", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", "--traffic", "0.2",
       "--stalls", "0.3", "--until", "steps:6", "--wave", "run.vcd", "--inside", "1,4"},
      folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto file = test::read_wave(folder.path() / "run.vcd");
  const auto& waves = file.signals;
  CHECK(waves.count("isobar.pe_0.inside.clk_i") == 0);
  CHECK(waves.count("isobar.pe_4.inside.clk_i") == 1);
  const std::string pe = "isobar.pe_1.";
  const std::vector<std::pair<std::string, std::string>> same = {
      {"rtl.load", "inside.u_queue.load_q"},  {"rtl.shift", "inside.u_condition.shift_o"},
      {"rtl.accepts", "inside.accept"},       {"rtl.lands", "inside.landed"},
      {"rtl.holds", "inside.source_valid_q"}, {"rtl.held", "inside.source_tdata_o"}};
  const auto end = file.times.back() - file.times.back() % cycle_time;
  std::size_t changes = 0;
  for (std::uint64_t time = 0; time < end; time += cycle_time) {
    for (const auto& [rtl, inside] : same) {
      INFO(inside << " at " << time);
      const auto value = test::value_at(waves.at(pe + rtl), time);
      // Whether a decision is made is not the condition's to say, nor what is held when nothing is.
      if (rtl == "rtl.shift" && value == "0") continue;
      if (rtl == "rtl.held" && value == "0") continue;
      REQUIRE(test::value_at(waves.at(pe + inside), time) == value);
    }
    const auto& clk = waves.at(pe + "inside.clk_i");
    REQUIRE(test::value_at(clk, time) == "1");
    REQUIRE(test::value_at(clk, time + cycle_time / 2) == "0");
    changes += waves.at(pe + "inside.u_slot.cycle_q").count(time);
  }
  CHECK(changes == end / cycle_time);
  const auto layout = folder.read("run.gtkw");
  for (const char* shown : {"clk_i", "rst_ni", "u_slot.cycle_q", "u_queue.head_q", "u_queue.tail_q",
                            "u_serializer.beats_q", "u_serializer.shift_q"}) {
    CHECK(contains(layout, "isobar.pe_1.inside." + std::string(shown)));
  }
  CHECK_FALSE(contains(layout, "inside.u_slot.cycle_d"));
  CHECK(contains(folder.read("run.surf.ron"), R"(["isobar", "pe_1", "inside", "u_slot"])"));
}

TEST_CASE("what cannot be looked into is refused", "[rtl]") {
  const Scratch folder;
  const auto refused = [&](std::vector<std::string> more) {
    std::vector<std::string> all = {"cosim", "--fabric", "ring:8", "--scheme",
                                    "lm-c5", "--load",   "spike:2"};
    all.insert(all.end(), more.begin(), more.end());
    const auto ran = run_program(all, folder.path());
    CHECK(ran.status == 2);
    CHECK(folder.names().empty());
    return ran.err;
  };
  CHECK(contains(refused({"--inside", "3"}), "there is no wave file"));
  CHECK(contains(refused({"--inside", "9", "--wave", "a.fst"}), "from 0 to 7, not 9"));
  CHECK(contains(refused({"--inside", "4", "--wave", "a.fst", "--rtl-pes", "0..3"}),
                 "PE 4 is not RTL (rtl_pes)"));
  CHECK(contains(refused({"--inside", "3", "--wave", "a.fst", "--wave-scope", "pes=1"}),
                 "PE 3 is not in the wave file (wave_scope)"));
}
