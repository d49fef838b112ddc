// SPDX-License-Identifier: Apache-2.0
// Balanced fabrics and their rings.
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/henrich_examples.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/henrich_phases.h"

namespace isobar {
namespace {

constexpr std::size_t runs = 100;
constexpr int steps_of_a_run = 100;  ///< beyond the balanced state

const std::string runs_remark = fmt::format(
    "{} random loads a fabric (seeds 1 to {}), {} steps of each.", runs, runs, steps_of_a_run);

/// How far apart the loads of any one ring of a dimension are.
Load ring_difference(const Fabric& fabric, unsigned dimension, const std::vector<Load>& loads) {
  const auto port = fabric.port(dimension, Direction::successor);
  if (!port) return 0;
  Load most = 0;
  for (Node first = 0; first < fabric.pes(); ++first) {
    if (fabric.coordinate(first, dimension) != 0) continue;
    Load low = loads[first];
    Load high = loads[first];
    for (Node node = *fabric.neighbour(first, *port); node != first;
         node = *fabric.neighbour(node, *port)) {
      low = std::min(low, loads[node]);
      high = std::max(high, loads[node]);
    }
    most = std::max(most, high - low);
  }
  return most;
}

/// What was seen in the configurations of some runs, one after each phase.
struct Configurations {
  Count balanced_by_rings;  ///< of those whose rings are all balanced: the fabric is, too
  Count ring_left;          ///< of the balanced: a ring is not
  Count ends_balanced;      ///< runs

  void add(const Fabric& fabric, const std::vector<Load>& loads) {
    bool rings = true;
    for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
      rings = rings && ring_difference(fabric, d, loads) <= 1;
    }
    const bool balanced = load_difference(loads) <= static_cast<Load>(fabric.dimensions());
    if (rings) balanced_by_rings.add(balanced);
    if (balanced) ring_left.add(!rings);
  }
  void add(const Configurations& other) {
    balanced_by_rings.add(other.balanced_by_rings);
    ring_left.add(other.ring_left);
    ends_balanced.add(other.ends_balanced);
  }
};

/// From random loads of `least` to 30 tasks a PE.
Configurations configurations_of(const Lab& lab, const std::string& fabric,
                                 const std::string& scheme, int least) {
  std::vector<Configurations> by_run(runs);
  lab.each(runs, [&](std::size_t i) {
    auto setup = henrich_random_setup(fabric, i + 1, scheme, least);
    by_run[i].ends_balanced.add(lab.run(setup).to_balance.has_value());
    setup.more["until"] = fmt::format("steps:{}", steps_of_a_run);
    const auto e = experiment_of(setup);
    lab.phases(e, [&](const PhaseEntry& entry) { by_run[i].add(e.fabric, entry.after); });
  });
  Configurations all;
  for (const auto& one : by_run) all.add(one);
  return all;
}

}  // namespace

Reproduction henrich_theorem2(Lab& lab) {
  Reproduction r;
  r.table.columns = {"fabric",
                     "scheme",
                     "least load at first",
                     "runs",
                     "of them balanced",
                     "configurations with balanced rings only",
                     "of them balanced",
                     "balanced configurations",
                     "of them with an unbalanced ring"};
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  const auto seen = [&](const std::string& scheme, int least) {
    Configurations all;
    for (const auto& fabric : henrich_fabrics) {
      const auto one = configurations_of(lab, fabric, scheme, least);
      all.add(one);
      r.table.rows.push_back({fabric, scheme, std::int64_t{least}, count(one.ends_balanced.all),
                              count(one.ends_balanced.holds), count(one.balanced_by_rings.all),
                              count(one.balanced_by_rings.holds), count(one.ring_left.all),
                              count(one.ring_left.holds)});
    }
    return all;
  };
  const auto c5 = seen("lm-c5", 1);
  const auto c4 = seen("lm-c4", 1);
  const auto c3 = seen("lm-c3", 1);
  const auto unshared = lab.run({"torus:6x6", "lm-c3", "point:62@0"});
  const auto similar = "C3 and C4 can be treated in the similar way";
  r.comparisons = {
      claim_always("Theorem 2: lm-c5 balances loads of 1 to 30", "converges to a balanced load",
                   c5.ends_balanced),
      claim_always("Lemma 3: the fabric is balanced where all of its rings are", "always",
                   c5.balanced_by_rings),
      claim_always("lm-c4 balances loads of 1 to 30", similar, c4.ends_balanced),
      claim_always("lm-c3 balances loads of 1 to 30", similar, c3.ends_balanced),
      claim("lm-c3, 62 tasks on one PE of torus:6x6: difference at the end", "balanced: at most 2",
            number(static_cast<double>(load_difference(unshared.loads))), at_most(2))
          .explained(!unshared.to_share, "never shared",
                     "C3 keeps a PE's only task, so that idle PEs behind such PEs are never "
                     "supplied; the theorems suppose that all are")};
  r.remarks = {runs_remark};
  return r;
}

Reproduction henrich_fig4a(Lab& lab) {
  constexpr int steps = 1000;
  const auto& example = henrich_figure_4a();
  Reproduction r;
  r.table.columns = {"step", "max - min"};
  Load least = load_difference(example.loads);
  Series apart_by_step{"lm-c5 on " + example.fabric, {}};
  for (const auto& entry : henrich_phases(lab, example.fabric, example.loads,
                                          {{"until", fmt::format("steps:{}", steps)}})) {
    const auto apart = load_difference(entry.after);
    least = std::min(least, apart);
    if (entry.phase != 2) continue;
    r.table.rows.push_back({entry.step + 1, apart});
    apart_by_step.points.emplace_back(entry.step + 1, apart);
  }
  r.plot = {"A difference that stays", "steps", "max - min (tasks)"};
  r.plot.series = {apart_by_step};
  r.comparisons = {not_comparable("the loads", "", loads_text(example.loads), henrich_no_loads),
                   compare(fmt::format("least difference in {} steps, three dimensions", steps), 3,
                           static_cast<double>(least))};
  r.remarks = {
      "On " + example.fabric +
      ": in every ring one PE has a task more than the others, and each phase moves it on."};
  return r;
}

Reproduction henrich_fig4b(Lab& lab) {
  const auto& example = henrich_figure_4b();
  const auto fabric = Fabric::parse(example.fabric);
  const std::vector<Load> ring(example.loads.begin(), example.loads.begin() + fabric.radix(1));
  Reproduction r;
  r.table.columns = {"row of the torus", "tasks"};
  r.plot = {"A balanced torus with an unbalanced ring", "PE of the row", "tasks"};
  for (std::size_t row = 0; row < fabric.radix(2); ++row) {
    const auto first = example.loads.begin() + static_cast<std::ptrdiff_t>(row * fabric.radix(1));
    const std::vector<Load> loads(first, first + fabric.radix(1));
    r.table.rows.push_back({static_cast<std::int64_t>(row), loads_text(loads)});
    r.plot.series.push_back(load_curve(fmt::format("row {}", row), loads));
  }
  const auto seen = configurations_of(lab, example.fabric, "lm-c5", 0);
  r.comparisons = {
      not_comparable(
          "the drawn torus, and one of its rings", "balanced and not balanced",
          fmt::format("{} apart, and {} apart", load_difference(example.loads),
                      load_difference(ring)),
          "its loads are chosen to be so, for the paper draws it without them; nothing is run"),
      claim("balanced loads with an unbalanced ring, in random runs on " + example.fabric,
            "there are some", seen.ring_left.measured(), at_least(1))};
  r.remarks = {runs_remark};
  return r;
}

}  // namespace isobar
