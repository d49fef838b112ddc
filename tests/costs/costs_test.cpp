// SPDX-License-Identifier: Apache-2.0
// What a run and its PEs cost, against sums by hand, the published table, and syntheses of other
// PEs.
#include "models/costs/costs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <gsl/span>

#include "models/costs/area_model.h"
#include "models/costs/stealing_area.h"
#include "models/costs/synthesized_pes.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/text.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"
#include "tests/support/property_of_cases.h"

using namespace isobar;
using test::experiment;
using test::free_ends;

namespace {

/// The rows of the first table of docs/synthesis.md with such a title and rows that begin with
/// `row`, cell by cell, without thousands' commas.
std::vector<std::vector<std::string>> published_table(const std::string& title,
                                                      const std::string& row = "| c") {
  std::ifstream file(ISOBAR_SOURCE_DIR "/docs/synthesis.md");
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    const bool is_title = line.find("| " + title + " |") != std::string::npos && rows.empty();
    inside = is_title || (inside && line.rfind('|', 0) == 0);
    if (!inside || line.rfind(row, 0) != 0 || is_title) continue;
    line.erase(std::remove(line.begin(), line.end(), ','), line.end());
    rows.emplace_back();
    const auto cells = std::string_view(line).substr(1, line.size() - 2);
    for (const auto cell : split(cells, '|')) {
      rows.back().emplace_back(trim(cell));
    }
  }
  return rows;
}

/// Compares what a PE has in all with its row of the published table.
template <class Pe>
void check_totals(const Pe& pe, const std::vector<std::string>& row) {
  CHECK(std::to_string(pe.luts) == row[3]);
  CHECK(std::to_string(pe.registers) == row[4]);
  CHECK(std::to_string(pe.logic_cells) == row[7]);
  CHECK(pe.mhz == std::stod(row[8]));
}

/// The parts of a PE, which add up to it.
template <class Pe>
PeParts checked_parts(const Pe& pe) {
  const auto parts = synthesized_parts(pe);
  CHECK(parts.total().luts == pe.luts);
  CHECK(parts.total().registers == pe.registers);
  CHECK(parts.total().logic_cells == pe.logic_cells);
  return parts;
}

std::vector<PeCells> all_parts(const PeParts& parts) {
  return {parts.balancing, parts.links, parts.queue, parts.instrumentation};
}

Experiment with_table_queue(Experiment e) {
  e.queue_depth = synthesized_queue_depth;
  return e;
}

/// An experiment of a Liquid PE with so many rings of length 4, or 2.
Experiment liquid(int condition, unsigned dimensions, int radix = 4) {
  std::string name = "torus:" + std::to_string(radix);
  for (unsigned d = 1; d < dimensions; ++d) name += "x" + std::to_string(radix);
  return with_table_queue(experiment(name, "lm-c" + std::to_string(condition), "spike:0"));
}

void set_links(Experiment& e, const LinkClass& link) {
  e.links.assign(e.links.size(), LinkTiming(link, e.clock));
}

/// An experiment without load, of a synchronous or a message-driven scheme.
Experiment any_experiment(const std::string& fabric, const std::string& scheme) {
  const auto choice = SchemeChoice::parse(scheme);
  if (!choice.is_message_driven()) return experiment(fabric, scheme, "spike:0");
  Experiment e(Fabric::parse(fabric));
  e.agents = choice.make_agents(e.fabric, e.load_bits, 1);
  return e;
}

void set_load_bits(Experiment& e, int condition, std::int64_t bits) {
  e.load_bits = bits;
  e.scheme = SchemeChoice::parse("lm-c" + std::to_string(condition)).make(e.fabric, bits);
}

}  // namespace

TEST_CASE("the energy of a run is its bits' at so much a bit, at every level") {
  // Henrich's Table 3: 18 steps of eight words of 16 bits; on one lane no bit is padding.
  auto e = experiment("ring:8", "lm-c5", "spike:2");
  const auto steps = run_steps(e);
  const auto counts = count_messages(e.fabric, steps.links);
  REQUIRE(counts.words == 144);
  const auto bits = static_cast<double>(counts.words * 16 + counts.transfers * 64);
  CHECK(wire_bits(e, steps) == bits);
  CHECK(run_energy(e, steps).bits == 5 * bits);
  e.link_energy = {Rational(1, 4)};
  CHECK(run_energy(e, steps).bits == bits / 4);
  const auto cycles = test::run_forked(e).result;
  CHECK(run_energy(e, cycles).bits == run_energy(e, steps).bits);
}

TEST_CASE("the padding of a message's last cycle is on the wire, set-up and idle are not") {
  auto e = experiment("ring:8", "lm-c5", "spike:2");
  e.goal = {Goal::Kind::steps, 1};
  // 1.5 bits a cycle: a word of 16 takes 11 cycles and so 16.5 bits, a task of 64 takes 43: 64.5.
  set_links(e, {Rational(375'000'000), 3, 7});
  const auto result = run_steps(e);
  const auto counts = count_messages(e.fabric, result.links);
  REQUIRE((counts.words == 8 && counts.transfers == 1));
  CHECK(wire_bits(e, result) == 8 * 16.5 + 64.5);
}

TEST_CASE("every link takes the energy of its own dimension") {
  auto e = experiment("torus:3x4", "lm-c5", "uniform:0..9");
  const auto result = run_steps(e);
  e.link_energy = {1, 0};
  const auto first = run_energy(e, result).bits;
  e.link_energy = {0, 1};
  const auto second = run_energy(e, result).bits;
  CHECK(first > 0);
  CHECK(second > 0);
  CHECK(first + second == wire_bits(e, result));
  e.link_energy = {3, 10};
  CHECK(run_energy(e, result).bits == 3 * first + 10 * second);
}

TEST_CASE(
    "the static energy of a run is the power of its links for its time, and adds to its bits'") {
  auto e = experiment("torus:3x4x1", "lm-c5", "uniform:0..9");
  e.clock = Rational(1'000'000'000, 3);
  const auto result = run_steps(e);
  CHECK(run_energy(e, result).static_links == 0);
  const auto of = [&](Rational first, Rational second) {
    e.link_static_power = {first, second, 5};  // no link is in the third dimension
    return run_energy(e, result);
  };
  // 24 directed links in each dimension; 3 ns · 1 mW = 3 pJ.
  const auto cycles = static_cast<double>(result.run.cycles);
  CHECK(of(1, 0).static_links == Approx(24 * 3 * cycles));
  CHECK(of(0, 1).static_links == of(1, 0).static_links);
  CHECK(of(Rational(5, 2), 7).static_links == Approx(9.5 * of(1, 0).static_links));
  CHECK(of(1, 1).bits == of(0, 0).bits);
  CHECK(of(1, 1).pes == of(0, 0).pes);
  CHECK(of(3, 4).total() == of(3, 4).bits + of(3, 4).static_links + of(3, 4).pes);
}

TEST_CASE("links of a graph and of a mesh take power where they are") {
  auto e = experiment("mesh:3x4", "diffusion", "uniform:0..9");
  const auto result = run_steps(e);
  e.link_static_power = {1, 1};
  const auto links = static_cast<double>(e.fabric.link_count());
  REQUIRE(links == 2 * (2 * 4 + 3 * 3));
  CHECK(run_energy(e, result).static_links ==
        Approx(links * 4 * static_cast<double>(result.run.cycles)));  // 4 ns a cycle
}

TEST_CASE("the levels give one energy, whatever the links") {
  test::property_of_runs([] {
    auto e = test::random_experiment({"lm-c0", "lm-c4", "de", "diffusion"},
                                     {"ring:5", "torus:3x4", "hypercube:3"});
    for (Node pe = 0; pe < e.fabric.pes(); ++pe) e.loads[pe] = e.loads[pe] % 50;
    e.max_steps = std::min<std::int64_t>(e.max_steps, 5);
    const auto steps = run_steps(e);
    double bits = 0;
    for (std::uint64_t slot = 0; slot < steps.links.size(); ++slot) {
      const auto& counters = steps.links[slot];
      const auto& link = e.link_of_slot(slot);
      bits += boost::rational_cast<double>(link.bits_per_cycle()) *
              static_cast<double>(counters.word_cycles + counters.transfer_cycles);
    }
    RC_ASSERT(std::abs(wire_bits(e, steps) - bits) <= 1e-9 * bits);
    e.link_static_power.assign(e.links.size(), Rational(3, 7));
    const auto cycles = test::run_forked(e).result;
    RC_ASSERT(run_energy(e, steps).bits == run_energy(e, cycles).bits);
    RC_ASSERT(run_energy(e, steps).total() == run_energy(e, cycles).total());
  });
}

TEST_CASE("pins are valid and lanes, out and in, of every port") {
  CHECK(hardware_cost(experiment("ring:8", "lm-c5", "spike:1")).pins == 8);
  CHECK(hardware_cost(experiment("hypercube:5", "lm-c5", "spike:1")).pins == 20);
  CHECK(hardware_cost(experiment("torus:1x1", "lm-c5", "spike:1")).pins == 0);
  auto e = experiment("torus:4x2", "lm-c5", "spike:1");
  // Two ports of 3 lanes (2.5 bits a cycle), one port of 1 lane (a tenth of a bit).
  e.links = {LinkTiming({Rational(625'000'000)}, e.clock),
             LinkTiming({Rational(25'000'000)}, e.clock)};
  CHECK(hardware_cost(e).pins == 16 + 4);
}

TEST_CASE("no link is built wider than its longest message") {
  // 250,000 bits a cycle: a Liquid PE sends a word of 16 bits, or a task of 64.
  auto e = experiment("torus:4x4", "lm-c5", "spike:1");
  e.clock = 1000;
  set_links(e, {Rational(250'000'000)});
  CHECK(hardware_cost(e).pins == 8 * (1 + 64));
  const auto result = run_steps(e);
  const auto counts = count_messages(e.fabric, result.links);
  // Each message takes a whole cycle, in which a link has 64 lanes.
  CHECK(wire_bits(e, result) == static_cast<double>(64 * (counts.words + counts.transfers)));
  // One that sends what a queue of 32 holds sends up to so many at once.
  auto many = experiment("torus:4x4", "nna", "spike:1");
  many.clock = e.clock;
  many.links = e.links;
  many.queue_depth = 32;
  CHECK(hardware_cost(many).pins == 8 * (1 + 32 * 64));
  many.queue_depth = 8192;
  CHECK(hardware_cost(many).pins == 8 * (1 + 250'000));
}

TEST_CASE("total bandwidth is that of all links there are") {
  const auto* fabric = GENERATE("ring:8", "torus:4x2x1", "hhc:2", "mesh:3x5", "mesh:2x4");
  INFO(fabric);
  auto e = Experiment(Fabric::parse(fabric));
  double sum = 0;
  for (std::size_t d = 0; d < e.links.size(); ++d) {
    e.links[d] = LinkTiming({Rational(1'000'000 * (static_cast<std::int64_t>(d) + 1))}, e.clock);
  }
  for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
    if (const auto link = e.fabric.link(slot)) sum += 1e6 * link->dimension;
  }
  CHECK(total_bandwidth(e) == sum);
}

TEST_CASE("the table of synthesized PEs is the published one") {
  const auto rows = published_table("MHz, median");
  REQUIRE(rows.size() == synthesized_pes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& pe = synthesized_pes[i];
    const auto& row = rows[i];
    INFO(row[0] << ", " << row[1]);
    CHECK("c" + std::to_string(static_cast<int>(pe.condition)) == row[0]);
    CHECK(std::to_string(pe.dimensions) == row[1]);
    check_totals(pe, row);
    CHECK(&synthesized_pe(pe.condition, pe.dimensions) == &pe);
  }
}

TEST_CASE("the modules of synthesized PEs are the published ones") {
  const auto rows = published_table("queue's share");
  REQUIRE(rows.size() == synthesized_pes.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& m = synthesized_modules[i];
    INFO(rows[i][0] << ", " << rows[i][1]);
    std::int64_t registers = 0;
    std::size_t column = 2;
    for (const auto& module : {m.queue, m.serializer, m.predecessor, m.successor, m.condition,
                               m.errors, m.slot, m.counters, m.rest}) {
      const auto text = std::to_string(module.luts) + " + " + std::to_string(module.registers);
      CHECK(rows[i][column++] == text);
      registers += module.registers;
    }
    CHECK(registers == synthesized_pes[i].registers);
  }
}

TEST_CASE("the parts of a synthesized PE add up to it, and hold what its modules hold") {
  for (const auto& pe : synthesized_pes) {
    INFO("c" << static_cast<int>(pe.condition) << ", " << pe.dimensions);
    const auto parts = synthesized_parts(pe.condition, pe.dimensions);
    const auto total = parts.total();
    CHECK(total.luts == pe.luts);
    CHECK(total.registers == pe.registers);
    CHECK(total.logic_cells == pe.logic_cells);
    for (const auto& part : all_parts(parts)) {
      CHECK((part.luts >= 0 && part.registers > 0));
      CHECK(part.logic_cells >= std::max(part.luts, part.registers));
      // Some cells hold a carry alone.
      CHECK(part.logic_cells <= (part.luts + part.registers) * 105 / 100);
    }
    const auto& m = synthesized_modules[synthesized_row(pe.condition, pe.dimensions)];
    CHECK(parts.balancing.registers == m.slot.registers + m.successor.registers);
    CHECK(parts.links.registers ==
          m.serializer.registers + m.predecessor.registers + m.errors.registers);
    CHECK(parts.instrumentation.registers == m.counters.registers + 1);
  }
}

TEST_CASE("the tables of synthesized PEs of other schemes are the published ones") {
  struct Scheme {
    const char* row;
    const char* title;  ///< of the second table
    gsl::span<const SynthesizedRival> pes;
  };
  const auto scheme = GENERATE(Scheme{"| de", "decision", synthesized_exchanges},
                               Scheme{"| nna-portions", "portions", synthesized_averagings},
                               Scheme{"| hhc-b", "decision", synthesized_hhcs});
  const auto totals = published_table("MHz, median", scheme.row);
  const auto modules = published_table(scheme.title, scheme.row);
  REQUIRE(totals.size() == static_cast<std::size_t>(scheme.pes.size()));
  REQUIRE(modules.size() == totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const auto& pe = scheme.pes[i];
    const auto& row = totals[i];
    INFO(scheme.row << ' ' << row[1]);
    CHECK(std::to_string(pe.dimensions) == row[1]);
    check_totals(pe, row);
    const auto& m = pe.modules;
    std::int64_t registers = 0;
    std::size_t column = 2;
    for (const auto& module : {m.queue, m.serializer, m.neighbour, m.decision, m.errors,
                               m.sequencer, m.end, m.counters, m.rest}) {
      const auto text = std::to_string(module.luts) + " + " + std::to_string(module.registers);
      CHECK(modules[i][column++] == text);
      registers += module.registers;
    }
    CHECK(registers == pe.registers);
    const auto parts = checked_parts(pe);
    CHECK(parts.balancing.registers ==
          m.decision.registers + m.sequencer.registers + m.end.registers + m.rest.registers - 66);
    CHECK(parts.instrumentation.registers == m.counters.registers + 1);
  }
}

TEST_CASE("a PE of dimension exchange costs what was synthesized, on hypercubes") {
  const auto cube = [](unsigned dimensions) {
    return with_table_queue(experiment("hypercube:" + std::to_string(dimensions), "de", "spike:0"));
  };
  for (const auto& pe : synthesized_exchanges) {
    const auto cost = hardware_cost(cube(pe.dimensions));
    CHECK(cost.basis == CostBasis::synthesized);
    CHECK(cost.total.luts == pe.luts);
    CHECK(cost.total.registers == pe.registers);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.mhz == pe.mhz);
  }
  const auto four = hardware_cost(cube(4));
  const auto six = hardware_cost(cube(6));
  CHECK(six.basis == CostBasis::extrapolated);
  CHECK(six.total.registers > four.total.registers);
  auto slot = cube(4);
  slot.phase_end = PhaseEnd::slot;
  CHECK(hardware_cost(slot).basis == CostBasis::extrapolated);
  // The same PE by another name, its queue of 16 by default.
  CHECK(hardware_cost(experiment("torus:2x2x1x2", "de", "spike:1")).total.luts ==
        synthesized_exchanges[2].luts);
  CHECK(hardware_cost(experiment("mesh:2x2", "de", "spike:1")).basis == CostBasis::estimated);
  CHECK(hardware_cost(experiment("torus:4x2", "de", "spike:1")).basis == CostBasis::estimated);
  CHECK(hardware_cost(experiment("hypercube:4", "gde", "spike:1")).basis == CostBasis::estimated);
}

TEST_CASE("a PE of averaging by equal portions costs what was synthesized, on rings and tori") {
  const auto of = [](const std::string& fabric, const std::string& scheme = "nna-portions") {
    return with_table_queue(experiment(fabric, scheme, "spike:0"));
  };
  const std::array<const char*, 3> fabrics = {"ring:31", "torus:5x1x4", "torus:3x3x8"};
  for (std::size_t i = 0; i < fabrics.size(); ++i) {
    const auto& pe = synthesized_averagings[i];
    const auto cost = hardware_cost(of(fabrics[i]));
    INFO(fabrics[i]);
    CHECK(cost.basis == CostBasis::synthesized);
    CHECK(cost.total.luts == pe.luts);
    CHECK(cost.total.registers == pe.registers);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.mhz == pe.mhz);
  }
  auto slot = of("ring:8");
  slot.phase_end = PhaseEnd::slot;
  CHECK(hardware_cost(slot).basis == CostBasis::extrapolated);
  auto granted = of("ring:8");
  granted.credits = true;
  CHECK(hardware_cost(granted).basis == CostBasis::extrapolated);
  CHECK(hardware_cost(of("ring:8", "nna-portions:decision=40")).basis == CostBasis::extrapolated);
  CHECK(hardware_cost(of("ring:32")).basis == CostBasis::extrapolated);  // a longer counter
  for (const char* fabric : {"torus:4x2", "hypercube:3", "torus:3x3x3x3"}) {
    CHECK(hardware_cost(of(fabric)).basis == CostBasis::estimated);
  }
  CHECK(hardware_cost(of("ring:8", "nna")).basis == CostBasis::estimated);
}

TEST_CASE("a PE of HHC B costs what was synthesized") {
  const auto of = [](const std::string& fabric, const std::string& scheme = "hhc-b") {
    return with_table_queue(experiment(fabric, scheme, "spike:0"));
  };
  for (const auto& pe : synthesized_hhcs) {
    const auto cost = hardware_cost(of("hhc:" + std::to_string(pe.dimensions - 1)));
    INFO(pe.dimensions);
    CHECK(cost.basis == CostBasis::synthesized);
    CHECK(cost.total.luts == pe.luts);
    CHECK(cost.total.registers == pe.registers);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.mhz == pe.mhz);
  }
  const auto five = hardware_cost(of("hhc:5"));
  CHECK(five.basis == CostBasis::extrapolated);
  CHECK(five.total.registers > synthesized_hhcs.back().registers);
  auto slot = of("hhc:2");
  slot.phase_end = PhaseEnd::slot;
  CHECK(hardware_cost(slot).basis == CostBasis::extrapolated);
  CHECK(hardware_cost(of("hhc:2", "hhc-b:division=20")).basis == CostBasis::extrapolated);
  CHECK(hardware_cost(of("hhc:2", "hhc-a")).basis == CostBasis::estimated);
}

TEST_CASE("the table of synthesized PEs of work stealing is the published one") {
  const auto totals = published_table("MHz, median", "| steal |");
  const auto modules = published_table("agent", "| steal |");
  REQUIRE(totals.size() == synthesized_thieves.size());
  REQUIRE(modules.size() == totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const auto& pe = synthesized_thieves[i];
    const auto& row = totals[i];
    INFO(row[1]);
    CHECK(pe.ports == i + 1);
    CHECK(std::to_string(pe.ports) == row[1]);
    check_totals(pe, row);
    const auto& m = pe.modules;
    std::int64_t registers = 0;
    std::size_t column = 2;
    for (const auto& module :
         {m.queue, m.agent, m.inbox, m.ports, m.serializers, m.counters, m.rest}) {
      CHECK(modules[i][column++] ==
            std::to_string(module.luts) + " + " + std::to_string(module.registers));
      registers += module.registers;
    }
    CHECK(std::abs(registers - pe.registers) <= 2);
    const auto parts = checked_parts(pe);
    CHECK(parts.balancing.registers == m.agent.registers + m.inbox.registers);
    CHECK(parts.queue.registers == m.queue.registers + 66);
    // What it is built of: of the registers some are constant or equal to others.
    StealingArea area;
    area.ports = pe.ports;
    const auto sum = stealing_parts(area).total();
    CHECK(std::abs(sum.registers - pe.registers) <= 2);
    CHECK(static_cast<double>(sum.luts) == Approx(pe.luts).epsilon(0.1));
  }
}

TEST_CASE("the table of synthesized PEs of work stealing among all is the published one") {
  for (const auto& pe : synthesized_routed_thieves) {
    const std::string scheme = pe.drawn ? "steal:victims=xorshift" : "steal:victims=ring";
    INFO(scheme);
    // The first row is the one that was placed.
    const auto row = published_table("MHz, median", "| " + scheme + " |").front();
    check_totals(pe, row);
    const auto modules = published_table("router", "| " + scheme + " |").front();
    const auto& m = pe.modules;
    std::int64_t registers = 0;
    std::size_t column = 2;
    for (const auto& module :
         {m.queue, m.agent, m.inbox, m.router, m.lines, m.deserializers, m.counters, m.rest}) {
      CHECK(modules[column++] ==
            std::to_string(module.luts) + " + " + std::to_string(module.registers));
      registers += module.registers;
    }
    CHECK(registers == pe.registers);
    checked_parts(pe);

    auto e = with_table_queue(any_experiment("ring:8", scheme));
    e.balancer.tasks_per_message = 1;
    const auto cost = hardware_cost(e);
    CHECK(cost.basis == CostBasis::synthesized);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.block_rams == 16);
    // What it is built of
    const auto sum = stealing_parts(stealing_area(e)).total();
    CHECK(std::abs(sum.registers - pe.registers) <= pe.registers / 50);
    CHECK(static_cast<double>(sum.luts) == Approx(pe.luts).epsilon(0.1));
  }
}

TEST_CASE("a PE of work stealing between neighbours costs what was synthesized") {
  const auto of = [](const std::string& fabric,
                     const std::string& scheme = "steal:victims=nearest") {
    auto e = with_table_queue(any_experiment(fabric, scheme));
    e.balancer.tasks_per_message = 1;
    return e;
  };
  const auto basis = [](const Experiment& e) { return hardware_cost(e).basis; };
  // All of 33 to 64 PEs.
  for (const char* fabric : {"ring:40", "torus:8x4x2", "torus:8x1x8", "torus:4x2x4x2", "hhc:4",
                             "hypercube:6", "torus:4x4x4"}) {
    const auto cost = hardware_cost(of(fabric));
    INFO(fabric);
    CHECK(cost.basis == CostBasis::synthesized);
    const auto ports = pe_ports(Fabric::parse(fabric));
    const auto& pe = synthesized_thieves[ports - 1];
    CHECK(cost.total.luts == pe.luts);
    CHECK(cost.total.registers == pe.registers);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.mhz == pe.mhz);
    CHECK(cost.block_rams == 5 + static_cast<std::int64_t>(ports));
  }
  for (const char* fabric : {"ring:2", "ring:65", "hypercube:5", "torus:3x3x3x3"}) {
    INFO(fabric);
    CHECK(basis(of(fabric)) == CostBasis::extrapolated);
  }
  for (const char* scheme : {"steal:victims=nearest,half=0", "steal:victims=nearest,retry=20",
                             "steal:victims=nearest,retry_max=9999"}) {
    INFO(scheme);
    CHECK(basis(of("torus:8x8", scheme)) == CostBasis::extrapolated);
  }
  const auto changed = [&](auto change) {
    auto e = of("torus:8x8");
    change(e);
    return basis(e);
  };
  using E = Experiment;
  CHECK(changed([](E& e) { e.balancer.handling = 2; }) == CostBasis::extrapolated);
  CHECK(changed([](E& e) { e.fetch = QueueEnd::newest; }) == CostBasis::extrapolated);
  CHECK(changed([](E& e) { e.queue_depth = 64; }) == CostBasis::extrapolated);
  CHECK(changed([](E& e) { e.balancer.handling = 0; }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.balancer.software = true; }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.balancer.tasks_per_message = 0; }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.executors.assign(64, 2); }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.switching = Switching::circuit; }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.routing = Routing::random; }) == CostBasis::estimated);
  CHECK(changed([](E& e) { e.broadcast = Broadcast::tree; }) == CostBasis::estimated);
  CHECK(basis(of("mesh:8x8")) == CostBasis::estimated);
  // Links so quick that the memory is late, and a queue that an executor fills for too long.
  CHECK(changed([](E& e) {
          set_links(e, {Rational(4'000'000'000), 1, 0});
        }) == CostBasis::estimated);
  const auto working = [&](Load depth) {
    return changed([&](E& e) {
      e.queue_depth = depth;
      e.application = [] { return std::unique_ptr<Application>(); };
    });
  };
  CHECK(working(16) == CostBasis::synthesized);
  CHECK(working(76) == CostBasis::extrapolated);
  CHECK(working(77) == CostBasis::estimated);
  for (const char* scheme : {"steal", "rid"}) {
    CHECK(basis(of("torus:8x8", scheme)) == CostBasis::estimated);
  }
  auto among_all = of("torus:8x8", "steal:victims=ring");
  CHECK(basis(among_all) == CostBasis::extrapolated);
  among_all.switching = Switching::cut_through;
  CHECK(basis(among_all) == CostBasis::estimated);
}

TEST_CASE("PEs of work stealing beside the table, against their syntheses") {
  struct Pe {
    const char* fabric;
    std::string scheme;
    std::int64_t task_bits;
    Load queue_depth;
    std::int64_t luts;
    std::int64_t registers;
    std::int64_t logic_cells;
  };
  // As `isobar synth --seeds 0` counted them on 2026-11-29.
  const auto nearest = std::string("steal:victims=nearest");
  const auto ring = std::string("steal:victims=ring");
  for (const auto& pe :
       {Pe{"torus:8x8", nearest, 64, 64, 5266, 2849, 6233},
        Pe{"torus:8x8", nearest, 16, 16, 2081, 1117, 2432},
        Pe{"torus:3x3x3x3", nearest, 64, 16, 3951, 2889, 5082},
        Pe{"ring:4", ring, 64, 16, 2826, 1556, 3592}, Pe{"ring:16", ring, 64, 16, 5346, 3031, 6401},
        Pe{"ring:8", ring, 64, 32, 4940, 2557, 5992}, Pe{"ring:8", ring, 16, 16, 2970, 1339, 3538},
        Pe{"torus:3x3", ring, 64, 16, 4941, 2652, 6328},
        Pe{"hypercube:3", ring, 64, 16, 4249, 2323, 5459},
        Pe{"torus:4x4", ring, 64, 16, 6213, 3284, 7844},
        Pe{"torus:4x4", ring, 16, 16, 4769, 2076, 5763},
        Pe{"hypercube:4", ring, 64, 16, 6301, 3260, 8054}}) {
    auto e = any_experiment(pe.fabric, pe.scheme);
    e.balancer.tasks_per_message = 1;
    e.task_bits = pe.task_bits;
    e.queue_depth = pe.queue_depth;
    const auto cost = hardware_cost(e);
    INFO(pe.fabric << ' ' << pe.scheme << ' ' << pe.task_bits << ' ' << pe.queue_depth);
    CHECK(cost.basis == CostBasis::extrapolated);
    CHECK(std::abs(cost.total.registers - pe.registers) <= (pe.scheme == ring ? 40 : 2));
    CHECK(static_cast<double>(cost.total.luts) == Approx(pe.luts).epsilon(0.1));
    CHECK(static_cast<double>(cost.total.logic_cells) == Approx(pe.logic_cells).epsilon(0.1));
  }
}

TEST_CASE("the parts of every PE add up to its hardware, and none is below zero") {
  test::property([] {
    const auto fabric = *rc::gen::element<std::string>("ring:1", "ring:5", "torus:3x4",
                                                       "torus:2x2x2", "hypercube:6", "hhc:2");
    const auto scheme = *rc::gen::element<std::string>(
        "lm-c0", "lm-c4", "nna", "de", "diffusion2", "gde:lambda=1/3", "steal",
        "steal:victims=nearest", "steal:victims=xorshift", "rid");
    auto e = any_experiment(fabric, scheme);
    e.balancer.tasks_per_message = *rc::gen::inRange(0, 2);
    e.queue_depth = *rc::gen::inRange(2, 100);
    e.task_bits = *rc::gen::inRange(1, 300);
    const std::int64_t tenths = *rc::gen::inRange(1, 200);  // of a bit a cycle
    const LinkClass link{Rational(25'000'000 * tenths), 1, *rc::gen::inRange(0, 5)};
    set_links(e, link);
    const auto cost = hardware_cost(e);
    PeCells sum;
    for (const auto& part : all_parts(cost.parts)) {
      RC_ASSERT(part.luts >= 0 && part.registers >= 0 && part.logic_cells >= 0);
      sum += part;
    }
    RC_ASSERT(sum.luts == cost.total.luts);
    RC_ASSERT(sum.registers == cost.total.registers);
    RC_ASSERT(sum.logic_cells == cost.total.logic_cells);
  });
}

TEST_CASE("a PE of the table costs what was synthesized, with another queue that queue more") {
  for (const auto& pe : synthesized_pes) {
    auto e = liquid(static_cast<int>(pe.condition), pe.dimensions);
    const auto cost = hardware_cost(e);
    INFO(e.fabric.name() << " c" << static_cast<int>(pe.condition));
    CHECK(cost.basis == CostBasis::synthesized);
    CHECK(cost.total.luts == pe.luts);
    CHECK(cost.total.registers == pe.registers);
    CHECK(cost.total.logic_cells == pe.logic_cells);
    CHECK(cost.mhz == pe.mhz);
    CHECK(cost.block_rams == 4);
    e.queue_depth = 1 << 15;
    const auto deep = hardware_cost(e);
    CHECK(deep.basis == CostBasis::extrapolated);
    CHECK(deep.total.registers == pe.registers + 2 * (15 - 4));
    CHECK(deep.total.luts - deep.parts.queue.luts == pe.luts - cost.parts.queue.luts);
    CHECK(deep.block_rams == 32'768 * 64 / 4096);
  }
}

TEST_CASE("the parts of the PEs of the table add up: registers exactly, the rest nearly") {
  for (const auto& pe : synthesized_pes) {
    const auto e = liquid(static_cast<int>(pe.condition), pe.dimensions);
    const auto cells = pe_parts(area_model(e)).total();
    INFO("c" << static_cast<int>(pe.condition) << ", " << pe.dimensions);
    CHECK(cells.registers == pe.registers);
    CHECK(static_cast<double>(cells.luts) == Approx(pe.luts).epsilon(0.05));
    CHECK(static_cast<double>(cells.logic_cells) == Approx(pe.logic_cells).epsilon(0.06));
  }
}

TEST_CASE("PEs beside the table, against their syntheses") {
  struct Pe {
    int condition = 5;
    unsigned dimensions = 2;
    int radix = 4;
    std::int64_t task_bits = 64;
    std::int64_t load_bits = 16;
    LinkClass link;
    std::int64_t luts = 0;  ///< by Yosys 0.23, as `isobar synth` runs it
    std::int64_t registers = 0;
  };
  const auto lanes = [](std::int64_t count) { return LinkClass{Rational(250'000'000 * count)}; };
  const LinkClass slow{Rational(25'000'000)};
  const LinkClass set_up{Rational(250'000'000), 1, 5};
  const LinkClass far{Rational(250'000'000), 9};
  const std::vector<Pe> pes = {
      {5, 2, 4, 16, 16, {}, 557, 294},         {5, 2, 4, 32, 16, {}, 629, 358},
      {5, 2, 4, 128, 16, {}, 1133, 760},       {5, 2, 4, 256, 16, {}, 1718, 1281},
      {0, 2, 4, 128, 16, {}, 887, 653},        {3, 3, 4, 32, 16, {}, 712, 423},
      {5, 2, 4, 64, 24, {}, 884, 511},         {5, 2, 4, 64, 32, {}, 973, 527},
      {5, 2, 4, 64, 48, {}, 1170, 559},        {2, 2, 4, 64, 32, {}, 853, 473},
      {5, 2, 4, 64, 16, lanes(2), 820, 495},   {5, 1, 4, 64, 16, lanes(8), 722, 424},
      {5, 2, 4, 64, 16, lanes(8), 946, 495},   {5, 4, 4, 64, 16, lanes(8), 1145, 624},
      {0, 2, 4, 64, 16, lanes(8), 643, 391},   {5, 2, 4, 64, 16, lanes(40), 1335, 495},
      {5, 4, 4, 64, 16, lanes(40), 2194, 624}, {5, 2, 4, 64, 16, slow, 875, 522},
      {5, 2, 4, 64, 16, set_up, 962, 630},     {5, 2, 4, 64, 16, far, 818, 495},
      {5, 5, 4, 64, 16, {}, 1076, 689},        {5, 6, 4, 64, 16, {}, 1110, 753},
      {5, 8, 4, 64, 16, {}, 1247, 881},        {5, 10, 4, 64, 16, {}, 1391, 1010},
      {0, 5, 4, 64, 16, {}, 695, 489},         {0, 8, 4, 64, 16, {}, 807, 585},
      {0, 10, 4, 64, 16, {}, 880, 650},        {2, 6, 4, 64, 16, {}, 1016, 715},
      {5, 2, 2, 64, 16, {}, 800, 495},         {5, 3, 2, 64, 16, {}, 872, 560},
      {5, 4, 2, 64, 16, {}, 947, 624},         {5, 6, 2, 64, 16, {}, 1094, 753},
      {2, 4, 2, 64, 16, {}, 852, 586},
  };
  for (const auto& pe : pes) {
    auto e = liquid(pe.condition, pe.dimensions, pe.radix);
    e.task_bits = pe.task_bits;
    set_load_bits(e, pe.condition, pe.load_bits);
    set_links(e, pe.link);
    const auto cost = hardware_cost(e);
    INFO("c" << pe.condition << ", " << e.fabric.name() << ", tasks of " << pe.task_bits
             << " bits, words of " << pe.load_bits);
    CHECK(cost.basis == CostBasis::extrapolated);
    CHECK(cost.total.registers == pe.registers);
    CHECK(static_cast<double>(cost.total.luts) == Approx(pe.luts).epsilon(0.09));
  }
}

TEST_CASE("a scheme without RTL is estimated, and what it needs more costs more") {
  const auto cost = [](const std::string& fabric, const std::string& scheme) {
    return hardware_cost(experiment(fabric, scheme, "spike:1"));
  };
  const auto liquid = cost("torus:4x4", "lm-c5");
  for (const auto* scheme : {"nna", "diffusion", "diffusion2", "de", "gde", "dem"}) {
    INFO(scheme);
    const auto other = cost("torus:4x4", scheme);
    CHECK(other.basis == CostBasis::estimated);
    CHECK(other.mhz == liquid.mhz);
    CHECK(other.total.luts > liquid.total.luts);
    CHECK(other.total.registers > liquid.total.registers);
    CHECK(other.total.logic_cells > liquid.total.logic_cells);
  }
  // All four ports at once, or a pair of ports after the other.
  CHECK(cost("torus:4x4", "nna").total.registers > cost("torus:4x4", "de").total.registers);
  // A division is more than a comparison, a memory of the last flow more than none.
  CHECK(cost("torus:4x4", "gde:lambda=1/3").total.luts > cost("torus:4x4", "de").total.luts);
  CHECK(cost("torus:4x4", "diffusion2").total.registers >
        cost("torus:4x4", "diffusion").total.registers);
}

TEST_CASE("the estimate of diffusion on a torus, by hand") {
  const auto from = synthesized_pe(Condition::c5, 2);
  const auto cost = hardware_cost(
      with_table_queue(free_ends(experiment("torus:4x4", "diffusion:alpha=1/8", "spike:1"))));
  // Beside C5: three serializers and three deserializers of tasks in place of one of words, four
  // subtractors, eight counters of tasks; one phase, which need not be counted; words and transfers
  // counted at all four ports, and not each at two. Four words are seen to be right, and not one; a
  // landing always has room.
  const std::int64_t task = 64;
  const std::int64_t word = 16;
  const std::int64_t sent = 14;
  const std::int64_t counts = 21;
  const std::int64_t cycles = 4 * 32;
  CHECK(cost.total.registers == from.registers + 3 * (task + sent) + 3 * (task + counts) -
                                    (word + counts) + 4 * word + 8 * word + cycles - 1 + 3 - 1);
  CHECK(cost.total.luts == from.luts + 3 * (task + sent + 18) + 3 * (7 * task / 4 + counts + 39) -
                               (7 * word / 4 + counts + 39) + 3 * task + 4 * word + 8 * word +
                               cycles + 3 * 19);
}

TEST_CASE("what learning the end of a phase takes, by hand") {
  const auto* with = "diffusion:alpha=1/8";
  auto e = with_table_queue(free_ends(experiment("torus:4x4", with, "spike:1")));
  const auto nothing = hardware_cost(e).parts;
  const auto more = [&](PhaseEnd end) {
    e.phase_end = end;
    const auto parts = hardware_cost(e).parts;
    CHECK(parts.links.luts == nothing.links.luts);
    CHECK(parts.queue.luts == nothing.queue.luts);
    return std::pair{parts.balancing.luts - nothing.balancing.luts,
                     parts.balancing.registers - nothing.balancing.registers};
  };
  // The root has four neighbours: four flags, two LUTs that see them all, and a count to 4 hops of
  // 2 cycles over links, of 1 over wires.
  CHECK(more(PhaseEnd::words) == std::pair<std::int64_t, std::int64_t>{4 + 2 + 4, 4 + 4});
  CHECK(more(PhaseEnd::tree) == std::pair<std::int64_t, std::int64_t>{4 + 2 + 3, 4 + 3});
  // A count to 16 tasks of 64 bits and the latency: 1025.
  CHECK(more(PhaseEnd::slot) == std::pair<std::int64_t, std::int64_t>{11, 11});
  e.phase_end = PhaseEnd::free;
  const auto pins_of_links = hardware_cost(e).pins;
  e.phase_end = PhaseEnd::words;
  CHECK(hardware_cost(e).pins == pins_of_links);
  e.phase_end = PhaseEnd::tree;
  CHECK(hardware_cost(e).pins == pins_of_links + 2 * 4);
}

TEST_CASE("Liquid's slot costs nothing more, however other phases end") {
  auto e = free_ends(experiment("torus:4x4", "lm-c5", "spike:1"));
  const auto free = hardware_cost(e);
  for (const auto end : {PhaseEnd::slot, PhaseEnd::words, PhaseEnd::tree}) {
    e.phase_end = end;
    CHECK(hardware_cost(e).total.logic_cells == free.total.logic_cells);
    CHECK(hardware_cost(e).pins == hardware_cost(free_ends(e)).pins);
  }
}
