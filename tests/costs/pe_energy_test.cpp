// SPDX-License-Identifier: Apache-2.0
// The energy of PEs: against sums by hand, the activity in the documents, and the RTL's again.
#include "models/costs/pe_energy.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "host/tool.h"
#include "models/costs/costs.h"
#include "models/costs/pe_activity.h"
#include "models/costs/synthesized_pes.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"

using namespace isobar;
using test::experiment;

namespace {

Experiment torus(const std::string& name, const std::string& scheme) {
  auto e = experiment(name, scheme, "uniform:0..9");
  e.queue_depth = synthesized_queue_depth;
  return e;
}

double pj_per_cycle(const Experiment& e) { return pe_energy(e).pj_per_cycle; }

}  // namespace

TEST_CASE("a PE's energy is its registers' clock and its cells' toggles, as they were counted") {
  const auto dimensions = GENERATE(1U, 2U, 3U, 4U);
  const auto condition = GENERATE(0, 3, 5);
  std::string fabric = "torus:4";
  for (unsigned d = 1; d < dimensions; ++d) fabric += "x4";
  const auto e = torus(fabric, fmt::format("lm-c{}", condition));
  const auto parts = hardware_cost(e).parts;
  const auto registers = parts.balancing.registers + parts.links.registers + parts.queue.registers;
  const auto cells =
      parts.balancing.logic_cells + parts.links.logic_cells + parts.queue.logic_cells;
  const auto toggles = measured_toggles[4 * static_cast<unsigned>(condition) + dimensions - 1];
  const auto per_register = toggles / static_cast<double>(registers);
  CHECK(pe_energy(e).basis == ActivityBasis::measured);
  CHECK(pj_per_cycle(e) == Approx(static_cast<double>(registers) * register_clock_pj +
                                  static_cast<double>(cells) * per_register * cell_toggle_pj));
}

TEST_CASE("the activity of a PE that was not counted is estimated") {
  auto e = torus("torus:4x4", "lm-c5");
  e.queue_depth = 16;
  CHECK(pe_energy(e).basis == ActivityBasis::measured);
  const auto counted = pj_per_cycle(e);
  e.task_bits = 128;
  CHECK(pe_energy(e).basis == ActivityBasis::estimated);
  CHECK(pj_per_cycle(e) > counted);
  e.task_bits = 64;
  e.queue_depth = 1024;
  CHECK(pe_energy(e).basis == ActivityBasis::estimated);
  CHECK(pj_per_cycle(e) == Approx(counted).epsilon(0.1));
  for (const auto* scheme : {"nna", "de", "diffusion"}) {
    INFO(scheme);
    const auto other = torus("torus:4x4", scheme);
    CHECK(pe_energy(other).basis == ActivityBasis::estimated);
    CHECK(pj_per_cycle(other) > 0);
  }
  CHECK(pe_energy(torus("hypercube:4", "lm-c5")).basis == ActivityBasis::estimated);
}

TEST_CASE("the energy of a run's PEs grows with PEs and cycles, and with nothing else") {
  test::property([] {
    const auto e = test::random_experiment({"lm-c0", "lm-c5", "nna", "diffusion"},
                                           {"ring:5", "torus:3x4", "hypercube:3", "torus:2x3x4"});
    const auto result = run_steps(e);
    const auto energy = run_energy(e, result);
    const auto expected = pj_per_cycle(e) * static_cast<double>(e.fabric.pes()) *
                          static_cast<double>(result.run.cycles);
    RC_ASSERT(std::abs(energy.pes - expected) <= 1e-9 * expected);
    RC_ASSERT(energy.total() == energy.bits + energy.static_links + energy.pes);
  });
  CHECK(pj_per_cycle(torus("torus:4x4", "lm-c5")) == pj_per_cycle(torus("torus:8x9", "lm-c5")));
  auto fast = torus("torus:4x4", "lm-c5");
  const auto before = pj_per_cycle(fast);
  fast.clock *= 2;
  fast.links.assign(2, LinkTiming({fast.clock}, fast.clock));
  CHECK(pj_per_cycle(fast) == before);
}

TEST_CASE("a queue in registers has their clock to pay, and its memory is not active") {
  auto e = torus("torus:4x4", "lm-c5");
  e.queue_depth = 16;
  const auto in_ram = pj_per_cycle(e);
  const auto ram = hardware_cost(e).parts.queue.registers;
  e.queue_memory = QueueMemory::registers;
  const auto more = hardware_cost(e).parts.queue.registers - ram;
  REQUIRE(more > 900);
  CHECK(pj_per_cycle(e) - in_ram ==
        Approx(static_cast<double>(more) * register_clock_pj).epsilon(0.1));
}

TEST_CASE("no PE's registers toggle more often than once a cycle") {
  for (const auto& pe : synthesized_pes) {
    const auto toggles = measured_toggles[synthesized_row(pe.condition, pe.dimensions)];
    CHECK(toggles > 0);
    CHECK(toggles < static_cast<double>(pe.registers));
  }
}

TEST_CASE("the documents have the toggles that the model uses") {
  std::ifstream file(ISOBAR_SOURCE_DIR "/docs/costs.md");
  unsigned found = 0;
  for (std::string line; std::getline(file, line);) {
    for (unsigned c = 0; c < 6; ++c) {
      std::string row = fmt::format("| `lm-c{}` |", c);
      for (unsigned d = 0; d < 4; ++d) {
        row += fmt::format(" {:.2f} |", measured_toggles[4 * c + d]);
      }
      found += line == row ? 1 : 0;
    }
  }
  CHECK(found == 6);
}

TEST_CASE("the RTL's registers toggle as often as they did", "[long]") {
  const auto said = run_tool({ISOBAR_SOURCE_DIR "/tb/activity/measure", "5", "1"}, ".");
  CHECK(said == fmt::format("condition dimensions toggles\nc5 1 {:.2f}\n",
                            measured_toggles[synthesized_row(Condition::c5, 1)]));
}
