// SPDX-License-Identifier: Apache-2.0
// The RTL of dimension exchange beside the model in every cycle: links, queues, loads, ends of
// phases; and that every break of it is seen.
#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/schemes/synchronous/de.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/rtl_beside_model.h"

using namespace isobar;
using test::run_rtl_forked;

namespace {

/// A parameter set of the PE, with what the run needs besides.
struct Set {
  std::vector<test::LinkShape> links = {{}};  ///< by dimension
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load depth = 16;
  QueueMemory memory = QueueMemory::block_ram;
  PhaseEnd end = PhaseEnd::words;
  std::int64_t steps = 3;

  std::string text() const {
    std::string text =
        fmt::format("{} bits a task, {} a word, depth {}, memory {}, {}", task_bits, load_bits,
                    depth, static_cast<int>(memory), end == PhaseEnd::slot ? "slot" : "words");
    for (const auto& link : links) {
      text += "; " + link.text();
    }
    return text;
  }
};

Experiment experiment_of(const Set& set, std::uint64_t seed) {
  auto e = test::experiment(fmt::format("hypercube:{}", set.links.size()), "de",
                            fmt::format("uniform:0..{}", set.depth - 1), seed);
  test::set_links(e, set.links);
  e.task_bits = set.task_bits;
  e.load_bits = set.load_bits;
  e.queue_depth = set.depth;
  e.queue_memory = set.memory;
  e.phase_end = set.end;
  e.scheme = std::make_shared<DimensionExchange>(e.fabric, set.load_bits);
  e.goal = {Goal::Kind::steps, set.steps};
  e.max_steps = set.steps;
  return e;
}

class Draw : public test::RtlDraw {
 public:
  using RtlDraw::RtlDraw;

  Set set() {
    Set set;
    const auto rounded = [](std::int64_t bits, std::int64_t lanes) {
      return (bits + lanes - 1) / lanes * lanes;
    };
    set.end = one_of(3) ? PhaseEnd::slot : PhaseEnd::words;
    set.memory = static_cast<QueueMemory>(number(0, 2));
    set.depth = one_of(3) ? number(2, 5) : number(6, 40);
    set.load_bits = number(6, 20);
    set.task_bits = number(1, 80);
    set.steps = number(1, 4);
    set.links.clear();
    const auto dimensions = number(1, 4);
    for (std::int64_t d = 0; d < dimensions; ++d) {
      set.links.push_back(link(set.end, 9, 5));
    }
    std::int64_t all = 1;
    for (const auto& link : set.links) {
      if (all * link.lanes > 200) {
        set.links[static_cast<std::size_t>(&link - set.links.data())].lanes = 1;
      }
      all *= link.lanes;
    }
    set.task_bits = rounded(set.task_bits, all);
    set.load_bits = std::max<std::int64_t>(rounded(set.load_bits, all), 6);
    if (set.load_bits > 40) {
      set.load_bits = 16;
      for (auto& link : set.links) {
        if (16 % link.lanes != 0) link.cycles_per_bit = 1;
      }
    }
    return set;
  }
};

void agree_on(std::uint64_t first, std::uint64_t sets) {
  test::require_agreement_of_draws<Draw>(first, sets, experiment_of);
}

}  // namespace

TEST_CASE("dimension exchange in RTL agrees in every cycle", "[rtl][volume]") { agree_on(1, 12); }

TEST_CASE("dimension exchange in RTL agrees in every cycle, 10 parameter sets", "[rtl][long]") {
  agree_on(100, 10);
}

TEST_CASE("a pair with 7 tasks moves 3 of them in 215 cycles, in RTL too", "[rtl]") {
  auto e = test::experiment("ring:2", "de", std::vector<Load>{7, 0});
  e.queue_depth = 8;
  const auto setting = test::all_rtl(e, {});
  const auto ran = run_rtl_forked(e, setting, test::pe_library(setting));
  REQUIRE(ran.mismatch == "");
  // Words 17, decision 1, three tasks 192 and their way 1, a word up and one down 2 each.
  CHECK(ran.result.run.cycles == 17 + 1 + 192 + 1 + 2 + 2);
  CHECK(ran.result.loads[0] == 4);
  CHECK(ran.result.loads[1] == 3);
  CHECK(ran.pe_cycles == 2 * ran.result.run.cycles);
}

TEST_CASE("RTL and model PEs share a fabric of dimension exchange", "[rtl]") {
  const std::string pes = GENERATE("0", "7", "1,2,4", "1..7");
  Set set;
  set.links = {{1, 3, 2, 4}, {4, 1, 0, 2}, {1, 1, 0, 1}};
  set.depth = 40;
  test::require_mixture(experiment_of(set, 3), set.links, pes);
}

TEST_CASE("whole hypercubes of dimension exchange agree step by step", "[rtl][volume]") {
  const auto [dimensions, end] = GENERATE(table<std::size_t, PhaseEnd>(
      {{1, PhaseEnd::words}, {4, PhaseEnd::words}, {3, PhaseEnd::slot}}));
  Set set;
  set.links.resize(dimensions);
  set.links[0] = {1, 2, 3, 2};
  if (dimensions > 2) set.links[2] = {4, 1, 0, 5};
  set.end = end;
  set.steps = 8;
  auto e = experiment_of(set, 5);
  const bool empty = GENERATE(false, true);
  if (empty) e.loads = std::vector<Load>(e.fabric.pes(), 0);
  INFO(set.text());
  test::require_whole_fabric(e, set.links);
}

namespace {

const std::vector<test::RtlBreak> breaks = {
    {"isobar_exchange_decision", "less ? '0 : {1'b0, difference[LoadBits-1:1]}",
     "less ? '0 : {1'b0, difference[LoadBits-1:1]} + difference[0]"},
    {"isobar_exchange_decision", "less && difference != '1", "less"},
    {"isobar_exchange_pe", "next_task ? left_q - 1'b1 : left_q", "left_q"},
    {"isobar_exchange_pe", "setup_out = next_task ? '0", "setup_out = 1'b0 ? '0"},
    {"isobar_exchange_pe", "awaits_q && !ends && (neighbour_valid || !coming_q)",
     "awaits_q && !ends"},
    {"isobar_exchange_pe", "Width'(load_next) : Width'(head)", "Width'(load_next) : Width'(held)"},
    {"isobar_exchange_pe", "|| status_valid[p])", ")"},
    {"isobar_exchange_pe", "&& setting_up) || status_setup[p]", "&& setting_up)"},
    {"isobar_sequencer", "(decided && !sends_i) || (on_its_way && reached)",
     "deciding || (on_its_way && reached)"},
    {"isobar_sequencer", ": latency_i[dimension_q*CountBits +: CountBits])", ": CountBits'(1))"},
    {"isobar_sequencer", "waiting ? wait_i", "waiting ? wait_i + 1'b1"},
    {"isobar_phase_end", "(told_d & children_i) == children_i", "told_d == told_q"},
    {"isobar_phase_end", "children_i & {Ports{knows_o}}", "told_q & {Ports{knows_o}}"},
    {"isobar_phase_end", "own_q  <= own_d && !ends_i", "own_q  <= own_d"},
    {"isobar_status_sender", "left_d = Bits'(Cycles)", "left_d = Bits'(Cycles - 1)"},
    {"isobar_status_receiver", "hold_q == Bits'(CyclesPerBit - 1)", "hold_q == '0"},
    {"isobar_exchange_errors", "neighbour_i > LoadBits'(Depth)", "neighbour_i > LoadBits'(2)"},
};

}  // namespace

TEST_CASE("every break of dimension exchange in RTL is seen", "[rtl][long]") {
  Set set;
  set.links = {{1, 2, 3, 2}, {1, 1, 0, 3}, {1, 3, 1, 1}};
  set.task_bits = 12;
  set.depth = 20;
  const auto e = experiment_of(set, 4);
  const auto whole = test::all_rtl(e, set.links);
  const auto seen = [&](const CosimSetting& setting) {
    return run_rtl_forked(e, setting, test::pe_library(setting)).mismatch != "";
  };
  REQUIRE_FALSE(seen(whole));
  test::require_seen(breaks, 1, whole, seen);
}

TEST_CASE("what dimension exchange cannot be in RTL is said") {
  auto cube = test::experiment("hypercube:3", "de", "uniform:0..7");
  CHECK_NOTHROW(RtlParameters::of(cube));
  for (const char* fabric : {"torus:4x2", "ring:3", "mesh:2x2", "hhc:2"}) {
    test::require_refusal(test::experiment(fabric, "de", "uniform:0..7"),
                          "a hypercube or ring:2, not");
  }
  test::require_phases_refused(cube);
  test::require_refusal(cube, "with which 1 bits take 2 cycles and not 1", {2, 2, 2});
  cube.phase_end = PhaseEnd::slot;
  CHECK_NOTHROW(RtlParameters::of(cube));
  cube.scheme = test::experiment("hypercube:3", "gde", "uniform:0..7").scheme;
  test::require_refusal(
      cube,
      "only the Liquid model, dimension exchange, averaging by equal portions, HHC algorithm B");
}
