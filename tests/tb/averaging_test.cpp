// SPDX-License-Identifier: Apache-2.0
// The RTL of averaging by equal portions beside the model in every cycle: links, queues, loads,
// ends of steps; and that every break of it is seen.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "models/bits.h"
#include "models/errors.h"
#include "models/schemes/synchronous/nna.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/rtl_beside_model.h"

using namespace isobar;
using test::run_rtl_forked;

namespace {

/// A parameter set of the PE, with what the run needs besides.
struct Set {
  std::vector<std::uint32_t> radices = {4};
  std::vector<test::LinkShape> links = {{}};  ///< by dimension
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load most = 4;    ///< tasks of a PE at the start
  Load spare = 1;   ///< places that a queue has beyond all tasks
  Cycle spent = 0;  ///< cycles of the decision beyond those that the RTL needs
  QueueMemory memory = QueueMemory::block_ram;
  PhaseEnd end = PhaseEnd::words;
  std::int64_t steps = 4;

  std::string text() const {
    std::string text = fmt::format(
        "{} bits a task, {} a word, 0 to {} tasks, {} places more, {} cycles more, memory "
        "{}, {}",
        task_bits, load_bits, most, spare, spent, static_cast<int>(memory),
        end == PhaseEnd::slot ? "slot" : "words");
    for (std::size_t d = 0; d < links.size(); ++d) {
      text += fmt::format("; radix {}, {}", radices[d], links[d].text());
    }
    return text;
  }
};

Experiment experiment_of(const Set& set, std::uint64_t seed) {
  std::string fabric = set.radices.size() == 1 ? "ring" : "torus";
  for (std::size_t d = 0; d < set.radices.size(); ++d) {
    fabric += fmt::format("{}{}", d == 0 ? ":" : "x", set.radices[d]);
  }
  auto e = test::experiment(fabric, "nna-portions", fmt::format("uniform:0..{}", set.most), seed);
  test::set_links(e, set.links);
  e.task_bits = set.task_bits;
  e.load_bits = set.load_bits;
  Load total = 0;
  for (const auto load : e.loads) total += load;
  e.queue_depth = std::max<Load>(2, total + set.spare);
  e.queue_memory = set.memory;
  e.phase_end = set.end;
  const auto ports = static_cast<std::int64_t>(2 * set.links.size());
  const auto rest_bits = log2_up(2 * set.links.size() + 1);
  const auto depth_bits = log2_up(static_cast<std::uint64_t>(e.queue_depth) + 1);
  const auto division = std::max(depth_bits, rest_bits) - rest_bits + 1;
  e.scheme =
      std::make_shared<NnaPortions>(e.fabric, set.load_bits, division + ports + 4 + set.spent);
  e.goal = {Goal::Kind::steps, set.steps};
  e.max_steps = set.steps;
  return e;
}

class Draw : public test::RtlDraw {
 public:
  using RtlDraw::RtlDraw;

  Set set() {
    Set set;
    set.end = one_of(4) ? PhaseEnd::slot : PhaseEnd::words;
    set.memory = static_cast<QueueMemory>(number(0, 2));
    // Few tasks, so that some PEs have less than their portions come to, or many.
    set.most = one_of(2) ? number(0, 2) : number(3, 30);
    set.spare = one_of(2) ? 0 : number(1, 50);
    set.spent = one_of(2) ? 0 : number(1, 12);
    set.load_bits = number(10, 20);
    set.steps = number(1, 6);
    set.links.clear();
    set.radices.clear();
    const auto dimensions = one_of(3) ? 1 : number(2, 3);
    for (std::int64_t d = 0; d < dimensions; ++d) {
      set.links.push_back(link(set.end, 4, 4));
      set.radices.push_back(static_cast<std::uint32_t>(number(3, dimensions == 3 ? 4 : 7)));
    }
    // Tasks as short as the RTL serves them, or longer; in whole beats of each link.
    Cycle latest = 0;
    std::int64_t all = 1;
    for (const auto& link : set.links) {
      latest = std::max(latest, link.setup + link.latency);
      all *= link.lanes;
    }
    std::int64_t bits = one_of(2) ? 1 : number(1, 80);
    for (const auto& link : set.links) {
      const auto cycles = 2 * dimensions + 2 + latest - link.setup - link.latency;
      bits = std::max(bits, (cycles + link.cycles_per_bit - 1) / link.cycles_per_bit * link.lanes);
    }
    set.task_bits = (bits + all - 1) / all * all;
    set.load_bits = (set.load_bits + all - 1) / all * all;
    if (set.load_bits > 40) {
      set.load_bits = 24;
      for (auto& link : set.links) {
        if (24 % link.lanes != 0) link.cycles_per_bit = 1;
      }
      return fitting(set);
    }
    return set;
  }

 private:
  /// Links that lost cycles a bit may need longer tasks.
  static Set fitting(Set set) {
    set.task_bits = (set.task_bits + 143) / 144 * 144;
    return set;
  }
};

void agree_on(std::uint64_t first, std::uint64_t sets) {
  test::require_agreement_of_draws<Draw>(first, sets, experiment_of);
}

}  // namespace

TEST_CASE("averaging in RTL agrees in every cycle", "[rtl][volume]") { agree_on(1, 6); }

TEST_CASE("averaging in RTL agrees in every cycle, 6 parameter sets", "[rtl][long]") {
  agree_on(100, 6);
}

TEST_CASE("a ring of three with 6 tasks shares them out in 170 cycles, in RTL too", "[rtl]") {
  auto e = test::experiment("ring:3", "nna-portions", std::vector<Load>{6, 0, 0});
  e.queue_depth = 8;
  const auto setting = test::all_rtl(e, {});
  const auto ran = run_rtl_forked(e, setting, test::pe_library(setting));
  REQUIRE(ran.mismatch == "");
  // Words 17, decision 17, two tasks each way 128 and their way 1, a word up and one down 2 each.
  // PE 1 is the root, to which tasks come, too.
  CHECK(ran.result.run.cycles == 17 + 17 + 128 + 1 + 2 + 2);
  CHECK(ran.result.loads[0] == 2);
  CHECK(ran.result.loads[1] == 2);
  CHECK(ran.result.loads[2] == 2);
  CHECK(ran.pe_cycles == 3 * ran.result.run.cycles);
}

TEST_CASE("who has fewer tasks than ports to give by gives to the first ports, in RTL too",
          "[rtl][volume]") {
  Set set;
  set.radices = {3, 3, 3};
  set.links = {{}, {}, {1, 1, 2, 3}};
  set.steps = 2;
  const Load load = GENERATE(1, 2, 8);  // of 3 portions; of 3; of 9 that 6 ports come to
  auto e = experiment_of(set, 1);
  e.loads.assign(27, 0);
  e.loads[13] = load;
  e.queue_depth = load + 1;
  INFO(load);
  test::require_agreement(e, set.links);
}

namespace {

/// Calls `visit` with each loads' portions of a PE that holds `load` tasks, port by port, and with
/// what it gives of each.
void visit_cuts(unsigned dimensions, Load load, const std::function<void(Load, Load)>& visit) {
  const Load parts = 2 * dimensions + 1;
  std::vector<Load> portions(2 * dimensions, 0);
  const auto most = [&](std::size_t port) {
    return (load + (port % 2 == 0 ? parts - 1 : 0)) / parts;
  };
  for (;;) {
    Load left = load;
    for (const Load portion : portions) {
      const Load given = std::min(portion, left);
      left -= given;
      visit(portion, given);
    }
    std::size_t port = 0;
    while (port < portions.size() && portions[port] == most(port)) portions[port++] = 0;
    if (port == portions.size()) return;
    ++portions[port];
  }
}

}  // namespace

TEST_CASE("up to three dimensions a portion is given as a whole or not at all") {
  for (unsigned dimensions = 1; dimensions <= 3; ++dimensions) {
    Load last_cut = 0;
    bool in_two = false;
    for (Load load = 0; load <= 16; ++load) {
      visit_cuts(dimensions, load, [&](Load portion, Load given) {
        if (given == portion) return;
        last_cut = load;
        in_two = in_two || given > 0;
      });
    }
    CHECK_FALSE(in_two);
    CHECK(last_cut == (dimensions == 1 ? 0 : dimensions == 2 ? 1 : 8));
  }
  bool in_two = false;
  visit_cuts(4, 10,
             [&](Load portion, Load given) { in_two = in_two || (given > 0 && given < portion); });
  CHECK(in_two);
}

TEST_CASE("RTL and model PEs share a fabric of averaging", "[rtl]") {
  const std::string pes = GENERATE("0", "11", "1,2,4,8");
  Set set;
  set.radices = {3, 4};
  set.links = {{1, 3, 2, 4}, {4, 1, 0, 2}};
  test::require_mixture(experiment_of(set, 3), set.links, pes);
}

TEST_CASE("whole tori of averaging agree step by step", "[rtl][volume]") {
  using Radices = std::vector<std::uint32_t>;
  const auto [radices, end] = GENERATE(table<Radices, PhaseEnd>(
      {{{3}, PhaseEnd::words}, {{8}, PhaseEnd::slot}, {{4, 3}, PhaseEnd::words}}));
  Set set;
  set.radices = radices;
  set.links.resize(radices.size());
  set.links[0] = {1, 2, 3, 2};
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
    {"isobar_averaging_portion", "rounded_up = gets_q != Successor", "rounded_up = gets_q"},
    {"isobar_averaging_portion", "(Bits + 1)'(!Successor)", "(Bits + 1)'(1'b1)"},
    {"isobar_averaging_portion", "dividend[Bits-1:Steps]", "'0"},
    {"isobar_averaging_portion", "fits ? less[RestBits-1:0]", "1'b0 ? less[RestBits-1:0]"},
    {"isobar_averaging_queue", "(wanted > limit_q) ? limit_q : wanted", "wanted"},
    {"isobar_averaging_queue", "present_i[port_q] && !gives_i[port_q]", "!gives_i[port_q]"},
    {"isobar_averaging_queue", "base     = in_q ? tail_q : head_q", "base     = head_q"},
    {"isobar_averaging_queue", "wrapped[Bits] ? PlaceBits'(sum)", "1'b1 ? PlaceBits'(sum)"},
    {"isobar_averaging_queue", "asks_write & (~asks_write + 1'b1)", "asks_write"},
    {"isobar_averaging_queue", "asks_read & (~asks_read + 1'b1)", "asks_read"},
    {"isobar_averaging_queue", "- LoadBits'(takes_i[p])", "- LoadBits'(takes_i[0])"},
    {"isobar_averaging_port", "setup_out = next ? '0", "setup_out = 1'b0 ? '0"},
    {"isobar_averaging_port", "(early_i || valid_i)", "valid_i"},
    {"isobar_averaging_port", "Width'(load_next_i) : Width'(task_i)",
     "Width'(load_next_i) : Width'(held)"},
    {"isobar_averaging_port", "WayBits'(Latency - 1) :", "WayBits'(1) :"},
    {"isobar_averaging_pe", "(giving & ~done) == '0", "done != '0"},
    {"isobar_averaging_pe", "|| status_valid[p])", ")"},
    {"isobar_averaging_pe", "since_q == SinceBits'(Latest)", "since_q == '0"},
    {"isobar_averaging_pe", "valid_i[p] && !awaits[p]", "valid_i[p]"},
    {"isobar_averaging_errors", "too_much != '0", "too_much == '0"},
    {"isobar_averaging_errors", "came_q != '1", "came_q == '1"},
    {"isobar_sequencer", "cycle_q + 1'b1 == cycles", "cycle_q == cycles"},
};

/// Has one of `of` breaks seen, in turn: in runs of many tasks on one PE, which go on around the
/// torus, and of so few that PEs have less than their portions come to.
void see_breaks(std::size_t of) {
  Set set;
  set.radices = {3, 3};
  set.links = {{1, 1, 3, 3}, {1, 1, 3, 3}};
  set.task_bits = 12;
  set.steps = 14;
  set.most = 1;
  auto sparse = experiment_of(set, 4);
  sparse.queue_depth = 24;
  sparse.scheme = std::make_shared<NnaPortions>(sparse.fabric, set.load_bits, set.load_bits + 1);
  auto many = sparse;
  many.loads.assign(9, 0);
  many.loads[0] = 23;
  const auto whole = test::all_rtl(many, set.links);
  const auto seen = [&](const CosimSetting& setting) {
    const auto library = test::pe_library(setting);
    return run_rtl_forked(many, setting, library).mismatch != "" ||
           run_rtl_forked(sparse, setting, library).mismatch != "";
  };
  REQUIRE_FALSE(seen(whole));
  test::require_seen(breaks, of, whole, seen);
}

}  // namespace

TEST_CASE("breaks of averaging in RTL are seen", "[rtl][long]") { see_breaks(6); }

// This takes more than a minute and is called by hand; docs/rtl.md says when it was called last.
TEST_CASE("every break of averaging in RTL is seen", "[rtl][.minutes]") { see_breaks(1); }

TEST_CASE("what averaging cannot be in RTL is said") {
  const auto on = [](const char* fabric) {
    return test::experiment(fabric, "nna-portions", "uniform:0..3");
  };
  auto ring = on("ring:5");
  CHECK_NOTHROW(RtlParameters::of(ring));
  CHECK_NOTHROW(RtlParameters::of(on("torus:3x1x4")));
  for (const char* fabric : {"torus:4x2", "ring:2", "hypercube:3", "hhc:2", "torus:3x3x3x3"}) {
    test::require_refusal(on(fabric), "a ring or torus of radices of at least 3, not");
  }
  test::require_phases_refused(ring);
  auto small = ring;
  small.credits = true;
  test::require_refusal(small, "PEs grant each other room, which is not built");
  auto quick = ring;
  for (auto& link : quick.links) link = LinkTiming({quick.clock * 32, 1, 0}, quick.clock);
  test::require_refusal(quick, "a task takes 2 cycles, and the RTL takes 4 to serve");
  auto deep = ring;
  deep.queue_depth = 8192;
  test::require_refusal(
      deep, "a decision of 17 cycles: with a queue of 8192 and 2 ports the RTL takes 19");
  test::require_refusal(
      test::experiment("ring:5", "nna", "uniform:0..3"),
      "only the Liquid model, dimension exchange, averaging by equal portions, HHC algorithm B");
  ring.phase_end = PhaseEnd::slot;
  CHECK_NOTHROW(RtlParameters::of(ring));
}
