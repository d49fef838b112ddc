// SPDX-License-Identifier: Apache-2.0
// RTL of a user's own in the place of the release's: changed, of another name, with more
// parameters, without any, and wrong.
#include <fmt/format.h>

#include <filesystem>
#include <regex>

#include "host/data_root.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using isobar::test::contains;
using isobar::test::Scratch;

namespace {

namespace fs = std::filesystem;

isobar::test::Ran cosim(const Scratch& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"cosim",  "--fabric", "ring:8", "--scheme", "lm-c5",
                                        "--load", "spike:2",  "--rtl",  "mine"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return isobar::test::run_program(arguments, folder.path());
}

std::string of_release(const std::string& file) {
  const Scratch copy;
  fs::copy(isobar::data_root() / "rtl" / "liquid" / file, copy.path() / file);
  return copy.read(file);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("own RTL: one changed file takes the place of the release's, and the rest stays",
          "[rtl]") {
  const Scratch folder;
  fs::create_directory(folder.path() / "mine");
  const auto condition = of_release("isobar_condition.sv");
  folder.write("mine/isobar_condition.sv", condition + "// no change\n");
  const auto same = cosim(folder, {});
  INFO(same.err);
  CHECK(same.status == 0);
  CHECK(contains(same.out, "8 of 8 PEs are RTL"));
  folder.write("mine/isobar_condition.sv",
               changed(condition, "own_i >= successor_i", "own_i > successor_i"));
  const auto other = cosim(folder, {});
  CHECK(other.status == 1);
  CHECK(contains(other.err, "shift: RTL 0, model 1"));
  const auto whole = cosim(folder, {"--whole"});
  CHECK(whole.status == 1);
  CHECK(contains(whole.err, "RTL and model differ"));
}

TEST_CASE("own RTL: a PE of another name, with more parameters and macros", "[rtl]") {
  const Scratch folder;
  fs::create_directory(folder.path() / "mine");
  auto pe = of_release("isobar_pe.sv");
  pe = changed(pe, "module isobar_pe #(", "module my_pe #(\n  parameter bit Lazy = `LAZY,");
  pe = changed(pe, "assign shift = deciding && condition_holds;",
               "assign shift = deciding && condition_holds && !Lazy;");
  folder.write("mine/my_pe.sv", pe);
  const auto ran = cosim(folder, {"--top", "my_pe", "--define", "LAZY=1'b0"});
  INFO(ran.err);
  CHECK(ran.status == 0);
  const auto lazy = cosim(folder, {"--top", "my_pe", "--define", "LAZY=1'b1"});
  CHECK(lazy.status == 1);
  CHECK(contains(lazy.err, "shift: RTL 0, model 1"));
  CHECK(contains(folder.read("isobar-mismatch.gtkw"), "isobar.pe_0.inside.u_slot.cycle_q"));
  const auto undefined = cosim(folder, {"--top", "my_pe"});
  CHECK(undefined.status == 2);
  CHECK(contains(undefined.err, "LAZY"));
  const auto absent = cosim(folder, {"--top", "your_pe"});
  CHECK(absent.status == 2);
  CHECK(contains(absent.err, "no source declares a module your_pe"));
}

TEST_CASE("own RTL: a module without parameters, as a netlist is", "[rtl]") {
  const Scratch folder;
  fs::create_directory(folder.path() / "mine");
  auto pe = of_release("isobar_pe.sv");
  // What the run makes of its parameters, written into the module.
  const auto begin = pe.find("module isobar_pe #(");
  const auto end = pe.find(") (\n", begin);
  REQUIRE(end != std::string::npos);
  std::string constants =
      "localparam int unsigned Dimensions = 1, TaskBits = 64, LoadBits = 16, Depth = 32,\n"
      "  MaxLanes = 1, CountBits = 16, CounterBits = 32, DimensionBits = 1;\n"
      "localparam bit [2:0] Condition = isobar_pkg::CondC5;\n"
      "localparam bit [1:0] QueueMemory = isobar_pkg::MemoryBlock;\n"
      "localparam bit [0:0] Radix2 = '0;\n"
      "localparam bit [15:0] Lanes = 1, CyclesPerBit = 1, Setup = 0, Latency = 1;\n";
  pe = pe.substr(0, begin) + "package mine_pkg;\n" + constants + "endpackage\nmodule isobar_pe " +
       "import mine_pkg::*;\n(\n" + pe.substr(end + 4);
  folder.write("mine/isobar_pe.sv", pe);
  const auto ran = cosim(folder, {"--queue-depth", "32"});
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "8 of 8 PEs are RTL"));
  // What is made for other sizes than the run's is not run.
  const auto other = cosim(folder, {"--queue-depth", "32", "--task-bits", "400"});
  CHECK(other.status == 2);
  CHECK(contains(other.err, "port sink_tdata_i has 8 bytes, and this run's has 400 bits"));
}

TEST_CASE("own RTL: what does not compile is told as Verilator tells it, with file and line",
          "[rtl]") {
  const Scratch folder;
  fs::create_directory(folder.path() / "mine");
  folder.write("mine/isobar_condition.sv",
               changed(of_release("isobar_condition.sv"), "endmodule", "assign = ;\nendmodule"));
  const auto ran = cosim(folder, {});
  INFO(ran.err);
  CHECK(ran.status == 2);
  CHECK(contains(ran.err, "cannot be built"));
  CHECK(std::regex_search(ran.err, std::regex("isobar_condition\\.sv:[0-9]+")));
  CHECK_FALSE(contains(ran.err, "internal"));
  CHECK(folder.names() == std::vector<std::string>{"mine"});
}

TEST_CASE("own RTL: folders and names that cannot be are refused", "[rtl]") {
  const Scratch folder;
  fs::create_directory(folder.path() / "mine");
  CHECK(contains(cosim(folder, {}).err, "no .sv and no .v file"));
  CHECK(contains(cosim(folder, {"--top", "a b"}).err, "'a b' is not a module's name"));
  CHECK(contains(cosim(folder, {"--define", "1X"}).err, "'1X' is not a macro"));
  CHECK(contains(cosim(folder, {"--whole", "--top", "pe"}).err, "made of isobar_pe"));
  const auto none = isobar::test::run_program(
      {"cosim", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2", "--rtl", "yours"},
      folder.path());
  CHECK(none.status == 2);
  CHECK(contains(none.err, "'yours' is no folder"));
}
