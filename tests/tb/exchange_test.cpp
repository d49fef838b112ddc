// SPDX-License-Identifier: Apache-2.0
// The RTL of dimension exchange beside the model in every cycle: links, queues, loads, ends of
// phases; and that every break of it is seen.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "host/cache.h"
#include "host/data_root.h"
#include "models/errors.h"
#include "models/fabric/pe_set.h"
#include "models/schemes/synchronous/de.h"
#include "models/steps/run_steps.h"
#include "tb/cosim.h"
#include "tb/rtl_options.h"
#include "tb/whole_fabric.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::run_rtl_forked;
using test::same;

namespace {

struct LinkShape {
  std::int64_t lanes = 1;
  std::int64_t cycles_per_bit = 1;
  Cycle setup = 0;
  Cycle latency = 1;
};

/// A parameter set of the PE, with what the run needs besides.
struct Set {
  std::vector<LinkShape> links = {{}};  ///< by dimension
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
      text += fmt::format("; lanes {}, cycles {}, set-up {}, latency {}", link.lanes,
                          link.cycles_per_bit, link.setup, link.latency);
    }
    return text;
  }
};

Experiment experiment_of(const Set& set, std::uint64_t seed) {
  auto e = test::experiment(fmt::format("hypercube:{}", set.links.size()), "de",
                            fmt::format("uniform:0..{}", set.depth - 1), seed);
  for (std::size_t d = 0; d < set.links.size(); ++d) {
    const auto& shape = set.links[d];
    const LinkClass link{e.clock * shape.lanes / shape.cycles_per_bit, shape.latency, shape.setup};
    e.links[d] = LinkTiming(link, e.clock);
  }
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

CosimSetting all_rtl(const Experiment& e, const Set& set) {
  std::vector<std::int64_t> lanes;
  for (const auto& link : set.links) lanes.push_back(link.lanes);
  CosimSetting setting;
  setting.parameters = RtlParameters::of(e, lanes);
  setting.nodes = PeSet::all(e.fabric).nodes();
  return setting;
}

VerilatedLibrary library_of(const CosimSetting& setting) {
  return VerilatedLibrary(
      {"isobar_exchange_pe", rtl_pe_options(setting.parameters), {}, setting.own});
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  bool one_of(int times) { return number(1, times) == 1; }

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
      LinkShape link;
      link.lanes = one_of(2) ? 1 : number(2, 9);
      // A word of one bit has one lane, or one cycle a bit.
      const bool slow = link.lanes == 1 || set.end == PhaseEnd::slot;
      link.cycles_per_bit = slow && one_of(2) ? number(2, 5) : 1;
      link.setup = one_of(2) ? 0 : number(1, 7);
      link.latency = one_of(2) ? 1 : number(2, 9);
      set.links.push_back(link);
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

 private:
  std::mt19937_64 random_;
};

void agree_on(std::uint64_t first, std::uint64_t sets) {
  std::int64_t pe_cycles = 0;
  for (std::uint64_t seed = first; seed < first + sets; ++seed) {
    const auto set = Draw(seed).set();
    const auto e = experiment_of(set, seed);
    INFO("seed " << seed << ": " << set.text());
    const auto setting = all_rtl(e, set);
    const auto ran = run_rtl_forked(e, setting, library_of(setting));
    REQUIRE(ran.mismatch == "");
    REQUIRE(same(e, ran.result, run_steps(e)));
    pe_cycles += ran.pe_cycles;
  }
  CHECK(pe_cycles > 1000 * static_cast<std::int64_t>(sets));
}

}  // namespace

TEST_CASE("dimension exchange in RTL agrees in every cycle", "[rtl]") { agree_on(1, 12); }

TEST_CASE("dimension exchange in RTL agrees in every cycle, 50 parameter sets", "[rtl][long]") {
  agree_on(100, 50);
}

TEST_CASE("a pair with 7 tasks moves 3 of them in 215 cycles, in RTL too", "[rtl]") {
  auto e = test::experiment("ring:2", "de", std::vector<Load>{7, 0});
  e.queue_depth = 8;
  const auto setting = all_rtl(e, {});
  const auto ran = run_rtl_forked(e, setting, library_of(setting));
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
  const auto e = experiment_of(set, 3);
  auto setting = all_rtl(e, set);
  const auto library = library_of(setting);
  setting.nodes = PeSet::parse(pes, e.fabric).nodes();
  const auto mixed = run_rtl_forked(e, setting, library);
  INFO(pes);
  REQUIRE(mixed.mismatch == "");
  CHECK(mixed.pe_cycles == mixed.result.run.cycles * static_cast<Cycle>(setting.nodes.size()));
  // Which PEs are RTL makes no difference to anything that is measured.
  setting.nodes.clear();
  CHECK(same(e, mixed.result, run_rtl_forked(e, setting, library).result));
}

TEST_CASE("whole hypercubes of dimension exchange agree step by step", "[rtl]") {
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
  const auto setting = all_rtl(e, set);
  const VerilatedLibrary fabric({"isobar_exchange_fabric", rtl_fabric_options(setting.parameters)});
  const auto whole = run_whole_fabric(e, setting.parameters, fabric);
  INFO(set.text());
  REQUIRE_FALSE(whole.mismatch);
  CHECK(whole.run->run.steps == 8);
  CHECK(whole.pe_cycles == whole.run->run.cycles * static_cast<Cycle>(e.fabric.pes()));
}

namespace {

struct Break {
  const char* file;
  const char* text;
  const char* by;
};

const std::vector<Break> breaks = {
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

TEST_CASE("every break of dimension exchange in RTL is seen", "[rtl]") {
  Set set;
  set.links = {{1, 2, 3, 2}, {1, 1, 0, 3}, {1, 3, 1, 1}};
  set.task_bits = 12;
  set.depth = 20;
  const auto e = experiment_of(set, 4);
  const auto whole = all_rtl(e, set);
  REQUIRE(run_rtl_forked(e, whole, library_of(whole)).mismatch == "");
  const auto sources = rtl_sources(data_root(), "exchange");
  for (const auto& its : breaks) {
    INFO(its.file << ": " << its.by);
    const auto file = std::string(its.file) + ".sv";
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const auto& s) { return s.filename() == file; });
    REQUIRE(source != sources.end());
    auto text = test::contents(source->string());
    REQUIRE(test::count(text, its.text) == 1);
    const test::Scratch folder;
    folder.write(file, text.replace(text.find(its.text), std::string(its.text).size(), its.by));
    auto setting = whole;
    setting.own = {folder.path().string(), "", {}};
    CHECK(run_rtl_forked(e, setting, library_of(setting)).mismatch != "");
  }
}

TEST_CASE("what dimension exchange cannot be in RTL is said") {
  const auto says = [](const Experiment& e, const char* part,
                       const std::vector<std::int64_t>& lanes = {}) {
    const auto said = test::refusal([&] { (void)RtlParameters::of(e, lanes); });
    INFO(said);
    CHECK(said.find(part) != std::string::npos);
  };
  auto cube = test::experiment("hypercube:3", "de", "uniform:0..7");
  CHECK_NOTHROW(RtlParameters::of(cube));
  for (const char* fabric : {"torus:4x2", "ring:3", "mesh:2x2", "hhc:2"}) {
    says(test::experiment(fabric, "de", "uniform:0..7"), "a hypercube or ring:2, not");
  }
  says(test::free_ends(cube), "no hardware knows for nothing");
  auto wired = cube;
  wired.phase_end = PhaseEnd::tree;
  says(wired, "its wires are not built as RTL");
  auto wide = cube;
  for (auto& link : wide.links) link = LinkTiming({wide.clock * 3, 1, 0}, wide.clock);
  says(wide, "the lanes, 3, have to divide the 64 bits of a task");
  says(cube, "with which 1 bits take 2 cycles and not 1", {2, 2, 2});
  cube.phase_end = PhaseEnd::slot;
  CHECK_NOTHROW(RtlParameters::of(cube));
  cube.scheme = test::experiment("hypercube:3", "gde", "uniform:0..7").scheme;
  says(cube,
       "only the Liquid model, dimension exchange and averaging by equal portions exist as RTL");
}
