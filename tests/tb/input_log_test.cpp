// SPDX-License-Identifier: Apache-2.0
// What came in at a PE of the RTL, kept and put at the inputs of another instance.
#include "tb/input_log.h"

#include <random>
#include <vector>

#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tb/rtl_ports.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;

namespace {

VerilatedLibrary library(bool inside) {
  const auto parameters = RtlParameters::of(test::experiment("ring:8", "lm-c5", "spike:2"));
  return VerilatedLibrary({"isobar_pe", rtl_pe_options(parameters), {}, {}, inside});
}

void clock(RtlPort& clk, VerilatedModule& module) {
  clk.set(1);
  module.eval();
  clk.set(0);
}

}  // namespace

TEST_CASE("what came in at a PE makes another instance do the same again", "[rtl]") {
  const auto plain = library(false);
  const auto inside = library(true);
  auto one = plain.instantiate(1);
  auto other = inside.instantiate(2);
  RtlPorts ports(one);
  RtlPorts again(other);
  InputLog log(one, 1'000'000);
  InputLog little(one, 100);
  std::mt19937_64 random(5);
  std::vector<std::uint64_t> shown;
  const auto observe = [](const RtlPorts& of) {
    return of.load.value() | of.valid_out.value() << 16 | of.errors.value() << 24 |
           of.cycle.value() << 32 | of.source_valid.value() << 63;
  };
  const Cycle before = 3;
  for (Cycle cycle = -before; cycle < 2000; ++cycle) {
    ports.rst_n.set(cycle < -1 ? 0 : 1);
    ports.run.set(cycle < 0 ? 0 : 1);
    const auto bits = random();
    ports.valid_in.set(bits & bits >> 8 & 3);
    ports.line_in.set(bits >> 16 & 3);
    ports.sink_valid.set(bits >> 20 & 1);
    ports.sink_data.set(random());
    ports.fetch.set(bits >> 21 & 1);
    ports.source_ready.set(bits >> 22 & 1);
    one.eval();
    if (cycle >= -1) shown.push_back(observe(ports));
    if (cycle == 0) log.begin_run();
    log.take();
    little.take();
    clock(ports.clk, one);
  }
  CHECK(log.before() == before);
  CHECK(log.cycles() == before + 2000);
  InputReplay replay(log, other);
  std::size_t at = 0;
  while (replay.next()) {
    other.eval();
    if (replay.cycle() >= -1) REQUIRE(observe(again) == shown[at++]);
    clock(again.clk, other);
  }
  CHECK(at == shown.size());
  CHECK(little.is_full());
  CHECK_FALSE(InputReplay(little, other).next());
}

TEST_CASE("every input of a PE comes back as it was, however many there are", "[rtl]") {
  const auto parameters = RtlParameters::of(test::experiment("ring:3", "nna-portions", "spike:2"));
  const VerilatedLibrary rival(
      {rtl_modules(parameters).pe, rtl_pe_options(parameters), {}, {}, false});
  auto one = rival.instantiate(1);
  auto other = rival.instantiate(2);
  std::vector<RtlPort> ports;
  std::vector<RtlPort> again;
  std::size_t of_a_byte = 0;
  for (const char* name : {"rst_ni", "run_i", "valid_i", "line_i", "sink_tvalid_i", "sink_tdata_i",
                           "fetch_i", "source_tready_i", "parent_i", "children_i", "wait_i"}) {
    REQUIRE(one.has_port(name));
    ports.push_back(one.port(name));
    again.push_back(other.port(name));
    if (ports.back().bytes() == 1) ++of_a_byte;
  }
  CHECK(of_a_byte > 8);  // more than a word of 64 bits holds
  InputLog log(one, 1'000'000);
  std::mt19937_64 random(5);
  std::vector<std::vector<std::uint64_t>> values;
  for (int cycle = 0; cycle < 200; ++cycle) {
    auto& now = values.emplace_back();
    for (auto& port : ports) {
      port.set(random() & 1);
      now.push_back(port.value());
    }
    log.take();
  }
  InputReplay replay(log, other);
  for (const auto& then : values) {
    REQUIRE(replay.next());
    for (std::size_t i = 0; i < again.size(); ++i) {
      INFO("input " << i);
      REQUIRE(again[i].value() == then[i]);
    }
  }
}
