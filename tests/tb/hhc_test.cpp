// SPDX-License-Identifier: Apache-2.0
// The RTL of HHC algorithm B beside the model in every cycle: reports, orders, transfers of two at
// once, pairs, ends of phases; and that every break of it is seen.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "models/bits.h"
#include "models/schemes/synchronous/hhc_b.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/rtl_beside_model.h"

using namespace isobar;
using test::run_rtl_forked;

namespace {

/// A parameter set of the PE, with what the run needs besides.
struct Set {
  std::vector<test::LinkShape> links = {{}, {}};  ///< by dimension
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load depth = 16;
  Cycle spent = 0;  ///< cycles of the division beyond those that the RTL needs
  QueueMemory memory = QueueMemory::block_ram;
  PhaseEnd end = PhaseEnd::words;
  std::int64_t steps = 3;

  std::string text() const {
    std::string text = fmt::format(
        "{} bits a task, {} a word, depth {}, {} cycles more, memory {}, {}", task_bits, load_bits,
        depth, spent, static_cast<int>(memory), end == PhaseEnd::slot ? "slot" : "words");
    for (const auto& link : links) text += "; " + link.text();
    return text;
  }
};

Experiment experiment_of(const Set& set, std::uint64_t seed) {
  auto e = test::experiment(fmt::format("hhc:{}", set.links.size() - 1), "hhc-b",
                            fmt::format("uniform:0..{}", set.depth - 1), seed);
  test::set_links(e, set.links);
  e.task_bits = set.task_bits;
  e.load_bits = set.load_bits;
  e.queue_depth = set.depth;
  e.queue_memory = set.memory;
  e.phase_end = set.end;
  const Cycle least = log2_up(3 * static_cast<std::uint64_t>(set.depth) + 1) + 2;
  e.scheme = std::make_shared<HhcB>(e.fabric, set.load_bits, least + set.spent);
  e.goal = {Goal::Kind::steps, set.steps};
  e.max_steps = set.steps;
  return e;
}

/// The same where every other PE has nothing, or is full.
Experiment uneven(const Set& set, std::uint64_t seed) {
  auto e = experiment_of(set, seed);
  for (Node node = 0; node < e.fabric.pes(); ++node) {
    if ((seed >> (node % 7) & 1) != 0) e.loads[node] = node % 2 == 0 ? 0 : set.depth - 1;
  }
  return e;
}

class Draw : public test::RtlDraw {
 public:
  using RtlDraw::RtlDraw;

  Set set() {
    Set set;
    set.end = one_of(4) ? PhaseEnd::slot : PhaseEnd::words;
    set.memory = static_cast<QueueMemory>(number(0, 2));
    set.depth = one_of(3) ? number(2, 5) : number(6, 40);
    set.spent = one_of(2) ? 0 : number(1, 12);
    set.steps = number(1, 3);
    set.links.clear();
    const auto dimensions = number(2, 4);
    std::int64_t all = 1;
    for (std::int64_t d = 0; d < dimensions; ++d) {
      set.links.push_back(link(set.end, 4, 4));
      all *= set.links.back().lanes;
    }
    // Tasks as short as the RTL serves them, or longer, and words; in whole beats of each link.
    std::int64_t bits = one_of(2) ? 1 : number(1, 80);
    for (const auto& link : set.links) {
      bits = std::max(bits, (4 + link.cycles_per_bit - 1) / link.cycles_per_bit * link.lanes);
    }
    set.task_bits = (bits + all - 1) / all * all;
    set.load_bits = (number(6, 20) + all - 1) / all * all;
    if (set.load_bits > 30) {
      set.load_bits = 24;
      for (auto& link : set.links) {
        if (24 % link.lanes != 0) link.cycles_per_bit = 1;
      }
      set.task_bits = (set.task_bits + 143) / 144 * 144;
    }
    return set;
  }
};

void agree_on(std::uint64_t first, std::uint64_t sets) {
  test::require_agreement_of_draws<Draw>(first, sets, uneven);
}

}  // namespace

TEST_CASE("HHC B in RTL agrees in every cycle", "[rtl][volume]") { agree_on(1, 6); }

TEST_CASE("HHC B in RTL agrees in every cycle, 10 parameter sets", "[rtl][long]") {
  agree_on(100, 10);
}

TEST_CASE("HHC B in RTL agrees for every small triangle", "[rtl][volume]") {
  Set set;
  set.depth = 5;
  set.task_bits = 4;
  set.load_bits = 4;
  set.steps = 1;
  auto e = experiment_of(set, 1);
  const auto setting = test::all_rtl(e, set.links);
  const auto library = test::pe_library(setting);
  Load c = 0;
  Load l = 0;
  Load r = 0;
  std::int64_t two = 0;  // triangles of which one gives to two or gets from two
  for (int triangle = 0; triangle < 125; ++triangle) {
    std::tie(c, l, r) = std::tuple(triangle % 5, triangle / 5 % 5, triangle / 25);
    e.loads = {c, l, r, r, c, l};
    INFO(c << " " << l << " " << r);
    const auto ran = run_rtl_forked(e, setting, library);
    REQUIRE(ran.mismatch == "");
    const TriangleLoads loads = {c, l, r};
    using Pair = std::pair<Place, Place>;
    const std::array<Pair, 3> pairs = {{{Place::coordinator, Place::left},
                                        {Place::coordinator, Place::right},
                                        {Place::left, Place::right}}};
    const auto transfers = std::count_if(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return hhc_b_share(loads, pair.first, pair.second) != 0;
    });
    two += transfers == 2 ? 1 : 0;
  }
  CHECK(two > 20);
}

TEST_CASE("a Hexa-cell with 6 tasks on a coordinator shares them out in 238 cycles, in RTL too",
          "[rtl]") {
  auto e = test::experiment("hhc:1", "hhc-b", std::vector<Load>{6, 0, 0, 0, 0, 0});
  e.queue_depth = 8;
  e.goal = {Goal::Kind::steps, 1};
  e.max_steps = 1;
  const auto setting = test::all_rtl(e, {});
  const auto ran = run_rtl_forked(e, setting, test::pe_library(setting));
  REQUIRE(ran.mismatch == "");
  // Reports 17, division 16, orders 33, decision 1, two tasks each way 128 and their way 1; the
  // root is the left PE of the other triangle, so that two words up, and two down, are 2 cycles
  // each. Then the pairs: words 17, decision 1, a task 64 and its way 1, and who gives is two words
  // from the root.
  const Cycle triangles = 17 + 16 + 33 + 1 + 128 + 1 + 2 * 2 + 2 * 2;
  const Cycle pairs = 17 + 1 + 64 + 1 + 2 * 2 + 2 * 2;
  CHECK(ran.result.run.cycles == triangles + pairs);
  CHECK(ran.result.loads == std::vector<Load>{1, 1, 1, 1, 1, 1});
  CHECK(ran.pe_cycles == 6 * ran.result.run.cycles);
}

TEST_CASE("RTL and model PEs share an HHC of algorithm B", "[rtl]") {
  const std::string pes = GENERATE("0", "1,3,8", "2,4..7");
  Set set;
  set.links = {{1, 3, 2, 4}, {1, 2, 0, 1}, {4, 1, 0, 2}};
  test::require_mixture(experiment_of(set, 3), set.links, pes);
}

TEST_CASE("whole HHCs of algorithm B agree step by step", "[rtl][volume]") {
  const auto [dimensions, end] = GENERATE(table<std::size_t, PhaseEnd>(
      {{2, PhaseEnd::words}, {3, PhaseEnd::slot}, {4, PhaseEnd::words}}));
  Set set;
  set.links.resize(dimensions);
  set.links[0] = {1, 2, 3, 2};
  set.links[1] = {2, 1, 0, 3};
  set.end = end;
  set.steps = 4;
  auto e = experiment_of(set, 5);
  const bool empty = GENERATE(false, true);
  if (empty) e.loads = std::vector<Load>(e.fabric.pes(), 0);
  INFO(set.text());
  test::require_whole_fabric(e, set.links);
}

namespace {

const std::vector<test::RtlBreak> breaks = {
    {"isobar_hhc_division", "{1'b0, sum_i[SumBits-1]}", "2'b00"},
    {"isobar_hhc_division", "fits ? less[1:0]", "1'b0 ? less[1:0]"},
    {"isobar_hhc_shares", "= left_i > coordinator_i", "= left_i >= coordinator_i"},
    {"isobar_hhc_shares", "= right_i > coordinator_i", "= right_i >= coordinator_i"},
    {"isobar_hhc_shares", "= right_i > left_i", "= right_i >= left_i"},
    {"isobar_hhc_shares", "before_left < rest_i", "before_left == rest_i"},
    {"isobar_hhc_shares", "to_left_o  = -left[Bits-1:0]", "to_left_o  = left[Bits-1:0]"},
    {"isobar_hhc_decision", "more[Bits] ? fewer[Bits-1:1]", "1'b0 ? fewer[Bits-1:1]"},
    {"isobar_hhc_decision", "second = order_i[Bits +: Bits]", "second = order_i[0 +: Bits]"},
    {"isobar_hhc_decision", "= !pair_i && first[Bits-1] != second[Bits-1]", "= !pair_i && 1'b1"},
    {"isobar_hhc_queue", "gives_q && swap_i", "swap_i"},
    {"isobar_hhc_queue", "swaps        = gives_q && swap_i", "swaps        = 1'b0"},
    {"isobar_hhc_queue", "wrapped[Bits] ? PlaceBits'(sum)", "wrapped[Bits] ? '0"},
    {"isobar_hhc_queue", "asks_write & (~asks_write + 1'b1)", "asks_write"},
    {"isobar_hhc_queue", "asks_read & (~asks_read + 1'b1)", "asks_read"},
    {"isobar_hhc_queue", "LoadBits'(takes_i[1])", "LoadBits'(1'b0)"},
    {"isobar_hhc_queue", "reading_q[w] ? read_q : buffer_q", "1'b0 ? read_q : buffer_q"},
    {"isobar_hhc_pe", "cycle <= CycleBits'(Divides + Steps)",
     "cycle < CycleBits'(Divides + Steps)"},
    {"isobar_hhc_pe", "(giving_q & ~gave) == '0", "gave != '0"},
    {"isobar_hhc_pe", "setup = continues ? '0", "setup = 1'b0 ? '0"},
    {"isobar_hhc_pe", "valid_i[p] && !awaits_at[p]", "valid_i[p]"},
    {"isobar_hhc_pe", "awaits_q[w] && more_next[w] && !ends", "awaits_q[w] && !ends"},
    {"isobar_hhc_pe", "|| status_valid[p];", ";"},
    {"isobar_hhc_pe", "order(to_right_q, -left_to_right_q)", "order(to_right_q, left_to_right_q)"},
    {"isobar_hhc_errors", "complete_i != due_i", "complete_i == due_i"},
    {"isobar_sequencer", "cycle_q + 1'b1 == cycles", "cycle_q == cycles"},
};

/// Has one of `of` breaks seen, in turn.
void see_breaks(std::size_t of) {
  Set set;
  set.links = {{1, 1, 3, 3}, {1, 1, 2, 1}, {1, 2, 0, 2}};
  set.task_bits = 12;
  set.depth = 23;
  set.steps = 4;
  const auto drawn = experiment_of(set, 4);
  std::vector<Experiment> all = {drawn};
  for (const std::vector<Load>& loads : {
           // Who has given gets twice, so that its queue wraps around;
           std::vector<Load>{22, 0, 0, 12, 12, 12, 22, 22, 22, 22, 22, 22},
           // a left PE gets from two, and gives all of that on;
           std::vector<Load>{22, 0, 22, 0, 0, 0, 0, 0, 0, 1, 0, 0},
           // some have as many as others, and a task is over.
           std::vector<Load>{2, 2, 0, 0, 2, 2, 2, 0, 2, 1, 2, 2},
       }) {
    all.push_back(drawn);
    all.back().loads = loads;
  }
  const auto whole = test::all_rtl(drawn, set.links);
  const auto seen = [&](const CosimSetting& setting) {
    const auto library = test::pe_library(setting);
    return std::any_of(all.begin(), all.end(), [&](const Experiment& e) {
      return run_rtl_forked(e, setting, library).mismatch != "";
    });
  };
  REQUIRE_FALSE(seen(whole));
  test::require_seen(breaks, of, whole, seen);
}

}  // namespace

TEST_CASE("breaks of HHC B in RTL are seen", "[rtl][long]") { see_breaks(6); }

// This takes more than a minute and is called by hand; docs/rtl.md says when it was called last.
TEST_CASE("every break of HHC B in RTL is seen", "[rtl][.minutes]") { see_breaks(1); }

TEST_CASE("what HHC B cannot be in RTL is said") {
  auto cell = test::experiment("hhc:2", "hhc-b", "uniform:0..3");
  CHECK_NOTHROW(RtlParameters::of(cell));
  test::require_phases_refused(cell);
  auto small = cell;
  small.credits = true;
  test::require_refusal(small,
                        "PEs grant each other room, which is not built as RTL for HHC algorithm B");
  auto quick = cell;
  for (auto& link : quick.links) link = LinkTiming({quick.clock * 32, 1, 0}, quick.clock);
  test::require_refusal(quick, "a task takes 2 cycles, and the RTL takes 4 to serve");
  auto deep = cell;
  deep.queue_depth = 8192;
  test::require_refusal(
      deep, "a division of 16 cycles: with a queue of 8192 the RTL takes 17 for the sum");
  test::require_refusal(
      test::experiment("hhc:2", "hhc-a", "uniform:0..3"),
      "only the Liquid model, dimension exchange, averaging by equal portions, HHC algorithm B");
  cell.phase_end = PhaseEnd::slot;
  CHECK_NOTHROW(RtlParameters::of(cell));
}
