// SPDX-License-Identifier: Apache-2.0
// What is read from the reports of Yosys and nextpnr, what becomes of it, and which options are
// refused. Nothing is synthesized here.
#include "tb/synth.h"

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/schemes/contract/registry.h"
#include "sim/commands/synth_command.h"
#include "sim/commands/synth_netlist.h"
#include "sim/commands/synth_report.h"
#include "tb/netlist_cells.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using isobar::test::contains;
using isobar::test::refusal;

namespace {

// As Yosys 0.23 writes it, shortened.
const char* const statistics = R"json({
   "creator": "Yosys 0.23 (git sha1 7ce5011c24b)",
   "invocation": "stat -json ",
   "modules": {
      "\\isobar_pe": {
         "num_wires":         237,
         "num_cells":         7,
         "num_cells_by_type": {
            "$paramod\\isobar_queue": 1,
            "SB_DFFR": 2,
            "SB_LUT4": 3,
            "isobar_pe_queue": 1
         }
      },
      "\\isobar_pe_queue": {
         "num_cells":         15,
         "num_cells_by_type": {
            "SB_CARRY": 4,
            "SB_DFFE": 5,
            "SB_LUT4": 6,
            "SB_RAM40_4K": 1
         }
      }
   },
      "design": {
         "num_cells":         22,
         "num_cells_by_type": {
            "SB_CARRY": 4,
            "SB_DFFE": 5,
            "SB_DFFR": 2,
            "SB_LUT4": 9,
            "SB_RAM40_4K": 1
         }
      }
}
)json";

// As nextpnr-ice40 0.4 writes it, shortened.
const char* const report = R"({"critical_paths": [],
  "fmax": {"clk_i$SB_IO_IN_$glb_clk": {"achieved": 52.197513580322266, "constraint": 12}},
  "utilization": {"ICESTORM_LC": {"available": 7680, "used": 3561},
                  "SB_GB": {"available": 8, "used": 7},
                  "SB_IO": {"available": 256, "used": 4}}})";

SynthPlan small_plan() {
  SynthOptions options;
  options.conditions = "c5";
  options.dimensions = "1,2";
  options.seeds = "3";
  return synth_plan(options);
}

SynthResult small_result() {
  SynthResult result;
  result.yosys = "Yosys 0.23";
  result.nextpnr = "nextpnr-ice40 0.4";
  result.device_logic_cells = 7680;
  SynthRow row;
  row.condition = Condition::c5;
  row.pe = {3671, 1660, 1611, 400, 4, 16};
  row.parts.resize(synth_parts().size());
  row.parts.front() = {1904, 900, 1000, 4, 0, 0};
  row.parts.back() = {1200, 600, 600, 0, 0, 0};
  row.logic_cells = 2932;
  row.harness_registers = 645;
  row.harness_logic_cells = 3561;
  row.mhz = {52.5, 50.25, 60.0004};
  result.rows.push_back(row);
  row.dimensions = 2;
  row.mhz = {std::nullopt, std::nullopt, std::nullopt};
  result.rows.push_back(row);
  return result;
}

// What Yosys says of an ECP5, in the same form.
const char* const ecp5_stat = R"json({
   "design": {
      "num_cells": 15,
      "num_cells_by_type": {
         "$paramod\\isobar_queue": 1,
         "CCU2C": 2,
         "DP16KD": 1,
         "L6MUX21": 1,
         "LUT4": 5,
         "PFUMX": 1,
         "TRELLIS_DPR16X4": 3,
         "TRELLIS_FF": 4
      }
   }
})json";

SynthPlan ecp5_plan() {
  SynthOptions options;
  options.conditions = "c5";
  options.dimensions = "1";
  options.device = "ecp5";
  options.queue_memory = "lut-ram";
  return synth_plan(options);
}

std::string refused(std::string SynthOptions::*option, const std::string& value) {
  SynthOptions options;
  options.*option = value;
  return refusal([&] { synth_plan(options); });
}

}  // namespace

TEST_CASE("cells are counted by kind, the whole design and by module") {
  const auto all = parse_stat(statistics);
  CHECK(all.cells == 21);
  CHECK(all.luts == 9);
  CHECK(all.registers == 7);
  CHECK(all.carries == 4);
  CHECK(all.brams == 1);
  const auto modules = parse_module_stat(statistics);
  REQUIRE(modules.size() == 2);
  CHECK(modules[0].first == "isobar_pe");
  CHECK(modules[0].second.cells == 5);  // its instances are no cells
  CHECK(modules[0].second.registers == 2);
  CHECK(modules[1].first == "isobar_pe_queue");
  CHECK(modules[1].second.cells == 16);
  CHECK(modules[1].second.brams == 1);
}

TEST_CASE("cells of ECP5 are counted by kind") {
  const auto all = parse_stat(ecp5_stat);
  CHECK(all.cells == 17);
  CHECK(all.luts == 5);
  CHECK(all.registers == 4);
  CHECK(all.carries == 2);
  CHECK(all.brams == 1);
  CHECK(all.lut_rams == 3);
}

TEST_CASE("nextpnr's report says what is used and how fast it is") {
  const auto routed = parse_report(report);
  CHECK(routed.logic_cells == 3561);
  CHECK(routed.device_logic_cells == 7680);
  CHECK(routed.fits);
  REQUIRE(routed.mhz.has_value());
  CHECK(*routed.mhz == Approx(52.1975));

  const auto packed =
      parse_report(R"({"fmax":{},"utilization":{"ICESTORM_LC":{"available":1280,"used":1281}}})");
  CHECK(!packed.fits);
  CHECK(!packed.mhz.has_value());

  const auto two = parse_report(R"({"fmax":{"a":{"achieved":80.0},"b":{"achieved":70.0}},
      "utilization":{"ICESTORM_LC":{"available":2,"used":1}}})");
  CHECK(two.mhz == 70.0);
}

TEST_CASE("a report that is none is said to be so") {
  CHECK_THROWS_AS(parse_stat(""), ModelError);
  CHECK_THROWS_AS(parse_stat("{}"), ModelError);
  CHECK_THROWS_AS(parse_module_stat(R"({"modules":{"\\a":{}}})"), ModelError);
  CHECK_THROWS_AS(parse_report("ERROR"), ModelError);
  CHECK_THROWS_AS(parse_report(R"({"utilization":{}})"), ModelError);
}

TEST_CASE("the spread over seeds") {
  SynthRow row;
  row.mhz = {53.0, 50.0, 57.0};
  CHECK(spread(row)->min == 50.0);
  CHECK(spread(row)->median == 53.0);
  CHECK(spread(row)->max == 57.0);
  row.mhz = {53.0, std::nullopt, 57.0};
  CHECK(spread(row)->median == 55.0);
  row.mhz = {std::nullopt};
  CHECK(!spread(row).has_value());
}

TEST_CASE("synthesis as Markdown") {
  const auto text = synth_text(small_plan(), small_result());
  CHECK(contains(text, "hx8k, package ct256, 7,680 logic cells"));
  CHECK(contains(text, "a queue of 16 in block RAM;"));
  CHECK(contains(text,
                 "| c5 | 1 | 3,671 | 1,660 | 1,611 | 400 | 4 | 2,932 | 52.5 | 50.2 | 60.0 |\n"));
  CHECK(contains(text, "| c5 | 2 | 3,671 | 1,660 | 1,611 | 400 | 4 | 2,932 | – | – | – |\n"));
  CHECK(contains(text, "| 900 + 1,000 | 0 + 0 |"));
  CHECK(contains(text, "| 600 + 600 | 60 % + 62 % |\n"));
}

TEST_CASE("synthesis for ECP5 shows cells and no placement") {
  const auto plan = ecp5_plan();
  CHECK(plan.seeds == 0);
  CHECK(plan.parameters(Condition::c5, 1).queue_memory == QueueMemory::lut_ram);
  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].mhz.clear();
  const auto text = synth_text(plan, result);
  CHECK(contains(text, "ecp5; Yosys 0.23\n"));
  CHECK(contains(text, "a queue of 16 in LUT RAM;"));
  CHECK(contains(text, "| RAMs | LUT RAMs |\n"));
  CHECK(contains(text, "| c5 | 1 | 3,671 | 1,660 | 1,611 | 400 | 4 | 16 |\n"));

  std::ostringstream out;
  write_synth_json(plan, result, out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["tools"]["nextpnr"].is_null());
  CHECK(json["device"]["package"].is_null());
  CHECK(json["device"]["logic_cells"].is_null());
  CHECK(json["parameters"]["queue_memory"] == "lut-ram");
  CHECK(json["rows"][0]["lut_rams"] == 16);
  CHECK(json["rows"][0]["logic_cells"].is_null());
  CHECK(json["rows"][0]["frequency_mhz"].is_null());
  CHECK(json["rows"][0]["harness"].is_null());
}

TEST_CASE("synthesis as JSON") {
  std::ostringstream out;
  write_synth_json(small_plan(), small_result(), out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["schema"] == "isobar.synth/1");
  CHECK(json["tools"]["yosys"] == "Yosys 0.23");
  CHECK(json["device"]["name"] == "hx8k");
  CHECK(json["parameters"]["task_bits"] == 64);
  CHECK(json["parameters"]["count_bits"] == 16);
  CHECK(json["parameters"]["queue_memory"] == "block-ram");
  CHECK(json["parameters"]["seeds"] == 3);
  CHECK(json["parameters"]["radix2"].empty());
  const auto& row = json["rows"][0];
  CHECK(row["condition"] == "c5");
  CHECK(row["dimensions"] == 1);
  CHECK(row["cells"] == 3671);
  CHECK(row["registers"] == 1611);
  CHECK(row["logic_cells"] == 2932);
  CHECK(row["frequency_mhz"]["median"] == 52.5);
  CHECK(row["frequency_mhz"]["max"] == 60.0);
  CHECK(row["frequency_mhz"]["seeds"].size() == 3);
  CHECK(row["by_module"].size() == synth_parts().size());
  CHECK(row["by_module"]["queue"]["luts"] == 900);
  CHECK(row["harness"]["registers"] == 645);
  CHECK(json["rows"][1]["frequency_mhz"].is_null());
}

TEST_CASE("what is synthesized by default, and by lists") {
  const auto plan = synth_plan({});
  CHECK(plan.conditions.size() == 6);
  CHECK(plan.dimensions == std::set<unsigned>{1, 2, 3, 4});
  CHECK(plan.radix2.empty());
  CHECK(plan.package == "ct256");
  CHECK(plan.queue_memory == QueueMemory::block_ram);
  CHECK(plan.seeds == 3);
  CHECK(plan.jobs >= 1);

  SynthOptions options;
  options.conditions = "c0,c3..c4";
  options.dimensions = "3,1";
  options.radix2 = "all";
  options.device = "up5k";
  options.lanes = "8";
  const auto other = synth_plan(options);
  CHECK(other.conditions == std::set<Condition>{Condition::c0, Condition::c3, Condition::c4});
  CHECK(other.dimensions == std::set<unsigned>{1, 3});
  CHECK(other.radix2 == std::set<unsigned>{1, 2, 3});
  CHECK(other.package == "sg48");
  options.radix2 = "2..3";
  const auto parameters = synth_plan(options).parameters(Condition::c3, 3);
  CHECK(parameters.condition == Condition::c3);
  REQUIRE(parameters.rings.size() == 3);
  CHECK(parameters.rings[0].radix > 2);
  CHECK(parameters.rings[1].radix == 2);
  CHECK(parameters.rings[2].link.lanes == 8);
}

TEST_CASE("PEs of dimension exchange are synthesized, in pairs") {
  SynthOptions options;
  options.scheme = "de";
  options.dimensions = "2";
  options.phase_end = "slot";
  const auto plan = synth_plan(options);
  const auto parameters = plan.parameters(Condition::c0, 2);
  CHECK(parameters.design == RtlDesign::exchange);
  CHECK(parameters.fixed_slot);
  CHECK(parameters.ports() == 2);
  CHECK(parameters.rings[1].radix == 2);

  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].parts.resize(synth_parts(plan.design).size());
  const auto text = synth_text(plan, result);
  CHECK(contains(text, "phases end by a fixed slot"));
  CHECK(contains(text, "| scheme | dimensions |"));
  CHECK(contains(text, "| de | 1 |"));
  CHECK(contains(text, "| neighbour | decision |"));
  std::ostringstream out;
  write_synth_json(plan, result, out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["parameters"]["phase_end"] == "slot");
  CHECK(json["rows"][0]["scheme"] == "de");
  CHECK(json["rows"][0]["by_module"].contains("end"));

  const auto said = [](const SynthOptions& o) { return refusal([&] { synth_plan(o); }); };
  options.radix2 = "2";
  CHECK(contains(said(options), "--radix2 2: only PEs of --scheme lm or steal have it"));
  options.radix2 = "none";
  options.conditions = "c5";
  CHECK(contains(said(options), "--conditions c5: only PEs of --scheme lm have it"));
  options.conditions = "c0..c5";
  options.lanes = "3";
  CHECK(contains(said(options), "--lanes 3: they have to divide the 64 bits of a task"));
  options.lanes = "2";
  options.cycles_per_bit = "2";
  options.phase_end = "words";
  CHECK(contains(said(options), "a word of one bit has one lane"));
  options.phase_end = "free";
  CHECK(contains(said(options), "--phase-end free: no such end"));
  options.scheme = "gde";
  CHECK(contains(said(options),
                 "--scheme gde: no PE of it is RTL; allowed: lm, de, nna-portions, hhc-b, steal"));
  options.scheme = "lm";
  CHECK(contains(said(options),
                 "--phase-end free: only PEs of --scheme de, nna-portions or hhc-b have it"));
}

TEST_CASE("PEs of HHC B are synthesized, of triangles and pairs") {
  SynthOptions options;
  options.scheme = "hhc-b";
  const auto plan = synth_plan(options);
  CHECK(plan.dimensions == std::set<unsigned>{2, 3, 4, 5});
  CHECK(plan.radix2 == std::set<unsigned>{2, 3, 4, 5});
  const auto parameters = plan.parameters(Condition::c0, 3);
  CHECK(parameters.design == RtlDesign::hhc);
  CHECK(parameters.ports() == 4);
  CHECK(parameters.rings[0].radix == 3);
  CHECK(parameters.rings[2].radix == 2);
  CHECK(parameters.decision == 16);
  CHECK(contains(cosim_line(plan, Condition::c0, 3, "FOLDER"),
                 "isobar cosim --fabric hhc:2 --scheme hhc-b --load uniform:0..5"));

  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].parts.resize(synth_parts(plan.design).size());
  CHECK(contains(synth_text(plan, result), "| neighbours | decision |"));

  const auto said = [](const SynthOptions& o) { return refusal([&] { synth_plan(o); }); };
  options.dimensions = "1,2";
  CHECK(contains(said(options), "a hyper Hexa-Cell has triangles and pairs; allowed: 2 or more"));
  options.dimensions = "3";
  options.load_bits = "14";
  options.queue_depth = "4096";
  CHECK(contains(said(options),
                 "--load-bits 14: the division takes as many cycles, and with --queue-depth 4096 "
                 "the RTL takes 16; allowed: at least 16"));
  options.load_bits = "16";
  options.queue_depth = "16";
  options.lanes = "32";
  CHECK(contains(said(options), "--task-bits 64: a task takes 2 cycles on a link, and in 3"));
}

TEST_CASE("PEs of work stealing are synthesized, in rings and pairs") {
  SynthOptions options;
  options.scheme = "steal";
  CHECK(synth_plan(options).address_bits == 7);  // 81 PEs in four dimensions
  options.dimensions = "1..3";
  options.radix2 = "2";
  const auto plan = synth_plan(options);
  CHECK(plan.dimensions == std::set<unsigned>{1, 2, 3});
  CHECK(plan.radix2 == std::set<unsigned>{2});
  const auto parameters = plan.parameters(Condition::c0, 3);
  CHECK(parameters.design == RtlDesign::stealing);
  CHECK(parameters.ports() == 5);
  CHECK(parameters.half);
  CHECK(parameters.handling == 1);
  CHECK(parameters.address_bits == 6);
  CHECK(parameters.message_bits() == std::array<std::int64_t, 3>{15, 30, 78});
  const auto whole = RtlParameters::of([] {
    Experiment e(Fabric::parse("torus:4x2x8"));
    e.agents = SchemeChoice::parse("steal:victims=nearest").make_agents(e.fabric, e.load_bits, 1);
    e.balancer.tasks_per_message = 1;
    e.queue_depth = 16;
    return e;
  }());
  CHECK(rtl_pe_options(parameters) == rtl_pe_options(whole));

  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].parts.resize(synth_parts(plan.design).size());
  const auto text = synth_text(plan, result);
  CHECK(contains(text, "radix 2: dimension 2; addresses of 6 bits"));
  CHECK(contains(text, "| steal | 1 |"));
  CHECK(contains(text, "| agent | inbox | ports | serializers |"));
  std::ostringstream out;
  write_synth_json(plan, result, out);
  const auto json = nlohmann::json::parse(out.str());
  CHECK(json["parameters"]["address_bits"] == 6);
  CHECK_FALSE(json["parameters"].contains("phase_end"));

  const auto said = [](const SynthOptions& o) { return refusal([&] { synth_plan(o); }); };
  options.lanes = "3";  // which do not divide a task
  options.cycles_per_bit = "2";
  CHECK(synth_plan(options).link.lanes == 3);
  options.cycles_per_bit = "1";
  options.lanes = "8";
  CHECK(contains(said(options),
                 "--lanes 8: a reply takes 4 cycles on a link and its handling 1, and with 5 ports "
                 "the RTL takes 16 to serve the queue's other ports meanwhile"));
  options.lanes = "1";
  options.phase_end = "words";
  CHECK(contains(said(options),
                 "--phase-end words: only PEs of --scheme de, nna-portions or hhc-b have it"));
  options.phase_end = "";
  options.conditions = "c5";
  CHECK(contains(said(options), "--conditions c5: only PEs of --scheme lm have it"));
  options.conditions = SynthOptions().conditions;
  options.dimensions = "1";
  options.radix2 = "none";
  options.netlist = "gates";
  CHECK(contains(said(options), "whole fabrics alone, which need a PE with parameters"));
}

TEST_CASE("PEs of work stealing among all are synthesized, for a torus each") {
  SynthOptions options;
  const std::string scheme = GENERATE("steal:victims=ring", "steal:victims=xorshift");
  options.scheme = scheme;
  options.dimensions = "1,2";
  options.radix2 = "2";
  options.radix = "5";
  const auto plan = synth_plan(options);
  const auto parameters = plan.parameters(Condition::c0, 2);
  const auto whole = RtlParameters::of([&] {
    Experiment e(Fabric::parse("torus:5x2"));
    e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
    e.balancer.tasks_per_message = 1;
    e.queue_depth = 16;
    return e;
  }());
  CHECK(rtl_pe_options(parameters) == rtl_pe_options(whole));
  CHECK(rtl_modules(parameters).pe == std::string("isobar_stealing_routed_pe"));

  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].parts.resize(synth_parts(plan.design, plan.asks_neighbours()).size());
  const auto text = synth_text(plan, result);
  CHECK(contains(text, "radix 2: dimension 2, of the others 5"));
  CHECK(contains(text, "| " + scheme + " | 1 |"));
  CHECK(contains(text, "| router | lines | deserializers |"));
  std::ostringstream out;
  write_synth_json(plan, result, out);
  CHECK(nlohmann::json::parse(out.str())["parameters"]["radix"] == 5);

  const auto said = [](const SynthOptions& o) { return refusal([&] { synth_plan(o); }); };
  options.radix = "257";
  CHECK(contains(said(options), "--radix"));
  options.radix = "100";
  options.radix2 = "none";
  CHECK(contains(said(options),
                 "--radix 100: with 2 dimensions a PE has 9999 others, for each of which it has "
                 "places; allowed: at most 256 PEs"));
  options.radix = "256";
  options.dimensions = "16";  // more PEs than 64 bits can count
  CHECK(contains(said(options), "at most 256 PEs"));
  options.scheme = "steal";
  CHECK(contains(said(options), "--radix 256: the PE is the same for all from 3 on"));
}

TEST_CASE("PEs of averaging are synthesized, in up to three dimensions") {
  SynthOptions options;
  options.scheme = "nna-portions";
  const auto plan = synth_plan(options);
  CHECK(plan.dimensions == std::set<unsigned>{1, 2, 3});
  const auto parameters = plan.parameters(Condition::c0, 2);
  CHECK(parameters.design == RtlDesign::averaging);
  CHECK(parameters.ports() == 4);
  CHECK(parameters.rings[1].radix == 3);
  CHECK(parameters.decision == 17);

  auto result = small_result();
  result.rows.resize(1);
  result.rows[0].parts.resize(synth_parts(plan.design).size());
  const auto text = synth_text(plan, result);
  CHECK(contains(text, "phases end by words"));
  CHECK(contains(text, "| nna-portions | 1 |"));
  CHECK(contains(text, "| neighbours | portions |"));

  const auto said = [](const SynthOptions& o) { return refusal([&] { synth_plan(o); }); };
  options.dimensions = "4";
  CHECK(contains(said(options), "--dimensions 4"));
  options.dimensions = "3";
  options.queue_depth = "512";
  CHECK(contains(said(options),
                 "--load-bits 16: a decision takes a cycle more, and with "
                 "--queue-depth 512 and 3 dimensions the RTL takes 18"));
  options.queue_depth = "16";
  options.lanes = "16";
  CHECK(contains(said(options), "--task-bits 64: a task takes 4 cycles on a link, and in 3"));
}

TEST_CASE("options that cannot be used are refused with what is allowed") {
  using O = SynthOptions;
  struct Bad {
    std::string O::*option;
    std::string value;
    std::vector<std::string> said;
  };
  const std::vector<Bad> table = {
      {&O::conditions, "c6", {"--conditions", "c6", "c0 to c5"}},
      {&O::conditions, "", {"--conditions", "c0 to c5"}},
      {&O::conditions, "c4..c2", {"--conditions", "c4..c2", "allowed"}},
      {&O::dimensions, "0", {"--dimensions", "0", "from 1 to 16"}},
      {&O::dimensions, "1..17", {"--dimensions", "17", "from 1 to 16"}},
      {&O::dimensions, "two", {"--dimensions", "two", "whole number"}},
      {&O::radix2, "5", {"--radix2", "5", "from 1 to 4", "none, all"}},
      {&O::radix2, "some", {"--radix2", "some", "none, all"}},
      {&O::task_bits, "0", {"--task-bits", "0", "from 1 to 4096"}},
      {&O::load_bits, "4", {"--load-bits", "4", "--queue-depth 16"}},
      {&O::queue_depth, "1", {"--queue-depth", "1", "from 2"}},
      {&O::queue_depth, "65535", {"--queue-depth", "65535", "4194240 bits", "2097152"}},
      {&O::queue_memory, "lut-ram", {"--queue-memory", "lut-ram", "hx8k", "ecp5"}},
      {&O::queue_memory, "sram", {"--queue-memory", "sram", "registers, block-ram"}},
      {&O::lanes, "65", {"--lanes", "65", "from 1 to 64"}},
      {&O::cycles_per_bit, "0", {"--cycles-per-bit", "0", "from 1"}},
      {&O::setup, "-1", {"--setup", "-1", "from 0"}},
      {&O::latency, "0", {"--latency", "0", "from 1"}},
      {&O::device, "xc7", {"--device", "xc7", "hx8k", "ecp5"}},
      {&O::package, "sg48", {"--package", "sg48", "hx8k", "ct256"}},
      {&O::seeds, "-1", {"--seeds", "-1", "from 0"}},
      {&O::jobs, "many", {"--jobs", "many", "whole number"}},
  };
  for (const auto& bad : table) {
    const auto said = refused(bad.option, bad.value);
    INFO(bad.value << ": " << said);
    CHECK(!said.empty());
    for (const auto& part : bad.said) CHECK(contains(said, part));
  }

  SynthOptions options;
  options.queue_memory = "registers";
  options.queue_depth = "512";
  CHECK(contains(refusal([&] { synth_plan(options); }), "32768 registers; at most 16384"));
}

TEST_CASE("what only placement needs is refused for ECP5") {
  SynthOptions options;
  options.device = "ecp5";
  options.seeds = "3";
  CHECK(contains(refusal([&] { synth_plan(options); }), "--seeds 3: ecp5 is not placed"));
  options.seeds = "";
  options.package = "ct256";
  CHECK(contains(refusal([&] { synth_plan(options); }), "--package ct256: ecp5 has none"));
}

TEST_CASE("models of a netlist's cells come with what they are made of, without delays") {
  const std::string models =
      "module A(input a, output y);\n\n  B b(.a(a), .y(y));\n  assign y = a;\n"
      "  specify\n    (a => y) = 2;\n  endspecify\nendmodule\n"
      "module B(input a, output y); assign y = a; endmodule\n"
      "module AB(input a, output y);\n  assign y = !a;\nendmodule\n"
      "module Shell(input a, output y);\nendmodule\n";
  CHECK(models_of({"A"}, models) ==
        "module A(input a, output y);\n  B b(.a(a), .y(y));\n  assign y = a;\nendmodule\n"
        "module B(input a, output y); assign y = a; endmodule\n");
  CHECK_THROWS_WITH(models_of({"Shell"}, models),
                    "cell Shell of the netlist has no model to simulate");
  CHECK_THROWS_WITH(models_of({"C"}, models), "cell C of the netlist has no model to simulate");
  CHECK(preprocessed_cells("read\n-- Verilog code after preprocessor --\na\n-- END OF DUMP --\n") ==
        "a\n");
  CHECK_THROWS_AS(preprocessed_cells("ERROR"), ModelError);
  CHECK(cell_types(statistics) ==
        std::set<std::string>{"SB_CARRY", "SB_DFFE", "SB_DFFR", "SB_LUT4", "SB_RAM40_4K"});
}

TEST_CASE("a netlist is of one PE, which can be simulated") {
  SynthOptions options;
  options.netlist = "mine";
  CHECK(contains(refusal([&] { synth_plan(options); }),
                 "--netlist mine: it holds one PE, and --conditions and --dimensions ask for 24"));
  options.conditions = "c4";
  options.dimensions = "2";
  options.radix2 = "2";
  options.lanes = "6";
  options.cycles_per_bit = "3";
  options.setup = "2";
  options.latency = "4";
  options.seeds = "0";
  const auto plan = synth_plan(options);
  CHECK(plan.netlists);
  CHECK(plan.seeds == 0);
  CHECK(cosim_line(plan, Condition::c4, 2, "mine") ==
        "isobar cosim --fabric torus:3x2 --scheme lm-c4 --load uniform:0..5 --task-bits 64 "
        "--load-bits 16 --queue-depth 16 --clock 750MHz --link-bandwidth 1500Mb/s --link-lanes 6 "
        "--link-setup 2 --link-latency 4 --traffic 0.3 --stalls 0.3 --until steps:100 --rtl mine");
  options.device = "ecp5";
  options.seeds = "";
  CHECK(
      contains(refusal([&] { synth_plan(options); }),
               "--netlist mine: Yosys has no model of ecp5's block RAM; allowed: --queue-memory"));
  options.queue_memory = "lut-ram";
  CHECK(synth_plan(options).netlists);
}

TEST_CASE("without Yosys nothing is run and nothing is written") {
  const isobar::test::Scratch folder;
  REQUIRE(setenv("PATH", folder.path().c_str(), 1) == 0);
  SynthOptions options;
  options.json = (folder.path() / "out.json").string();
  const auto said = refusal([&] { synth_command(options); });
  CHECK(contains(said, "Debian package yosys"));
  CHECK(folder.names().empty());
}
