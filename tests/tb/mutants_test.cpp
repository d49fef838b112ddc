// SPDX-License-Identifier: Apache-2.0
// The co-simulation would notice a fault in the RTL.
#include "tb/mutants/mutants.h"

#include "models/errors.h"
#include "tb/mutants/equal.h"
#include "tests/catch.h"
#include "tests/support/scratch.h"

using namespace isobar;

namespace {

/// Requires that mutants of a PE are caught or explained, and some of each of these parts caught.
void require_all_caught(const RtlModules& modules, const std::vector<std::string>& parts) {
  const auto report = run_mutants(modules);
  INFO(mutation_text(report));
  CHECK(report.passed());

  std::map<std::string, int> mutants;
  std::map<std::string, int> caught;
  for (const auto& fate : report.mutants) {
    ++mutants[fate.mutant.part];
    if (fate.caught) ++caught[fate.mutant.part];
    // With another version of Yosys there may be survivors that nothing explains.
    if (fate.caught || report.yosys == report.explained_with) CHECK_FALSE(fate.how.empty());
  }
  CHECK(report.mutants.size() >= 60);
  for (const auto& part : parts) {
    INFO(part);
    CHECK(mutants[part] >= 8);
    CHECK(caught[part] >= 8);
  }
}

}  // namespace

// These take minutes and are called by hand; docs/rtl.md says when they were called last.
TEST_CASE("every mutant of the Liquid PE that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(
      rtl_modules(RtlDesign::liquid),
      {"isobar_condition", "isobar_queue", "isobar_serializer", "isobar_deserializer",
       "isobar_slot", "isobar_pe", "isobar_counter", "isobar_link", "isobar_fabric"});
}

TEST_CASE("every mutant of dimension exchange that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(rtl_modules(RtlDesign::exchange),
                     {"isobar_exchange_decision", "isobar_exchange_errors", "isobar_exchange_pe",
                      "isobar_phase_words", "isobar_sequencer", "isobar_queue", "isobar_serializer",
                      "isobar_deserializer", "isobar_counter"});
}

TEST_CASE("every mutant of averaging that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(rtl_modules(RtlDesign::averaging),
                     {"isobar_averaging_portion", "isobar_averaging_queue", "isobar_averaging_port",
                      "isobar_averaging_errors", "isobar_averaging_pe", "isobar_phase_words",
                      "isobar_sequencer", "isobar_counter"});
}

TEST_CASE("every mutant of HHC algorithm B that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(
      rtl_modules(RtlDesign::hhc),
      {"isobar_hhc_division", "isobar_hhc_shares", "isobar_hhc_decision", "isobar_hhc_queue",
       "isobar_hhc_errors", "isobar_hhc_pe", "isobar_phase_words", "isobar_sequencer",
       "isobar_serializer", "isobar_deserializer", "isobar_counter"});
}

TEST_CASE("every mutant of work stealing that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(rtl_modules(RtlDesign::stealing),
                     {"isobar_stealing_agent", "isobar_stealing_inbox", "isobar_stealing_port",
                      "isobar_stealing_queue", "isobar_stealing_pe"});
}

TEST_CASE("every mutant of work stealing among all that changes something is caught",
          "[rtl][mutants][.minutes]") {
  require_all_caught(rtl_modules(RtlDesign::stealing, false),
                     {"isobar_stealing_agent", "isobar_stealing_letters", "isobar_stealing_route",
                      "isobar_stealing_routed_pe", "isobar_stealing_router"});
}

TEST_CASE("of a mutant it is proved that it changes nothing, if it changes nothing",
          "[rtl][mutants][long]") {
  const test::Scratch folder;
  folder.write("pe.v", R"(
    module counter(clk_i, rst_ni, mutant_i, in_i, out_o, last_o, passed_o, is_at_end_o);
      input clk_i, rst_ni;
      input [15:0] mutant_i;
      input [3:0] in_i;
      output [3:0] out_o, last_o, passed_o;
      output is_at_end_o;
      reg [2:0] count_q;
      reg [3:0] seen_q [0:7];
      wire [3:0] sum = in_i + count_q;
      wire [3:0] same = mutant_i == 1 ? count_q + in_i : sum;
      assign out_o = mutant_i == 2 ? same - 1 : same;
      wire [2:0] most = mutant_i == 3 ? 4 : 5;
      assign is_at_end_o = mutant_i == 4 ? count_q >= 5 : count_q == 5;
      always @(posedge clk_i)
        seen_q[count_q] <= mutant_i == 6 ? count_q : mutant_i == 7 ? same : sum;
      assign last_o = seen_q[in_i[2:0]];
      always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) count_q <= mutant_i == 5 ? 1 : 0;
        else count_q <= count_q == most ? 0 : count_q + 1;
      reg [3:0] passed_q;
      always @(posedge clk_i)
        passed_q <= {in_i[0], mutant_i == 8 && !in_i[0] || mutant_i == 9 && in_i[0] ? 3'd7 : count_q};
      assign passed_o = passed_q[3] ? passed_q : 4'd0;
    endmodule)");
  const EqualityProof proof(folder / "pe.v", "counter");
  CHECK(proof.is_equal(0));
  CHECK(proof.is_equal(1));
  CHECK_FALSE(proof.is_equal(2));
  CHECK_FALSE(proof.is_equal(3));  // an output tells it only later
  CHECK_FALSE(proof.is_equal(4));  // the counter never gets there
  CHECK_FALSE(proof.is_equal(5));
  CHECK_FALSE(proof.is_equal(6));
  CHECK(proof.is_equal(7));
  CHECK_FALSE(proof.is_equal(8));  // a register holds something else, which nobody reads
  CHECK_FALSE(proof.is_equal(9));

  const std::vector<bool> below_six = {true, true, true, true, true, true, false, false};
  const EqualityProof knowing(folder / "pe.v", "counter",
                              {{{{{"count_q", 0, 3}}, below_six}}, {"passed_q"}});
  CHECK(knowing.is_equal(0));
  CHECK_FALSE(knowing.is_equal(2));
  CHECK_FALSE(knowing.is_equal(3));
  CHECK(knowing.is_equal(4));
  CHECK_FALSE(knowing.is_equal(5));
  CHECK_FALSE(knowing.is_equal(6));
  CHECK(knowing.is_equal(8));
  CHECK_FALSE(knowing.is_equal(9));
}

TEST_CASE("a run of mutants fails with survivors that nobody explains, and needless reasons",
          "[mutants]") {
  MutationReport report;
  Mutant mutant;
  mutant.number = 1;
  mutant.part = "isobar_slot";
  mutant.file = "isobar_slot.sv";
  mutant.line = 7;
  mutant.place = "u_slot `a == b`";
  mutant.change = "== becomes !=";
  report.mutants.push_back({mutant, true, "PE 1, cycle 2: load is 3, not 4", "load"});
  CHECK(report.passed());

  mutant.change = "right side stuck at 1";
  report.mutants.push_back({mutant, false, "b is constant."});
  mutant.change = "left side stuck at 1";
  report.mutants.push_back({mutant});
  report.unexplained.push_back(mutant.key());
  report.stale.push_back("isobar_queue: *");
  CHECK_FALSE(report.passed());
  CHECK(mutation_text(report) ==
        "                     mutants  caught  survived\n"
        "isobar_slot                3       1         2\n"
        "all                        3       1         2\n"
        "\n"
        "| first seen in | isobar_slot |\n"
        "| --- | --- |\n"
        "| load | 1 |\n"
        "\n"
        "Survivors\n"
        "  b is constant.\n"
        "      isobar_slot.sv:7: u_slot `a == b`: right side stuck at 1\n"
        "  Unexplained.\n"
        "      isobar_slot.sv:7: u_slot `a == b`: left side stuck at 1\n"
        "\n"
        "Survivors without an explanation\n"
        "  isobar_slot: u_slot `a == b`: left side stuck at 1\n"
        "\n"
        "Explained without need\n"
        "  isobar_queue: *\n");
}

TEST_CASE("a mutant that is seen where none of its part is expected fails the run", "[mutants]") {
  MutationReport report;
  report.misplaced = {"isobar_queue: a (seen in shift: b)"};
  CHECK_FALSE(report.passed());
  CHECK(mutation_text(report).find(
            "Seen elsewhere than expected\n  isobar_queue: a (seen in shift: b)\n") !=
        std::string::npos);
}

TEST_CASE("what a mutant is seen in is named alike in order, in noise and while it waits",
          "[mutants]") {
  CHECK(shown_by("link_1_succ.line") == "line");
  CHECK(shown_by("no_link_3.cycles") == "cycles");
  CHECK(shown_by("line_o") == "line");
  CHECK(shown_by("obs_load_o") == "load");
  CHECK(shown_by("held_64") == "held");
  CHECK(shown_by("phase_part, waiting") == "phase_part");
  CHECK(shown_by("cycle of the slot, waiting") == "cycle of the slot");
  CHECK(shown_by("valid and lanes, cycle 3 of a reply of 26 from PE 1 to PE 0") ==
        "valid and lanes");
  CHECK(shown_by("task 7, in words of 64 bits") == "a task's bits");
}

TEST_CASE("rules of where mutants are seen are read, and refused where they are incomplete",
          "[mutants]") {
  CHECK(parse_seen_rules("# why\n\na: b, c d\n  so\na: e\n  so\n", "seen.txt") ==
        SeenRules{{"a", {"b", "c d", "e"}}});
  for (const auto* wrong :
       {"a b\n  so\n", "  so\n", "a: b\n", "a: b\nc: d\n  so\n", "a: b\n  so\na: b\n  so\n"}) {
    CHECK_THROWS_AS(parse_seen_rules(wrong, "seen.txt"), ValueError);
  }
}

TEST_CASE("explanations of survivors are read, and refused where one is incomplete", "[mutants]") {
  const auto survivors =
      parse_survivors("# why\nYosys 1.2\n\na: *\n  first,\n  second\nb: c\n  third\n", "file");
  CHECK(survivors.yosys == "Yosys 1.2");
  CHECK(survivors.reasons ==
        std::map<std::string, std::string>{{"a: *", "first, second"}, {"b: c", "third"}});
  for (const auto* wrong : {"  a reason\n", "a\nb\n  reason\n", "a\n", "a\n  one\na\n  two\n"}) {
    CHECK_THROWS_AS(parse_survivors(std::string("Yosys 1.2\n") + wrong, "file"), ValueError);
  }
  CHECK_THROWS_AS(parse_survivors("a\n  one\n", "file"), ValueError);
}

TEST_CASE("what is wrong with a file of mutants is said with its path and line", "[mutants]") {
  CHECK_THROWS_WITH(parse_survivors("Yosys 1.2\n  so\n", "tb/mutants/liquid/survivors.txt"),
                    "tb/mutants/liquid/survivors.txt:2: a reason without a survivor");
  CHECK_THROWS_WITH(parse_seen_rules("# why\n  so\n", "tb/mutants/liquid/seen.txt"),
                    "tb/mutants/liquid/seen.txt:2: a reason without a rule");
}

TEST_CASE("survivors that nothing explains fail with the version that they were listed for") {
  MutationReport report;
  report.yosys = "Yosys 0.23";
  report.explained_with = "Yosys 0.23";
  CHECK(report.passed());
  report.unexplained = {"a"};
  CHECK_FALSE(report.passed());
  CHECK(mutation_text(report).find("for information") == std::string::npos);
  report.yosys = "Yosys 0.52";
  CHECK(report.passed());
  CHECK(mutation_text(report).find("Yosys 0.52 makes other netlists than Yosys 0.23") !=
        std::string::npos);
}
