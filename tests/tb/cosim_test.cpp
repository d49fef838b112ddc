// SPDX-License-Identifier: Apache-2.0
// The RTL beside the model in every cycle: six conditions, fabrics, links, traffic.
#include "tb/cosim.h"

#include <array>
#include <set>
#include <utility>

#include "models/fabric/pe_set.h"
#include "models/schemes/synchronous/liquid.h"
#include "models/steps/run_steps.h"
#include "tb/rtl_options.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;
using test::run_rtl_forked;
using test::same;

namespace {

struct LinkShape {
  std::int64_t lanes;
  std::int64_t cycles_per_bit;
  Cycle setup = 0;
  Cycle latency = 1;
};

void set_link(Experiment& e, std::size_t dimension, const LinkShape& shape) {
  const LinkClass link{e.clock * shape.lanes / shape.cycles_per_bit, shape.latency, shape.setup};
  e.links[dimension - 1] = LinkTiming(link, e.clock);
}

void run_for(Experiment& e, std::int64_t steps) {
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
}

CosimSetting all_rtl(const Experiment& e, const std::vector<std::int64_t>& lanes = {}) {
  CosimSetting setting;
  setting.parameters = RtlParameters::of(e, lanes);
  setting.nodes = PeSet::all(e.fabric).nodes();
  return setting;
}

VerilatedLibrary library_of(const CosimSetting& setting) {
  return VerilatedLibrary({"isobar_pe", rtl_pe_options(setting.parameters)});
}

/// Steps that take about so many PE-cycles.
std::int64_t steps_for(const Experiment& e, std::int64_t pe_cycles) {
  Cycle step = 0;
  for (const auto& phase : e.scheme->phases()) step += shift_slot(e, phase).total();
  return 1 + pe_cycles / (step * e.fabric.nodes());
}

}  // namespace

namespace {

/// The fabrics that the parameter sets are tried on.
const std::vector<std::string> fabrics = {"ring:8",      "torus:4x4", "torus:5x3",
                                          "hypercube:4", "hhc:2",     "hhc:3"};

/// Whether a set is among those that are tried by default: one of six on each fabric, so that any
/// two of fabric, condition, lanes and cycles a bit meet in every combination.
bool in_covering_sample(std::size_t fabric, int condition, std::int64_t lanes,
                        std::int64_t cycles_per_bit) {
  const std::array<std::int64_t, 3> all_lanes = {1, 2, 8};
  const std::array<std::int64_t, 2> all_cycles = {1, 4};
  const auto shifted = static_cast<std::size_t>(condition) + fabric;
  const auto halved = static_cast<std::size_t>(condition) + fabric / 3;
  return lanes == all_lanes[shifted % 3] && cycles_per_bit == all_cycles[halved % 2];
}

/// Parameter sets on a fabric, each quiet and with traffic: all 36, or the covering sample.
void agree_on(std::size_t fabric, bool all) {
  constexpr std::int64_t at_least = 25'000;  // PE-cycles; 216 sets, each twice, are 10.8 million
  std::int64_t sets = 0;
  std::int64_t quiet = 0;
  std::int64_t busy = 0;
  std::int64_t full = 0;
  for (int condition = 0; condition < 6; ++condition) {
    for (const std::int64_t lanes : {1, 2, 8}) {
      for (const std::int64_t cycles_per_bit : {1, 4}) {
        if (!all && !in_covering_sample(fabric, condition, lanes, cycles_per_bit)) continue;
        ++sets;
        auto e =
            test::experiment(fabrics[fabric], "lm-c" + std::to_string(condition), "uniform:0..7");
        e.queue_depth = 8;
        for (std::size_t d = 1; d <= e.links.size(); ++d) set_link(e, d, {lanes, cycles_per_bit});
        run_for(e, steps_for(e, at_least));
        auto setting = all_rtl(e, std::vector<std::int64_t>(e.links.size(), lanes));
        REQUIRE(setting.parameters.rings[0].link.cycles_per_bit == cycles_per_bit);
        const auto library = library_of(setting);
        const auto alone = run_rtl_forked(e, setting, library);
        setting.traffic = {0.1, 0.3, 7};
        const auto with_traffic = run_rtl_forked(e, setting, library);
        INFO("C" << condition << ", " << lanes << " lanes, " << cycles_per_bit << " cycles a bit");
        REQUIRE(alone.mismatch.empty());
        REQUIRE(with_traffic.mismatch.empty());
        REQUIRE(same(e, alone.result, run_steps(e)));
        quiet += alone.pe_cycles;
        busy += with_traffic.pe_cycles;
        full += with_traffic.full_queues;
      }
    }
  }
  CHECK(sets == (all ? 36 : 6));
  CHECK(quiet >= sets * at_least);
  CHECK(busy >= sets * at_least);
  if (all) CHECK(full > 0);
}

}  // namespace

TEST_CASE("what a queue lies in changes no cycle, however deep it is", "[rtl][volume]") {
  for (const auto memory : {QueueMemory::registers, QueueMemory::lut_ram, QueueMemory::block_ram}) {
    for (const Load depth : {2, 3, 16, 1024}) {
      auto e = test::experiment("torus:3x2", "lm-c5", "uniform:0..1");
      e.queue_depth = depth;
      e.load_bits = 16;
      run_for(e, 150);
      auto setting = all_rtl(e);
      setting.parameters.queue_memory = memory;
      setting.traffic = {0.5, 0.3, 11};
      const auto ran = run_rtl_forked(e, setting, library_of(setting));
      INFO("memory " << static_cast<int>(memory) << ", depth " << depth);
      CHECK(ran.mismatch.empty());
      CHECK(ran.pe_cycles > 0);
      if (depth < 16) CHECK(ran.full_queues > 0);
    }
  }
}

TEST_CASE("the sample of parameter sets has every combination of any two") {
  std::array<std::set<std::pair<std::int64_t, std::int64_t>>, 6> pairs;
  for (std::size_t fabric = 0; fabric < fabrics.size(); ++fabric) {
    const auto f = static_cast<std::int64_t>(fabric);
    for (int condition = 0; condition < 6; ++condition) {
      for (const std::int64_t lanes : {1, 2, 8}) {
        for (const std::int64_t cycles : {1, 4}) {
          if (!in_covering_sample(fabric, condition, lanes, cycles)) continue;
          pairs[0].emplace(f, condition);
          pairs[1].emplace(f, lanes);
          pairs[2].emplace(f, cycles);
          pairs[3].emplace(condition, lanes);
          pairs[4].emplace(condition, cycles);
          pairs[5].emplace(lanes, cycles);
        }
      }
    }
  }
  const std::array<std::size_t, 6> combinations = {36, 18, 12, 18, 12, 6};
  for (std::size_t i = 0; i < pairs.size(); ++i) CHECK(pairs[i].size() == combinations[i]);
}

TEST_CASE("RTL agrees in every cycle on ring:8", "[rtl]") { agree_on(0, false); }
TEST_CASE("RTL agrees in every cycle on torus:4x4", "[rtl][volume]") { agree_on(1, false); }
TEST_CASE("RTL agrees in every cycle on torus:5x3", "[rtl][volume]") { agree_on(2, false); }
TEST_CASE("RTL agrees in every cycle on hypercube:4", "[rtl][volume]") { agree_on(3, false); }
TEST_CASE("RTL agrees in every cycle on hhc:2", "[rtl][volume]") { agree_on(4, false); }
TEST_CASE("RTL agrees in every cycle on hhc:3", "[rtl][volume]") { agree_on(5, false); }
// All parameter sets take minutes. They are tried by hand, and docs/rtl.md says when it was done
// last.
TEST_CASE("RTL agrees in every cycle on ring:8, all parameters", "[rtl][.minutes]") {
  agree_on(0, true);
}
TEST_CASE("RTL agrees in every cycle on torus:4x4, all parameters", "[rtl][.minutes]") {
  agree_on(1, true);
}
TEST_CASE("RTL agrees in every cycle on torus:5x3, all parameters", "[rtl][.minutes]") {
  agree_on(2, true);
}
TEST_CASE("RTL agrees in every cycle on hypercube:4, all parameters", "[rtl][.minutes]") {
  agree_on(3, true);
}
TEST_CASE("RTL agrees in every cycle on hhc:2, all parameters", "[rtl][.minutes]") {
  agree_on(4, true);
}
TEST_CASE("RTL agrees in every cycle on hhc:3, all parameters", "[rtl][.minutes]") {
  agree_on(5, true);
}

TEST_CASE("Table 3 in RTL: shared after 7 steps, balanced after 18", "[rtl]") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto setting = all_rtl(e);
  const auto outcome = run_rtl_forked(e, setting, library_of(setting));
  REQUIRE(outcome.mismatch.empty());
  CHECK(outcome.result.to_share->steps == 7);
  CHECK(outcome.result.to_balance->steps == 18);
  CHECK(outcome.result.run.cycles == 1494);
  CHECK(outcome.pe_cycles == 11'952);
  CHECK(outcome.result.links == run_steps(e).links);
}

TEST_CASE("RTL and model PEs share a fabric", "[rtl]") {
  const std::string pes = GENERATE("0", "0,5,12..14", "1..14");
  const bool traffic = GENERATE(false, true);
  auto e = test::experiment("torus:5x3", "lm-c4", "uniform:0..7");
  e.queue_depth = 8;
  set_link(e, 1, {2, 1, 3, 4});
  run_for(e, 200);
  auto setting = all_rtl(e);
  setting.nodes = PeSet::parse(pes, e.fabric).nodes();
  if (traffic) setting.traffic = {0.1, 0.3, 7};
  const auto mixed = run_rtl_forked(e, setting, library_of(setting));
  INFO(pes << (traffic ? ", traffic" : ""));
  REQUIRE(mixed.mismatch.empty());
  CHECK(mixed.pe_cycles == mixed.result.run.cycles * static_cast<Cycle>(setting.nodes.size()));
  // Which PEs are RTL makes no difference to anything that is measured.
  setting.nodes.clear();
  CHECK(same(e, mixed.result, run_rtl_forked(e, setting, library_of(setting)).result));
}

TEST_CASE("links of all kinds and tasks of all widths agree", "[rtl][volume]") {
  const auto [task_bits, load_bits, depth, clock] =
      GENERATE(table<std::int64_t, std::int64_t, Load, std::int64_t>({
          {1, 4, 9, 250'000'000},
          {5, 16, 10, 3},
          {33, 5, 17, 250'000'000},
          {200, 16, 12, 250'000'000},
          {64, 40, 11, 1'000'000'007},
      }));
  auto e = test::experiment("torus:3x2x1x4", "lm-c4", "uniform:0..8");
  e.clock = clock;
  e.task_bits = task_bits;
  e.queue_depth = depth;
  e.load_bits = load_bits;
  e.scheme = std::make_shared<Liquid>(Condition::c4, e.fabric, load_bits);
  set_link(e, 1, {1, 3, 0, 7});
  set_link(e, 2, {100, 1, 2, 1});
  set_link(e, 4, {7, 1, 1, 2});
  run_for(e, 60);
  auto setting = all_rtl(e);
  setting.traffic = {0.2, 0.2, 3};
  const auto outcome = run_rtl_forked(e, setting, library_of(setting));
  INFO(task_bits << " bits a task");
  CHECK(outcome.mismatch.empty());
  CHECK(outcome.full_queues > 0);
}

TEST_CASE("same seed, same traffic, and another seed, other traffic", "[rtl]") {
  auto e = test::experiment("ring:8", "lm-c5", "uniform:0..7");
  e.queue_depth = 8;
  run_for(e, 100);
  auto setting = all_rtl(e);
  const auto library = library_of(setting);
  const auto run = [&](std::uint64_t seed) {
    setting.traffic = {0.1, 0.3, seed};
    return run_rtl_forked(e, setting, library).result;
  };
  CHECK(same(e, run(1), run(1)));
  CHECK_FALSE(same(e, run(1), run(2)));
}
