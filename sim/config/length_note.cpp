// SPDX-License-Identifier: Apache-2.0
#include "sim/config/length_note.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/experiment/run_length.h"
#include "models/measure/goals.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {
namespace {

// A run of as many takes minutes. Between the ends of persistent tasks nothing happens; idle PEs of
// other message-driven runs ask for tasks again and again.
constexpr double many_pe_steps = 1e9;
constexpr double many_cycles = 1e10;

/// The cycles that the run lasts at least.
double run_cycles(const Experiment& e) {
  auto cycles = least_cycles(e);
  if (const auto due = due_cycle(e.goal)) cycles = static_cast<double>(*due);
  if (e.agents) cycles = std::min(cycles, static_cast<double>(e.max_cycles));
  return cycles;
}

}  // namespace

std::string length_note(const Config& config) {
  const auto& e = config.experiment;
  if (!e.application || ideal_scheme(e) != nullptr) return {};
  const auto cycles = run_cycles(e);
  std::string steps;
  if (e.scheme) {
    const auto step = std::max<Cycle>(1, least_step_cycles(e));
    const auto count =
        std::min(cycles / static_cast<double>(step), static_cast<double>(e.max_steps));
    if (count * static_cast<double>(e.fabric.pes()) < many_pe_steps) return {};
    steps = fmt::format(", up to {:.2g} steps of {} cycles or more", count, step);
  } else if (cycles < many_cycles || e.application()->iterations() > 0) {
    return {};
  }
  const auto seconds = cycles / boost::rational_cast<double>(e.clock);
  return fmt::format(
      "a long run: the application keeps the PEs busy for {:.3g} s, {:.2g} cycles of their "
      "clock{}; "
      "a slower clock has fewer cycles in that time, until = \"cycles:N\" ends the run after N of "
      "them, and Ctrl-C gives the result so far",
      seconds, cycles, steps);
}

}  // namespace isobar
