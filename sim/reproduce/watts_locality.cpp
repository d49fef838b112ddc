// SPDX-License-Identifier: Apache-2.0
// Watts, Rieffel and Taylor, Task selection: what moving tasks costs in locality, and how far the
// selection can keep that down.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sim/reproduce/lab.h"
#include "sim/reproduce/papers.h"

namespace isobar {
namespace {

constexpr std::int64_t seeds = 4;
constexpr double eff_min = 0.95;
constexpr auto no_numbers = "the paper describes cost functions for locality, and gives no numbers";

const std::vector<std::string> sets = {"grid", "random"};
const std::vector<std::string> methods = {
    "hetero-hbm:", "hetero-gde:", "hetero-diffusion:alpha=0.5,"};
/// What a byte between PEs weighs against a cycle of work.
const std::vector<std::int64_t> weights = {1, 4, 16};

std::vector<std::string> selections() {
  std::vector<std::string> all = {"greedy", "subset_sum", "knapsack"};
  for (const auto weight : weights) all.push_back(fmt::format("knapsack,lost_byte={}", weight));
  return all;
}
constexpr std::size_t plain_knapsack = 2;  // its index; those with weights follow it

/// Means over seeds.
struct Means {
  double off_pe_before = 0;  ///< bytes an iteration
  double off_pe_after = 0;
  double efficiency = 0;
  double step = 0;  ///< cycles, of the last iteration
  double tasks_moved = 0;
  double bytes_moved = 0;
};

Setup setup(const std::string& ties, const std::string& scheme, std::int64_t seed) {
  return {"torus:4x4",
          scheme,
          "",
          {{"app", fmt::format("iterations:n=10,tasks=16,ties={}", ties)},
           {"speed", "loguniform:1..4"},
           {"seed", std::to_string(seed)},
           {"until", "finished"}}};
}

Means measured(const Json* runs) {
  Means out;
  const auto add = [](double& sum, const Json& number) {
    sum += number.get<double>() / static_cast<double>(seeds);
  };
  for (std::int64_t i = 0; i < seeds; ++i) {
    const auto& scheme = runs[i]["scheme"];
    add(out.off_pe_before, scheme["off_pe_bytes_first"]);
    add(out.off_pe_after, scheme["off_pe_bytes_last"]);
    add(out.tasks_moved, scheme["tasks_moved"]);
    add(out.bytes_moved, scheme["bytes_moved"]);
    add(out.efficiency, runs[i]["utilization"]["final"]["efficiency"]);
    const auto& iterations = runs[i]["application"]["iterations"];
    const auto last = iterations.size() - 1;
    add(out.step, iterations[last]["end"].get<Cycle>() - iterations[last - 1]["end"].get<Cycle>());
  }
  return out;
}

/// The measurements of one set of tasks.
struct Case {
  std::string ties;
  Means unbalanced;
  std::vector<std::vector<Means>> by_method;  ///< by method, then by selection
};

std::vector<Case> run(const Lab& lab) {
  std::vector<Setup> setups;
  const auto add = [&](const std::string& ties, const std::string& scheme) {
    for (std::int64_t seed = 1; seed <= seeds; ++seed) setups.push_back(setup(ties, scheme, seed));
  };
  for (const auto& ties : sets) {
    add(ties, methods.front() + "eff_min=0");
    for (const auto& method : methods) {
      for (const auto& selection : selections()) {
        add(ties, fmt::format("{}eff_min={},select={}", method, eff_min, selection));
      }
    }
  }
  const auto results = lab.results(setups, false);
  const auto* next = results.data();
  const auto take = [&] {
    const auto one = measured(next);
    next += seeds;
    return one;
  };
  std::vector<Case> cases;
  for (const auto& ties : sets) {
    cases.push_back({ties, take(), {}});
    for (std::size_t i = 0; i < methods.size(); ++i) {
      auto& of_method = cases.back().by_method.emplace_back();
      while (of_method.size() < selections().size()) of_method.push_back(take());
    }
  }
  return cases;
}

std::string name_of(const std::string& method) { return method.substr(0, method.find(':')); }

void compare(const Case& one, std::vector<Comparison>& out) {
  double least_after = std::numeric_limits<double>::max();
  double least_efficiency = 1;
  double longest_step = 0;
  for (const auto& of_method : one.by_method) {
    for (const auto& m : of_method) {
      least_after = std::min(least_after, m.off_pe_after);
      least_efficiency = std::min(least_efficiency, m.efficiency);
      longest_step = std::max(longest_step, m.step);
    }
  }
  const auto name = [&](const std::string& what) { return fmt::format("{}: {}", one.ties, what); };
  const auto less = [](double before, double after) {
    const double share = 1 - after / before;
    return Measured{
        share, fmt::format("{:.0f} instead of {:.0f}: {:.1f} % less", after, before, 100 * share)};
  };
  out.push_back(not_comparable(
      name("off-PE bytes of an iteration before and after, least"), "",
      fmt::format("{:.0f} and {:.0f}", one.unbalanced.off_pe_before, least_after), no_numbers));
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const auto& plain = one.by_method[i][plain_knapsack];
    const auto& weighed = one.by_method[i].back();
    out.push_back(claim(
        name(fmt::format("{}: locality weighed in the knapsack lessens them", name_of(methods[i]))),
        "so", less(plain.off_pe_after, weighed.off_pe_after), at_least(0.02)));
  }
  // One task more than eff_min allows may be left on a PE.
  out.push_back(claim(
      name(fmt::format("efficiency afterwards, least; {:.2f} before", one.unbalanced.efficiency)),
      fmt::format("eff_min, {}", eff_min), number(least_efficiency, 2), at_least(eff_min - 0.05)));
  out.push_back(claim(name("an iteration, messages among it, is shorter afterwards, at least by"),
                      "so", less(one.unbalanced.step, longest_step), at_least(0.05)));
}

Reproduction locality(Lab& lab) {
  Reproduction r;
  r.table.columns = {"ties",
                     "transfers",
                     "selection",
                     "off-PE bytes before",
                     "off-PE bytes after",
                     "efficiency after",
                     "iteration after (cycles)",
                     "tasks moved",
                     "bytes moved"};
  r.plot = {"Bytes between PEs in an iteration, locality weighed in the knapsack",
            "cycles of work that a lost byte weighs", "bytes", true};
  for (const auto& one : run(lab)) {
    const auto row = [&](const std::string& method, const std::string& selection, const Means& m) {
      const auto whole = [](double number) { return std::int64_t{std::llround(number)}; };
      r.table.rows.push_back({one.ties, method, selection, whole(m.off_pe_before),
                              whole(m.off_pe_after), m.efficiency, whole(m.step),
                              whole(m.tasks_moved), whole(m.bytes_moved)});
    };
    row("none", "none", one.unbalanced);
    const auto names = selections();
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const auto& of_method = one.by_method[i];
      for (std::size_t s = 0; s < names.size(); ++s) {
        row(name_of(methods[i]), names[s], of_method[s]);
      }
      Series series{fmt::format("{}, {}", one.ties, name_of(methods[i])), {}};
      for (std::size_t w = 0; w < weights.size(); ++w) {
        series.points.emplace_back(weights[w], of_method[plain_knapsack + 1 + w].off_pe_after);
      }
      r.plot.series.push_back(std::move(series));
    }
    compare(one, r.comparisons);
  }
  r.remarks = {
      "The paper describes cost functions for locality, and gives no numbers. These tasks are "
      "generated: 16 a PE on torus:4x4, 1,000 to 10,000 cycles each, 64 bytes in each direction "
      "over a tie in every iteration, speeds spread over 1:4.",
      "In the grid neighbours start on the same PE or on the next one, so that balancing costs "
      "locality whatever is chosen. Random ties have none at the start that could be lost.",
      fmt::format("Means over {} seeds, after ten iterations.", seeds)};
  return r;
}

}  // namespace

std::vector<ReproductionEntry> watts_locality_reproductions() {
  return {{"watts-locality",
           "J. Watts, M. Rieffel and S. Taylor, Dynamic Management of Heterogeneous Resources",
           "Task selection", "What moving tasks costs in locality", locality}};
}

}  // namespace isobar
