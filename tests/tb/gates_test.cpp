// SPDX-License-Identifier: Apache-2.0
// The PE as gates, all PEs at once: what the gates compute, how lines are carried over links, and
// that runs are those of the PE that Verilator makes.
#include <array>
#include <filesystem>
#include <random>

#include "models/fabric/pe_set.h"
#include "models/schemes/synchronous/liquid.h"
#include "models/steps/run_steps.h"
#include "tb/cosim.h"
#include "tb/rtl_options.h"
#include "tb/sliced/line_carrier.h"
#include "tb/sliced/sliced_cosim.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::run_rtl_forked;
using test::same;

namespace {

/// A netlist of each gate, register and memory that there is, wired at random without rings.
GateNetlist random_netlist(std::mt19937& random) {
  GateNetlist n;
  const auto below = [&](std::size_t limit) { return random() % limit; };
  std::vector<Net> known = {net_0, net_1};
  const auto any = [&] { return known[below(known.size())]; };
  const auto fresh = [&] { return n.nets++; };
  for (int i = 0; i < 8; ++i) n.inputs["in_i"].push_back(fresh());
  known.insert(known.end(), n.inputs["in_i"].begin(), n.inputs["in_i"].end());
  for (int i = 0; i < 24; ++i) {
    Register made;
    made.q = fresh();
    made.reset = i % 3 == 1;
    known.push_back(made.q);
    n.registers.push_back(made);
  }
  GateMemory memory{70, 5, {}, {}};  // a word of more than 64 bits, and places that are not there
  memory.reads.resize(2);
  memory.writes.resize(1);
  const std::array<const char*, 11> types = {"$_BUF_",    "$_NOT_",   "$_AND_", "$_OR_",
                                             "$_XOR_",    "$_NAND_",  "$_NOR_", "$_XNOR_",
                                             "$_ANDNOT_", "$_ORNOT_", "$_MUX_"};
  for (std::size_t i = 0; i < 300; ++i) {
    if (i == 100 || i == 200) {
      auto& port = memory.reads[i / 100 - 1];
      for (int bit = 0; bit < 3; ++bit) port.address.push_back(any());
      for (std::size_t bit = 0; bit < memory.width; ++bit) port.data.push_back(fresh());
      known.insert(known.end(), port.data.begin(), port.data.end());
    }
    n.gates.push_back({types[i % types.size()], any(), any(), any(), n.nets});
    known.push_back(fresh());
  }
  // Written where inputs 0 to 2 say if input 3 or a gate says so, by inputs and, with input 4, by
  // registers: the test fills it before it compares.
  const auto& in = n.inputs["in_i"];
  const auto gate = [&](const char* type, Net a, Net b) {
    n.gates.push_back({type, a, b, net_0, n.nets});
    return fresh();
  };
  memory.writes[0].address = {in[0], in[1], in[2]};
  for (std::size_t bit = 0; bit < memory.width; ++bit) {
    const auto kept = gate("$_AND_", in[4], n.registers[bit % n.registers.size()].q);
    memory.writes[0].data.push_back(gate("$_XOR_", in[bit % in.size()], kept));
  }
  memory.writes[0].enable = gate("$_OR_", in[3], n.gates[150].y);
  n.memories.push_back(memory);
  for (std::size_t i = 0; i < n.registers.size(); ++i) {
    n.registers[i].d = any();
    if (i % 2 == 0) n.registers[i].enable = n.gates[i / 8].y;  // several have the same
  }
  for (int i = 0; i < 60; ++i) n.outputs["out_o"].push_back(any());
  for (const auto& its : n.registers) n.outputs["out_o"].push_back(its.q);
  std::shuffle(n.gates.begin(), n.gates.end(), random);
  return n;
}

/// One PE of a netlist, net by net.
class OnePe {
 public:
  explicit OnePe(const GateNetlist& netlist) : n_(netlist), value_(netlist.nets) {
    value_[net_1] = true;
    memory_.resize(n_.memories[0].size, std::vector<bool>(n_.memories[0].width));
    reset();
  }
  void reset() {
    for (const auto& its : n_.registers) value_[its.q] = *its.reset;
  }
  void set(Net net, bool on) { value_[net] = on; }
  bool get(Net net) const { return value_[net]; }

  void settle() {
    // Often enough for any order of the gates.
    for (bool changed = true; changed;) {
      changed = false;
      const auto put = [&](Net net, bool on) {
        changed = changed || value_[net] != on;
        value_[net] = on;
      };
      for (const auto& gate : n_.gates) put(gate.y, computed(gate));
      for (const auto& port : n_.memories[0].reads) {
        const auto at = place(port);
        for (std::size_t bit = 0; bit < port.data.size(); ++bit) {
          put(port.data[bit], at < memory_.size() && memory_[at][bit]);
        }
      }
    }
  }
  void clock() {
    const auto before = value_;
    for (const auto& its : n_.registers) {
      if (!its.enable || before[*its.enable]) value_[its.q] = before[its.d];
    }
    const auto& port = n_.memories[0].writes[0];
    std::size_t at = 0;
    for (std::size_t bit = 0; bit < port.address.size(); ++bit) {
      at |= std::size_t{before[port.address[bit]]} << bit;
    }
    if (!before[port.enable] || at >= memory_.size()) return;
    for (std::size_t bit = 0; bit < port.data.size(); ++bit) {
      memory_[at][bit] = before[port.data[bit]];
    }
  }

 private:
  std::size_t place(const GateMemory::Port& port) const {
    std::size_t at = 0;
    for (std::size_t bit = 0; bit < port.address.size(); ++bit) {
      at |= std::size_t{value_[port.address[bit]]} << bit;
    }
    return at;
  }
  bool computed(const Gate& gate) const {
    const bool a = value_[gate.a];
    const bool b = value_[gate.b];
    const auto& type = gate.type;
    if (type == "$_BUF_") return a;
    if (type == "$_NOT_") return !a;
    if (type == "$_AND_") return a && b;
    if (type == "$_OR_") return a || b;
    if (type == "$_XOR_") return a != b;
    if (type == "$_NAND_") return !(a && b);
    if (type == "$_NOR_") return !(a || b);
    if (type == "$_XNOR_") return a == b;
    if (type == "$_ANDNOT_") return a && !b;
    if (type == "$_ORNOT_") return a || !b;
    return value_[gate.s] ? b : a;
  }

  const GateNetlist& n_;
  std::vector<bool> value_;
  std::vector<std::vector<bool>> memory_;
};

}  // namespace

TEST_CASE("gates of many PEs at once are those of each PE by itself", "[rtl]") {
  constexpr std::size_t pes = 130;  // more than a word, and not whole words
  std::mt19937 random(7);
  const auto netlist = random_netlist(random);
  SlicedModule module(netlist, pes);
  const auto in = module.port("in_i");
  const auto out = module.port("out_o");
  REQUIRE(out.bits() == netlist.outputs.at("out_o").size());
  std::vector<OnePe> each(pes, OnePe(netlist));
  std::size_t written = 0;
  std::vector<std::uint64_t> row(out.bits() / 64 + 1);
  for (int cycle = -5; cycle < 300; ++cycle) {
    if (cycle == 0) {  // the memory, which wakes up with anything, is full
      module.reset();
      for (auto& pe : each) pe.reset();
    }
    for (std::size_t pe = 0; pe < pes; ++pe) {
      const auto value = cycle < 0 ? static_cast<unsigned>(cycle + 5) | 8U : random() & 0xffU;
      in.write(pe, value);
      for (std::size_t bit = 0; bit < 8; ++bit) {
        each[pe].set(netlist.inputs.at("in_i")[bit], ((value >> bit) & 1U) != 0);
      }
      each[pe].settle();
      if (each[pe].get(netlist.memories[0].writes[0].enable)) ++written;
    }
    module.settle();
    for (std::size_t pe = 0; pe < pes; ++pe) {
      out.read(pe, row.data());
      for (std::size_t bit = 0; cycle >= 0 && bit < out.bits(); ++bit) {
        const bool found = ((row[bit / 64] >> (bit % 64)) & 1U) != 0;
        if (found != each[pe].get(netlist.outputs.at("out_o")[bit])) {
          FAIL("cycle " << cycle << ", PE " << pe << ", bit " << bit << " is " << found);
        }
      }
      each[pe].clock();
    }
    module.clock();
  }
  CHECK(written > 1000);
  CHECK(written < 300 * pes);
}

TEST_CASE("gates that need each other are refused", "[rtl]") {
  GateNetlist netlist;
  netlist.nets = 4;
  netlist.gates = {{"$_NOT_", 3, net_0, net_0, 2}, {"$_BUF_", 2, net_0, net_0, 3}};
  netlist.outputs["out_o"] = {2};
  CHECK_THROWS_WITH(SlicedModule(netlist, 1), "gates of the RTL depend on each other in a ring");
}

TEST_CASE("what a PE says is what its neighbour hears, in lines of all PEs") {
  test::property([] {
    const auto radix = [] { return *rc::gen::inRange<std::uint32_t>(2, 14); };
    const auto dimensions = *rc::gen::inRange(1, 4);
    std::string name = "torus:" + std::to_string(radix());
    for (int d = 1; d < dimensions; ++d) name += "x" + std::to_string(radix());
    const auto e = test::experiment(name, "lm-c5", "uniform:0..3");
    const auto words = e.fabric.pes() / 64 + 1;
    std::vector<std::uint64_t> said(words);
    for (auto& word : said) word = *rc::gen::arbitrary<std::uint64_t>();
    for (unsigned port = 0; port < e.fabric.degree(); ++port) {
      const LineCarrier carrier(e.fabric, port, words);
      std::vector<std::uint64_t> heard;
      for (std::size_t w = 0; w < words; ++w) heard.push_back(carrier.heard(said.data(), w));
      const auto bit = [](const std::vector<std::uint64_t>& line, Node pe) {
        return (line[pe / 64] >> (pe % 64)) & 1U;
      };
      for (Node pe = 0; pe < words * 64; ++pe) {
        const auto expected = pe < e.fabric.pes() ? bit(said, *e.fabric.neighbour(pe, port)) : 0;
        RC_ASSERT(bit(heard, pe) == expected);
      }
    }
  });
}

namespace {

struct Case {
  const char* fabric;
  const char* scheme;
  std::int64_t lanes = 1;
  std::int64_t cycles_per_bit = 1;
  Cycle setup = 0;
  Cycle latency = 1;
  QueueMemory memory = QueueMemory::block_ram;
};

Experiment experiment_of(const Case& c, std::int64_t steps) {
  auto e = test::experiment(c.fabric, c.scheme, "uniform:0..7");
  e.queue_depth = 8;
  e.queue_memory = c.memory;
  for (auto& link : e.links) {
    link = LinkTiming({e.clock * c.lanes / c.cycles_per_bit, c.latency, c.setup}, e.clock);
  }
  e.goal = {Goal::Kind::steps, steps};
  e.max_steps = steps;
  return e;
}

CosimSetting all_rtl(const Experiment& e, const Case& c) {
  CosimSetting setting;
  setting.parameters = RtlParameters::of(e, std::vector<std::int64_t>(e.links.size(), c.lanes));
  setting.nodes = PeSet::all(e.fabric).nodes();
  return setting;
}

/// The cycle and the signal of a mismatch, without its PE: where several PEs differ in one cycle,
/// the two engines name different ones.
std::string cycle_and_signal(const std::string& mismatch) {
  const auto from = mismatch.find(", cycle");
  return mismatch.substr(from, mismatch.find(": RTL") - from);
}

}  // namespace

TEST_CASE("as gates and as Verilator makes it, the PE does the same", "[rtl][long]") {
  const std::array<Case, 4> cases = {{
      {"torus:13x10", "lm-c5"},  // three words of 64 PEs
      {"ring:5", "lm-c0", 2, 1, 3, 4, QueueMemory::registers},
      {"hypercube:3", "lm-c4", 1, 3, 1, 2},
      {"hhc:2", "lm-c2", 8, 1, 0, 1, QueueMemory::lut_ram},
  }};
  for (const auto& c : cases) {
    INFO(c.scheme << " on " << c.fabric);
    const auto e = experiment_of(c, 40);
    auto setting = all_rtl(e, c);
    SlicedModule gates(make_gate_netlist(setting.parameters, {}), e.fabric.pes());
    const VerilatedLibrary library({"isobar_pe", rtl_pe_options(setting.parameters)});
    for (const double traffic : {0.0, 0.2}) {
      setting.traffic = {traffic, traffic, 5};
      const auto at_once = run_rtl_forked(e, setting, gates);
      const auto verilated = run_rtl_forked(e, setting, library);
      REQUIRE(at_once.mismatch == "");
      CHECK(at_once.pe_cycles == verilated.pe_cycles);
      CHECK(at_once.events == verilated.events);
      CHECK(at_once.full_queues == verilated.full_queues);
      CHECK(same(e, at_once.result, verilated.result));
      if (traffic == 0) CHECK(same(e, at_once.result, run_steps(e)));
    }
  }
}

TEST_CASE("gates of broken RTL differ where Verilator's differ", "[rtl][long]") {
  const Case c{"torus:4x3", "lm-c5"};
  const auto e = experiment_of(c, 40);
  auto setting = all_rtl(e, c);
  setting.traffic = {0.2, 0.2, 5};
  struct Break {
    const char* file;
    const char* text;
    const char* by;
  };
  for (const auto& its :
       {Break{"liquid/isobar_pe.sv", "assign accept        = sink_tvalid_i && sink_tready_o;",
              "assign accept = sink_tvalid_i && sink_tready_o && load != 3;"},
        Break{"shared/isobar_queue.sv", "head_d = (head_q == Last) ?",
              "head_d = (head_q == Last - 1) ?"}}) {
    INFO(its.by);
    const test::Scratch folder;
    auto source = test::contents(std::string(ISOBAR_SOURCE_DIR) + "/rtl/" + its.file);
    const auto at = source.find(its.text);
    REQUIRE(at != std::string::npos);
    folder.write(std::filesystem::path(its.file).filename().string(),
                 source.replace(at, std::string(its.text).size(), its.by));
    setting.own = {folder.path().string(), "", {}};
    SlicedModule gates(make_gate_netlist(setting.parameters, setting.own), e.fabric.pes());
    const VerilatedLibrary library(
        {"isobar_pe", rtl_pe_options(setting.parameters), {}, setting.own});
    const auto at_once = run_rtl_forked(e, setting, gates);
    REQUIRE(at_once.mismatch != "");
    CHECK(cycle_and_signal(at_once.mismatch) ==
          cycle_and_signal(run_rtl_forked(e, setting, library).mismatch));
  }
}
