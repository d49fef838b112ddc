// SPDX-License-Identifier: Apache-2.0
// Whole fabrics of work stealing in RTL beside the SystemC model in every cycle: loads, each bit of
// each link, the executors' streams, queues at the end; and that every break of the RTL is seen.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/contract/stealing_rule.h"
#include "models/workloads/application.h"
#include "models/workloads/initial_load.h"
#include "tb/stealing_fabric.h"
#include "tests/catch.h"
#include "tests/support/forked_run.h"
#include "tests/support/random_application.h"
#include "tests/support/rtl_beside_model.h"

using namespace isobar;
using test::LinkShape;

namespace {

/// A parameter set of the fabric.
struct Set {
  std::string fabric = "torus:4x4";
  std::string victims = "nearest";
  std::vector<LinkShape> links;  ///< by dimension
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load depth = 32;
  QueueMemory memory = QueueMemory::block_ram;
  QueueEnd fetch = QueueEnd::oldest;
  Cycle handling = 1;
  bool half = true;
  Cycle retry = 16;
  Cycle retry_max = 4096;

  std::string text() const {
    std::string text = fmt::format(
        "{}, {}, {} bits a task, {} a word, depth {}, memory {}, {}, handling {}, half {}, retry "
        "{} to {}",
        fabric, victims, task_bits, load_bits, depth, static_cast<int>(memory),
        fetch == QueueEnd::newest ? "newest" : "oldest", handling, half, retry, retry_max);
    for (const auto& link : links) text += "; " + link.text();
    return text;
  }
};

Experiment experiment_of(const Set& set) {
  Experiment e(Fabric::parse(set.fabric));
  test::set_links(e, set.links);
  e.task_bits = set.task_bits;
  e.load_bits = set.load_bits;
  e.queue_depth = set.depth;
  e.queue_memory = set.memory;
  e.fetch = set.fetch;
  e.balancer.handling = set.handling;
  e.balancer.tasks_per_message = 1;
  const auto scheme = fmt::format("steal:victims={},half={},retry={},retry_max={}", set.victims,
                                  set.half ? 1 : 0, set.retry, set.retry_max);
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
  e.loads = NarrowArray(std::vector<Load>(e.fabric.pes(), 0));
  e.max_cycles = 1'000'000;
  return e;
}

/// Tasks that lie there at the start, which nobody works on.
Experiment at_rest(const Set& set, const std::string& load, Cycle cycles, std::uint64_t seed) {
  auto e = experiment_of(set);
  e.loads = NarrowArray(initial_load(load, e.fabric.pes(), seed));
  e.max_cycles = cycles;
  e.goal = {Goal::Kind::balanced, 0};
  e.tolerance = -1;  // which no loads are within
  return e;
}

/// A tree of tasks, of which there is one at the start.
Experiment tree(const Set& set, std::uint64_t seed, int depth = 6) {
  auto e = experiment_of(set);
  const auto choice =
      ApplicationChoice::parse(fmt::format("uts:t=1,a=3,d={},b=3,r={}", depth, seed));
  e.application = choice.entry->maker({e.fabric.pes(), seed, e.clock, choice.parameters});
  e.loads = NarrowArray(e.application()->initial_loads());
  e.goal = {Goal::Kind::finished, 0};
  return e;
}

/// Trees of tasks of any work, or of as much at most, on machines of any speed.
Experiment trees(const Set& set, std::uint64_t seed, std::optional<Cycle> most_work = {}) {
  test::RtlDraw draw(seed);
  auto e = experiment_of(set);
  test::RandomTrees trees;
  for (Node node = 0; node < e.fabric.pes(); ++node) {
    trees.roots.push_back(draw.one_of(3) ? draw.number(0, std::min<Load>(set.depth - 1, 6)) : 0);
    e.speeds.emplace_back(draw.number(1, 9), 4);
  }
  trees.roots[0] = 1;
  trees.size = draw.number(20, 80);
  trees.most_work = draw.one_of(2) ? draw.number(1, 20) : draw.number(100, 900);
  trees.most_children = draw.number(1, 8);
  if (most_work) trees.most_work = *most_work;
  trees.seed = seed;
  e.loads = NarrowArray(trees.roots);
  e.application = [trees] { return test::random_application(trees); };
  e.goal = {Goal::Kind::finished, 0};
  return e;
}

RtlParameters parameters_of(const Experiment& e, const Set& set) {
  return test::all_rtl(e, set.links).parameters;
}

VerilatedLibrary library_of(const RtlParameters& parameters, const OwnRtl& own = {}) {
  return VerilatedLibrary(rtl_fabric(parameters, own));
}

std::string description(const FabricMismatch& m) {
  return fmt::format("cycle {}, {}{}{}: RTL {}, model {}", m.cycle,
                     m.node ? fmt::format("PE {}, ", *m.node) : "",
                     m.port ? fmt::format("port {}, ", *m.port) : "", m.quantity, m.rtl, m.model);
}

struct Outcome {
  std::string mismatch;  ///< empty: there is none
  Cycle cycles = 0;
  std::int64_t moved = 0;  ///< tasks that were stolen
};

/// Runs both in a child process, as SystemC allows one elaboration in each.
Outcome run(const Experiment& e, const RtlParameters& parameters, const VerilatedLibrary& library) {
  const auto numbers = test::in_child([&] {
    const auto whole = run_stealing_fabric(e, parameters, library);
    std::vector<std::int64_t> out;
    if (whole.mismatch) {
      const auto text = description(*whole.mismatch);
      out.insert(out.end(), text.begin(), text.end());
    } else {
      out = {-1, whole.run->run.cycles, whole.run->routed->tasks};
      if (whole.pe_cycles != whole.run->run.cycles * static_cast<Cycle>(e.fabric.pes())) out = {};
    }
    return out;
  });
  REQUIRE_FALSE(numbers.empty());
  if (numbers[0] == -1) return {"", numbers[1], numbers[2]};
  std::string text;
  for (const auto number : numbers) text += static_cast<char>(number);
  return {text};
}

Outcome require_agreement(const Experiment& e, const Set& set) {
  INFO(set.text());
  const auto parameters = parameters_of(e, set);
  const auto outcome = run(e, parameters, library_of(parameters));
  REQUIRE(outcome.mismatch == "");
  return outcome;
}

class Draw : public test::RtlDraw {
 public:
  using RtlDraw::RtlDraw;

  /// A set that the RTL can be.
  Set set() {
    for (;;) {
      const auto set = any();
      try {
        (void)parameters_of(tree(set, 1), set);
        return set;
      } catch (const ValueError&) {
        // Its links are too quick for its queue.
      }
    }
  }

 private:
  Set any() {
    static const std::vector<std::string> fabrics = {"ring:2",    "ring:5",      "torus:4x4",
                                                     "torus:3x2", "hypercube:3", "hhc:2"};
    Set set;
    set.fabric = fabrics[static_cast<std::size_t>(number(0, 5))];
    static const std::vector<std::string> victims = {"nearest", "ring", "xorshift"};
    set.victims = victims[static_cast<std::size_t>(number(0, 2))];
    const auto dimensions = Fabric::parse(set.fabric).radices().size();
    for (std::size_t d = 0; d < dimensions; ++d) {
      set.links.push_back(link(PhaseEnd::words, 4, 4));
    }
    set.task_bits = number(33, 130);
    set.load_bits = number(6, 20);
    set.depth = one_of(3) ? number(2, 8) : number(9, 40);
    set.memory = static_cast<QueueMemory>(number(0, 2));
    set.fetch = one_of(2) ? QueueEnd::newest : QueueEnd::oldest;
    set.handling = number(1, 3);
    set.half = one_of(2);
    set.retry = one_of(2) ? number(1, 20) : number(1, 200);
    set.retry_max = set.retry * number(1, 40);
    return set;
  }
};

void agree_on(std::uint64_t first, std::uint64_t sets) {
  Cycle cycles = 0;
  std::int64_t moved = 0;
  for (std::uint64_t seed = first; seed < first + sets; ++seed) {
    INFO("seed " << seed);
    const auto set = Draw(seed).set();
    const auto load = fmt::format("uniform:0..{}", set.depth - 1);
    for (const auto& e :
         {at_rest(set, load, 20'000, seed), tree(set, seed), trees(set, seed), trees(set, ~seed)}) {
      const auto outcome = require_agreement(e, set);
      cycles += outcome.cycles;
      moved += outcome.moved;
    }
  }
  CHECK(cycles > 20'000 * static_cast<Cycle>(sets));
  CHECK(moved > 10 * static_cast<std::int64_t>(sets));
}

}  // namespace

TEST_CASE("work stealing in RTL agrees in every cycle", "[rtl][volume]") { agree_on(1, 4); }

TEST_CASE("work stealing in RTL agrees in every cycle, 10 parameter sets", "[rtl][long]") {
  agree_on(100, 10);
}

TEST_CASE("whole fabrics of work stealing agree on a tree and on tasks at rest", "[rtl][volume]") {
  Set set;
  // Each fabric with one end of the queue and one kind of victims; draws have the others.
  using Shape = std::tuple<const char*, QueueEnd, const char*>;
  std::tie(set.fabric, set.fetch, set.victims) = GENERATE(
      Shape{"ring:2", QueueEnd::oldest, "xorshift"}, Shape{"ring:5", QueueEnd::newest, "ring"},
      Shape{"torus:4x4", QueueEnd::oldest, "ring"}, Shape{"torus:3x2", QueueEnd::newest, "nearest"},
      Shape{"torus:3x3", QueueEnd::oldest, "xorshift"},
      Shape{"hypercube:3", QueueEnd::newest, "ring"}, Shape{"hhc:2", QueueEnd::oldest, "nearest"});
  CHECK(require_agreement(tree(set, 19), set).moved > 0);
  CHECK(require_agreement(at_rest(set, "point:31@0", 20'000, 3), set).moved > 0);
  // Nobody has anything to give.
  CHECK(require_agreement(at_rest(set, "uniform:0..0", 20'000, 3), set).moved == 0);
}

namespace {

// Executors of the model fetch what was there in the cycle before, in which they did not work. So
// two parts of the RTL are not reached, which other executors need: left_o where a working PE gives
// its last task, and takes_landing where what lands in an empty queue is taken in that cycle.
const std::vector<test::RtlBreak> breaks_of_nearest = {
    {"isobar_stealing_agent", "Half ? Bits'(more >> 1)", "Half ? Bits'(more >> 2)"},
    {"isobar_stealing_agent", "(Bits + 1)'(works_q) - (Bits + 1)'(handled_works_q)",
     "(Bits + 1)'(works_q)"},
    {"isobar_stealing_agent", "Bits'((more >> 1) != '0)", "Bits'(more != '0)"},
    {"isobar_stealing_agent", "timer   = next_wait_q - 1'b1", "timer   = next_wait_q"},
    {"isobar_stealing_agent", "(twice > (WaitBits + 1)'(RetryMax))", "1'b0"},
    {"isobar_stealing_agent", "waits_q && timer_q == '0", "waits_q && timer_q[WaitBits-1:1] == '0"},
    {"isobar_stealing_agent", "given != '0 && waits && load != '0", "1'b0 && load != '0"},
    {"isobar_stealing_agent", "if (waits && load != '0) next_wait", "if (waits) next_wait"},
    {"isobar_stealing_agent", "for_room_q == '0 && has_room", "has_room"},
    {"isobar_stealing_agent", "gives || asks_before || lands_late", "gives || asks_before"},
    {"isobar_stealing_agent", "is_quiet && pop_i && for_room != '0", "1'b0 && for_room != '0"},
    {"isobar_stealing_agent", "(lands_o ? Bits'(0) : Bits'(1))", "Bits'(1)"},
    {"isobar_stealing_agent", "asks_after ? works_i : works_q", "works_q"},
    {"isobar_stealing_agent", "(turn_q == LastPort) ? '0 :", "1'b0 ? '0 :"},
    {"isobar_stealing_agent", "take_o ? LastHandling", "take_o ? '0"},
    {"isobar_stealing_agent", "gap_d      = is_next ? LastHandling", "gap_d      = is_next ? '0"},
    {"isobar_stealing_agent", "(gives || request) ? LastHandling", "1'b0 ? LastHandling"},
    {"isobar_stealing_agent", "is_next && !replies && transfers != '0;",
     "is_next && transfers != '0;"},
    {"isobar_stealing_inbox", "any_older = ahead_q[i*Bits +: Bits] != '0", "any_older = 1'b0"},
    {"isobar_stealing_order", "first_q <= comes_i[j]", "first_q <= !comes_i[i]"},
    {"isobar_stealing_order", "comes_i[i] || comes_i[j]", "comes_i[j]"},
    {"isobar_stealing_inbox", "(reply_i[i-1:0] | transfer_i[i-1:0]) != '0", "1'b0"},
    {"isobar_stealing_inbox", "? Bits'(reply_q) + transfers_q", "? transfers_q"},
    {"isobar_stealing_port", "!replies && !transfers && requests", "requests"},
    {"isobar_stealing_port", "reply_i ? promised_i : promised_q", "promised_i"},
    {"isobar_stealing_port", "line & LaneMask", "line"},
    {"isobar_stealing_port", "hold_q + 1'b1 == BeatBits'(Cycles)", "1'b1"},
    {"isobar_stealing_port", "line_i[HeaderBits % Lanes]", "line_i[0]"},
    {"isobar_stealing_port", "(HeaderBits + LoadBits + Lanes - 1) / Lanes",
     "(HeaderBits + LoadBits) / Lanes"},
    {"isobar_stealing_port", "count_i(valid && is_transfer_q)", "count_i(valid)"},
    {"isobar_stealing_port", "count_i(busy && !valid)", "count_i(busy)"},
    {"isobar_stealing_queue", "tail_q - 1'b1 : after_given", "tail_q - 1'b1 : head_q"},
    {"isobar_stealing_queue", "FetchNewest ? lands_i : load_q == '0", "lands_i && load_q == '0"},
    {"isobar_stealing_queue", "tail_q - ListBits'(lands_after_i) : tail_q", "tail_q : tail_q"},
    {"isobar_stealing_queue", "!is_written_q && (pop_i || reads != '0) && read_place == place_q",
     "1'b0"},
    {"isobar_stealing_queue", "!is_written_q && !push_i", "!is_written_q"},
    {"isobar_stealing_queue", "wants & (~wants + 1'b1)", "wants"},
    {"isobar_stealing_queue", "reads = pop_i ? '0 : wants", "reads = wants"},
    {"isobar_stealing_queue", "all_used_q || (allocates && free_head_q == '1)", "all_used_q"},
    {"isobar_stealing_queue", "&& !valid_q[p] && !reading_q[p]", "&& !valid_q[p]"},
    {"isobar_stealing_pe", "load_mid < Bits'(Depth) - 1'b1", "load_mid < Bits'(Depth)"},
    {"isobar_stealing_pe", "[Collected-1-ReplyRest -: LoadBits]", "[Collected-1 -: LoadBits]"},
    {"isobar_stealing_pe", "if (collects) collected_q", "collected_q"},
    {"isobar_stealing_pe", "promised > LoadBits'((Depth + 1) / 2)", "promised > LoadBits'(1)"},
    {"isobar_stealing_fabric", "is_back(port) ? k - 1 : 1", "is_back(port) ? 1 : k - 1"},
    {"isobar_stealing_pe", ".pop_i(pop), .works_i,", ".pop_i(pop), .works_i(!works_i),"},
    {"isobar_stealing_fabric", "32'(PortLatency[p*CountBits +: CountBits])), .Lanes(MaxLanes)",
     "32'(PortLatency[0 +: CountBits])), .Lanes(MaxLanes)"},
};

/// What is only in the PE that asks all others.
const std::vector<test::RtlBreak> breaks_of_ring = {
    {"isobar_stealing_route", "1'b0} > Width'(K)", "1'b0} >= Width'(K)"},
    {"isobar_stealing_route", "= backwards ? Width'(K) - ahead :", "= 1'b0 ? Width'(K) - ahead :"},
    {"isobar_stealing_route", "First  = first_port(d)", "First  = 2 * d"},
    {"isobar_stealing_letters", "any && stamp == gone_q", "any"},
    {"isobar_stealing_letters", "held_q != '0 && !(takes_request && waiting == '0)",
     "held_q != '0"},
    {"isobar_stealing_letters", "came_q + StampBits'(earlier)", "came_q"},
    {"isobar_stealing_letters", "(waiting != '0) ? head : first", "first"},
    {"isobar_stealing_router", "near_i == IsNear", "IsNear"},
    {"isobar_stealing_router", "~used_q | release_i[p*Classes +: Classes];", "~used_q;"},
    {"isobar_stealing_router", "(slot_before[s*Slots +: Slots] & can)",
     "(((Slots'(1) << s) - 1'b1) & can)"},
    {"isobar_stealing_router", "first[LineBits-1:0] == gone_q[P*LineBits +: LineBits]", "1'b1"},
    {"isobar_stealing_router", "far_first ? slot_behind[2*s + 1] : slot_behind[2*s]",
     "slot_behind[2*s]"},
    {"isobar_stealing_router", "LineBits'(goes_first[l] && slot_behind[2*s + l])",
     "LineBits'(slot_behind[2*s + l])"},
    {"isobar_stealing_router", "ahead_d = own_count[2*p*LineBits +: 2*LineBits]", "ahead_d = '0"},
    {"isobar_stealing_router", "free_next = !busy || last", "free_next = !busy"},
    {"isobar_stealing_router", "slot_arrives[s] || (slot_valid_q[s] && !slot_sends_q[s])",
     "slot_valid_q[s] && !slot_sends_q[s]"},
    {"isobar_stealing_router", "slot_arrives[s] ? onward[p] : by_q", "onward[p]"},
    {"isobar_stealing_router", "left > HopBits'(1)", "left > HopBits'(2)"},
    {"isobar_stealing_router", "joins && !(empty && line_goes[l])", "joins"},
    {"isobar_stealing_router", "own_q >> L", "own_q >> 1"},
    {"isobar_stealing_router", "starts ? kind == KindTransfer", "starts ? kind != KindRequest"},
    {"isobar_stealing_router", "beats_d = beats;", "beats_d = beats + 1'b1;"},
    {"isobar_stealing_router", "beat_ends = valid && hold_q + 1'b1 == BeatBits'(C)",
     "beat_ends = valid"},
    {"isobar_stealing_router", "shifted = message_q >> Lanes[p*CountBits +: CountBits]",
     "shifted = message_q >> 1"},
    {"isobar_stealing_routed_pe", "AddressBits'(node >= Nodes ? node - Nodes : node)",
     "AddressBits'(node)"},
    {"isobar_stealing_routed_pe", "OtherBits'(behind >= Nodes ? behind - Nodes : behind)",
     "OtherBits'(behind)"},
    {"isobar_stealing_routed_pe", "LineBits'(!way_near[0])", "LineBits'(0)"},
    {"isobar_stealing_routed_pe", ".pop_i(pop), .works_i,", ".pop_i(pop), .works_i(!works_i),"},
    {"isobar_stealing_routed_pe", "load_mid < Bits'(Depth) - 1'b1", "load_mid < Bits'(Depth)"},
    {"isobar_stealing_routed_pe", "promised > LoadBits'((Depth + 1) / 2)",
     "promised > LoadBits'(1)"},
};

/// The fabrics in which breaks_of_nearest are looked for: lanes that differ and divide no message,
/// set-up, halves and oldest ones; slow bits, single tasks, newest ones and handling that takes
/// longer; halves that come while the executor takes from a full queue and the balancer handles
/// something else; newest ones that are taken as they come; and thieves that ask again at once.
std::vector<Set> sets_of_nearest() {
  Set wide;
  wide.fabric = "torus:3x2";
  wide.links = {{3, 1, 5, 3}, {1, 1, 0, 1}};
  wide.task_bits = 40;
  wide.load_bits = 8;
  wide.depth = 9;
  wide.retry = 8;
  wide.retry_max = 60;
  Set slow = wide;
  slow.links = {{1, 2, 0, 2}, {1, 1, 3, 1}};
  slow.half = false;
  slow.fetch = QueueEnd::newest;
  slow.handling = 3;
  slow.depth = 5;
  Set crowded = wide;
  crowded.links = {{1, 1, 0, 1}, {1, 1, 0, 1}};
  crowded.fetch = QueueEnd::newest;
  crowded.handling = 40;
  crowded.depth = 9;
  Set asked = crowded;
  asked.retry = 1;
  asked.retry_max = 2;
  Set quick = wide;
  quick.fetch = QueueEnd::newest;
  Set eager = wide;
  eager.fabric = "ring:2";
  eager.links = {{1, 1, 0, 1}};
  eager.task_bits = 33;
  eager.retry = 1;
  eager.retry_max = 2;
  return {wide, slow, crowded, asked, quick, eager};
}

/// Those of breaks_of_ring: lanes that differ and ways of any length; a pair before a ring, and
/// slow bits; and messages that cross at each node and wait for each other.
std::vector<Set> sets_of_ring() {
  Set wide;
  wide.fabric = "torus:3x2";
  wide.victims = "ring";
  wide.links = {{2, 1, 10, 3}, {1, 1, 0, 1}};
  wide.task_bits = 40;
  wide.load_bits = 14;
  wide.depth = 9;
  wide.retry = 8;
  wide.retry_max = 60;
  Set slow = wide;
  slow.fabric = "torus:2x4";
  slow.links = {{1, 2, 0, 1}, {2, 1, 8, 2}};
  Set crowded = wide;
  crowded.fabric = "torus:4x4";
  crowded.links = {{1, 1, 0, 1}, {1, 1, 0, 1}};
  crowded.retry = 1;
  crowded.retry_max = 2;
  return {wide, slow, crowded};
}

std::vector<Experiment> runs_of_breaks(const Set& set, std::uint64_t seeds) {
  std::vector<Experiment> all = {at_rest(set, fmt::format("uniform:0..{}", set.depth - 1), 3000, 4),
                                 tree(set, 19, 5)};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    all.push_back(trees(set, seed));
    all.push_back(trees(set, 1000 + seed, 4));
    all.push_back(trees(set, 2000 + seed, 60));
  }
  return all;
}

/// Has one of `of` breaks seen, in turn, in these fabrics; trees are drawn from so many seeds.
void see_breaks(const std::vector<test::RtlBreak>& breaks, const std::vector<Set>& sets,
                std::size_t of, std::uint64_t seeds = 60) {
  struct Fabric {
    Set set;
    CosimSetting whole;
    std::vector<Experiment> runs;
  };
  std::vector<Fabric> fabrics;
  for (const auto& set : sets) {
    auto runs = runs_of_breaks(set, seeds);
    auto whole = test::all_rtl(runs.front(), set.links);
    fabrics.push_back({set, std::move(whole), std::move(runs)});
  }
  const auto seen_in = [](const Fabric& fabric, const OwnRtl& own) {
    const auto& parameters = fabric.whole.parameters;
    const auto library = library_of(parameters, own);
    return std::any_of(fabric.runs.begin(), fabric.runs.end(), [&](const Experiment& e) {
      return run(e, parameters, library).mismatch != "";
    });
  };
  const auto seen = [&](const CosimSetting& setting) {
    return std::any_of(fabrics.begin(), fabrics.end(),
                       [&](const Fabric& fabric) { return seen_in(fabric, setting.own); });
  };
  REQUIRE_FALSE(seen(fabrics.front().whole));
  test::require_seen(breaks, of, fabrics.front().whole, seen);
}

}  // namespace

TEST_CASE("breaks of work stealing in RTL are seen", "[rtl][long]") {
  see_breaks(breaks_of_nearest, sets_of_nearest(), 6, 20);
}

TEST_CASE("breaks of work stealing among all are seen in RTL", "[rtl][long]") {
  see_breaks(breaks_of_ring, sets_of_ring(), 9, 6);
}

// This takes minutes and is called by hand; docs/rtl.md says when it was called last.
TEST_CASE("every break of work stealing in RTL is seen", "[rtl][.minutes]") {
  see_breaks(breaks_of_nearest, sets_of_nearest(), 1);
}

TEST_CASE("every break of work stealing among all is seen in RTL", "[rtl][.minutes]") {
  see_breaks(breaks_of_ring, sets_of_ring(), 1);
}

TEST_CASE("what work stealing cannot be in RTL is said") {
  Set set;
  set.fabric = "torus:4x3";
  const auto usual = tree(set, 19);
  CHECK_NOTHROW(RtlParameters::of(usual));
  CHECK(RtlParameters::exist_for(usual));
  const auto refused = [&](const char* part, const auto& change) {
    auto e = usual;
    change(e);
    test::require_refusal(e, part);
  };
  const auto with_scheme = [](const char* scheme) {
    return [=](Experiment& e) {
      e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 1);
    };
  };
  refused("victims = random: no PE has the 19,937 bits of its generator", with_scheme("steal"));
  refused("and work stealing exist as RTL", with_scheme("rid"));
  refused("retry_max is 4294967296; the RTL takes at most 2147483647",
          with_scheme("steal:victims=nearest,retry_max=4294967296"));
  refused("tasks_per_message = any: a transfer of the RTL is one task: 1",
          [](Experiment& e) { e.balancer.tasks_per_message = 0; });
  refused("tasks_per_message = 2: a transfer of the RTL is one task: 1",
          [](Experiment& e) { e.balancer.tasks_per_message = 2; });
  refused("balancer = software", [](Experiment& e) { e.balancer.software = true; });
  refused("handling = 0: the RTL takes a message in in at least a cycle",
          [](Experiment& e) { e.balancer.handling = 0; });
  refused("a PE has 3 executors", [](Experiment& e) {
    e.executors.assign(e.fabric.pes(), 1);
    e.executors[2] = 3;
  });
  refused("switching = circuit", [](Experiment& e) { e.switching = Switching::circuit; });
  refused("routing = random", [](Experiment& e) { e.routing = Routing::random; });
  refused("broadcast = tree", [](Experiment& e) { e.broadcast = Broadcast::tree; });
  refused("its depth, 128, is at most 72", [](Experiment& e) { e.queue_depth = 128; });
  refused("a reply and its handling take 9 cycles, and the RTL takes 14", [](Experiment& e) {
    for (auto& link : e.links) link = LinkTiming({e.clock * 13, 1, 0}, e.clock);
    e.queue_depth = 2;
    e.balancer.handling = 7;
  });
  refused("the lanes have to divide the bits of messages", [](Experiment& e) {
    for (auto& link : e.links) link = LinkTiming({e.clock * 5 / 3, 1, 0}, e.clock);
  });
  Set open;
  open.fabric = "mesh:4x4";
  test::require_refusal(experiment_of(open), "a product of rings, not mesh:4x4");
  const auto routed = [&](const char* part, const auto& change) {
    refused(part, [&](Experiment& e) {
      with_scheme("steal:victims=ring")(e);
      change(e);
    });
  };
  routed("switching = cut-through: a message goes on in the RTL when all of it is there",
         [](Experiment& e) { e.switching = Switching::cut_through; });
  routed("buffers = 2: a port of the RTL has one of each class",
         [](Experiment& e) { e.buffers = 2; });
  routed("a reply and its handling take 20 cycles, and the RTL takes 22", [](Experiment& e) {
    for (auto& link : e.links) link = LinkTiming({e.clock * 2, 1, 0}, e.clock);
    e.queue_depth = 8;
    e.balancer.handling = 7;
  });
  // Over one link messages take as long, and either end of the queue can be fetched from.
  auto e = usual;
  e.switching = Switching::cut_through;
  e.fetch = QueueEnd::newest;
  CHECK(RtlParameters::of(e).fetch_newest);
}

TEST_CASE("a PE of work stealing has a port for each neighbour, and the header of its messages") {
  Set set;
  set.fabric = "torus:2x3x1x2";
  const auto e = experiment_of(set);
  const auto p = RtlParameters::of(e);
  CHECK(p.ports() == 4);
  CHECK(p.first_port(0) == 0);
  CHECK(p.first_port(1) == 1);
  CHECK(p.first_port(2) == 3);
  std::vector<std::size_t> ports;
  for (const auto& port : e.fabric.ports()) ports.push_back(p.port(port));
  CHECK(ports == std::vector<std::size_t>{0, 1, 2, 3});
  std::vector<std::size_t> rings;
  for (std::size_t port = 0; port < 4; ++port) rings.push_back(p.ring_of(port));
  CHECK(rings == std::vector<std::size_t>{0, 1, 1, 2});
  CHECK(p.address_bits == 4);
  CHECK(p.header_bits == 10);
  CHECK(p.message_bits() == std::array<std::int64_t, 3>{11, 26, 74});
  CHECK_FALSE(stealing_rule<MessageDrivenScheme>(nullptr));
}
