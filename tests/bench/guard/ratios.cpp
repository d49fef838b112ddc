// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/ratios.h"

#include "tests/bench/guard/cycles_run.h"
#include "tests/bench/guard/fst_over_none.h"
#include "tests/bench/guard/kernel_limit.h"
#include "tests/bench/guard/steps_of_copy.h"

namespace isobar::bench {
namespace {

constexpr auto tree = "uts:t=1,a=3,d=7,b=4,r=19";

/// Two activations, at the start of its slot and at the decision, are a PE's part in a phase.
Ratio pe_phase(const std::string& name, const std::string& side, std::int64_t steps) {
  const std::int64_t pes = std::stoll(side) * std::stoll(side);
  return {name,
          "activations of the kernel in the time of a PE-phase's two, Liquid C5, " +
              std::to_string(pes) + " PEs",
          Ratio::Better::larger, [=] {
            const double kernel = shared_activation(pes);
            const auto run = run_at_cycles({{"fabric", "torus:" + side + "x" + side},
                                            {"scheme", "lm-c5"},
                                            {"load", "uniform:0..100"},
                                            {"until", "steps:" + std::to_string(steps)}});
            return 2 * kernel / run.per_phase();
          }};
}

/// What a run takes for each of `per`, named by `what`, by the time of a timed event of the kernel
/// with as many pending as there are PEs.
Ratio by_timed_event(const std::string& scheme, const std::string& side, Keys keys,
                     const std::string& what, double (CyclesRun::*per)() const) {
  const std::int64_t pes = std::stoll(side) * std::stoll(side);
  keys["fabric"] = "torus:" + side + "x" + side;
  keys["scheme"] = scheme;
  return {scheme + "_" + std::to_string(pes),
          what + " by a timed event of the kernel with as many pending, " + std::to_string(pes) +
              " PEs",
          Ratio::Better::smaller, [=] {
            const double kernel = timed_event(pes);
            return (run_at_cycles(keys).*per)() / kernel;
          }};
}

Ratio hop(const std::string& scheme, const std::string& side, const Keys& keys) {
  return by_timed_event(scheme, side, keys, "a hop", &CyclesRun::per_hop);
}

Ratio event(const std::string& scheme, const std::string& side, const Keys& keys) {
  return by_timed_event(scheme, side, keys, "a hop, a message or a task", &CyclesRun::per_event);
}

Ratio steps(const std::string& name, const std::string& fabric, unsigned bits) {
  return {name,
          "PE-steps of " + fabric + " by loads copied, " + std::to_string(bits) + " bits a load",
          Ratio::Better::larger, [=] { return steps_of_copy(fabric, bits); }};
}

}  // namespace

const std::vector<Ratio>& ratios() {
  static const Keys works{{"app", tree}};
  static const Keys balances{{"load", "uniform:0..100"}, {"until", "cycles:20000"}};
  static const std::vector<Ratio> all{
      pe_phase("pe_phases_1024", "32", 4000),
      pe_phase("pe_phases_65536", "256", 40),
      hop("steal", "32", works),
      hop("lueling-monien", "32", works),
      event("rid", "32", works),
      event("nna-async", "32", balances),
      event("diffusion-async", "32", balances),
      event("alpha-splitting", "32", works),
      event("hbm", "32", works),
      event("gm", "32", works),
      event("nna-async", "256", {{"load", "uniform:0..100"}, {"until", "cycles:400"}}),
      steps("torus", "torus:4096x4096", 8),
      steps("torus_3d", "torus:256x256x256", 8),
      steps("hypercube", "hypercube:24", 8),
      steps("hhc", "hhc:21", 8),
      {"fst", "a run recorded in an FST file, by the run alone, all processors' time",
       Ratio::Better::smaller, fst_over_none},
  };
  return all;
}

}  // namespace isobar::bench
