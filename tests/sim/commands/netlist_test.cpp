// SPDX-License-Identifier: Apache-2.0
// A PE that Yosys has made into cells of a device, in the place of the model's PEs.
#include <algorithm>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::Scratch;

namespace {

isobar::test::Ran ran(const Scratch& folder, const std::string& line) {
  std::vector<std::string> words;
  static const std::regex spaces(" +");
  std::copy(std::sregex_token_iterator(line.begin(), line.end(), spaces, -1), {},
            std::back_inserter(words));
  return isobar::test::run_program(words, folder.path());
}

/// Synthesizes a small PE and compares it with the model by the line that `synth` prints, and again
/// with the LUT whose output is `sink_tready_o` cleared.
void agrees_unless_broken(const std::string& device) {
  const Scratch folder;
  const auto made = ran(folder,
                        "synth --conditions c4 --dimensions 1 --task-bits 8 --load-bits 5 "
                        "--queue-depth 6 -j1 --netlist mine " +
                            device);
  INFO(made.err);
  REQUIRE(made.status == 0);
  const auto at = made.out.find("isobar cosim");
  REQUIRE(at != std::string::npos);
  const auto line = made.out.substr(at + 7, made.out.find('\n', at) - at - 7);
  const auto same = ran(folder, line);
  INFO(same.err);
  CHECK(same.status == 0);
  CHECK(contains(same.out, "RTL and model agree: 3 of 3 PEs are RTL, 4800 PE-cycles"));

  auto netlist = folder.read("mine/isobar_pe.v");
  const auto output = netlist.find("(sink_tready_o)\n");
  REQUIRE(output != std::string::npos);
  const auto lut = netlist.rfind("16'h", output);
  REQUIRE(lut != std::string::npos);
  folder.write("mine/isobar_pe.v", netlist.replace(lut, 8, "16'h0000"));
  const auto other = ran(folder, line);
  INFO(other.err);
  CHECK(other.status == 1);
  CHECK(contains(other.err, "RTL and model differ"));
}

}  // namespace

TEST_CASE("a netlist of iCE40 agrees with the model, and with a broken LUT it does not",
          "[rtl][long]") {
  agrees_unless_broken("--seeds 0");
}

TEST_CASE("a netlist of ECP5 with LUT RAM agrees with the model, and with a broken LUT it does not",
          "[rtl][long]") {
  agrees_unless_broken("--device ecp5 --queue-memory lut-ram");
}
