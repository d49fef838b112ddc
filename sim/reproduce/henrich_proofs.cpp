// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/analysis/henrich_examples.h"
#include "models/analysis/ramps.h"
#include "models/experiment/theorem_3_bound.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

const std::string no_loads = "the paper draws it; its text gives no loads, so these are chosen";

Series curve(const std::string& label, const std::vector<Load>& loads, double lifted = 0) {
  Series series{label, {}};
  for (std::size_t pe = 0; pe < loads.size(); ++pe) {
    series.points.emplace_back(pe, static_cast<double>(loads[pe]) + lifted);
  }
  return series;
}

Load difference(const std::vector<Load>& loads) {
  const auto [min, max] = std::minmax_element(loads.begin(), loads.end());
  return *max - *min;
}

/// The loads after each phase of lm-c5 from given loads.
std::vector<PhaseEntry> phases(Lab& lab, const std::string& fabric, const std::vector<Load>& loads,
                               const std::map<std::string, std::string>& more) {
  const auto e = experiment_of({fabric, "lm-c5", "spike:100", more}, loads);
  std::vector<PhaseEntry> entries;
  lab.phases(e, [&](const PhaseEntry& entry) { entries.push_back(entry); });
  return entries;
}

const std::vector<std::string> fabrics = {"ring:8",      "ring:31",     "torus:5x3",   "torus:8x8",
                                          "torus:3x3x3", "hypercube:4", "hypercube:6", "hhc:3"};

/// Random loads of at least one task on each PE.
Setup random_setup(const std::string& fabric, std::size_t seed) {
  return {fabric, "lm-c5", "uniform:1..30", {{"seed", fmt::format("{}", seed)}}};
}

/// What was counted in the phases of some runs.
struct Found {
  std::size_t phases = 0;
  std::size_t ramps = 0;
  std::size_t ramps_that_transfer = 0;
  std::size_t worse = 0;  ///< phases that raise the maximum or lower the minimum
  std::size_t reduced = 0;
  std::size_t moved = 0;
  std::size_t neither = 0;

  void add(const Fabric& fabric, unsigned dimension, const PhaseEntry& entry) {
    ++phases;
    const auto all = isobar::ramps(fabric, dimension, entry.before);
    const auto seen = virtual_transfers(fabric, dimension, entry.before, entry.after);
    ramps += all.size();
    ramps_that_transfer +=
        static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Ramp& ramp) {
          return std::find(seen.begin(), seen.end(), VirtualTransfer{ramp.lower, ramp.upper}) !=
                 seen.end();
        }));
    const auto [min, max] = std::minmax_element(entry.before.begin(), entry.before.end());
    const auto [min_after, max_after] = std::minmax_element(entry.after.begin(), entry.after.end());
    worse += *max_after > *max || *min_after < *min ? 1 : 0;
    const auto maxima = improvement_of_maxima(fabric, dimension, entry.before, entry.after);
    reduced += maxima.reduced.size();
    moved += maxima.moved.size();
    neither += maxima.neither.size();
  }
};

}  // namespace

Reproduction henrich_fig2(Lab& lab) {
  const auto& example = henrich_figure_2();
  const auto after =
      phases(lab, example.fabric, example.before, {{"until", "steps:1"}}).front().after;
  Reproduction r;
  r.table.columns = {"PE", "tasks before", "tasks after"};
  for (std::size_t pe = 0; pe < after.size(); ++pe) {
    r.table.rows.push_back({static_cast<std::int64_t>(pe), example.before[pe], after[pe]});
  }
  const auto kept = std::equal(after.begin() + 1, after.begin() + 4, example.before.begin() + 1);
  const std::vector<Load> right_before(example.before.begin() + 5, example.before.end());
  const std::vector<Load> right_after(after.begin() + 5, after.end());
  r.comparisons = {
      no_number("the loads", loads_text(example.before), no_loads),
      claim("PEs 0 to 4", "a global transfer by local shifts",
            fmt::format("PE 0 {}, PE 4 {:+}, between them {}", after[0] - example.before[0],
                        after[4] - example.before[4], kept ? "nothing changes" : "loads change"),
            after[0] < example.before[0] && after[4] > example.before[4] && kept),
      claim("PEs 5 to 7", "the load is balanced",
            fmt::format("{} apart, then {}", difference(right_before), difference(right_after)),
            difference(right_after) < difference(right_before))};
  r.plot = {"One step of lm-c5 in a ring of 8", "PE", "tasks"};
  r.plot.series = {curve("before", example.before), curve("after one step", after)};
  return r;
}

Reproduction henrich_fig3(Lab& lab) {
  Reproduction r;
  r.comparisons.push_back(no_number("the loads", "six rings of 8", no_loads));
  r.table.columns = {"shape", "ramp from PE", "to PE", "loads before", "after"};
  r.plot = {"Ramps, one above the other", "PE", "tasks, lifted by 6 from shape to shape"};
  double lifted = 0;
  for (const auto& example : henrich_figure_3()) {
    const auto after =
        phases(lab, example.fabric, example.before, {{"until", "steps:1"}}).front().after;
    const auto seen = virtual_transfers(Fabric::parse(example.fabric), 1, example.before, after);
    const VirtualTransfer wanted{example.ramp.lower, example.ramp.upper};
    const bool only = seen == std::vector<VirtualTransfer>{wanted};
    r.comparisons.push_back(claim(
        "shape: " + example.shape, "a virtual transfer from the ramp's upper end to its lower",
        only ? fmt::format("one, from PE {} to PE {}", wanted.from, wanted.to) : "another", only));
    r.table.rows.push_back({example.shape, std::int64_t{example.ramp.lower},
                            std::int64_t{example.ramp.upper}, loads_text(example.before),
                            loads_text(after)});
    r.plot.series.push_back(curve(example.shape, example.before, lifted));
    lifted += 6;
  }
  return r;
}

Reproduction henrich_fig4a(Lab& lab) {
  constexpr int steps = 1000;
  const auto& example = henrich_figure_4a();
  Reproduction r;
  r.table.columns = {"step", "max - min"};
  Load least = difference(example.loads);
  Series apart_by_step{"lm-c5 on " + example.fabric, {}};
  for (const auto& entry :
       phases(lab, example.fabric, example.loads, {{"until", fmt::format("steps:{}", steps)}})) {
    const auto apart = difference(entry.after);
    least = std::min(least, apart);
    if (entry.phase != 2) continue;
    r.table.rows.push_back({entry.step + 1, apart});
    apart_by_step.points.emplace_back(entry.step + 1, apart);
  }
  r.plot = {"A difference that stays", "steps", "max - min (tasks)"};
  r.plot.series = {apart_by_step};
  r.comparisons = {
      no_number("the loads", loads_text(example.loads), no_loads),
      claim("difference of a balanced load in three dimensions", "3, and not necessarily reduced",
            fmt::format("{} at least, in each phase of {} steps", least, steps), least == 3)};
  r.remarks = {
      "On " + example.fabric +
      ": in every ring one PE has a task more than the others, and each phase moves it on."};
  return r;
}

Reproduction henrich_fig4b(Lab& /*lab*/) {
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
    r.plot.series.push_back(curve(fmt::format("row {}", row), loads));
  }
  r.comparisons = {
      no_number("the loads", example.fabric, no_loads),
      claim("the torus", "balanced: at most 2 apart",
            fmt::format("{} apart", difference(example.loads)), difference(example.loads) <= 2),
      claim("one of its rings", "unbalanced: more than 1 apart",
            fmt::format("{} apart", difference(ring)), difference(ring) > 1)};
  return r;
}

Reproduction henrich_lemma2(Lab& lab) {
  constexpr std::size_t runs = 50;
  std::vector<Found> found(fabrics.size());
  lab.each(found.size(), [&](std::size_t i) {
    for (std::size_t seed = 1; seed <= runs; ++seed) {
      const auto e = experiment_of(random_setup(fabrics[i], seed));
      lab.phases(e, [&](const PhaseEntry& entry) {
        found[i].add(e.fabric, static_cast<unsigned>(entry.phase) + 1, entry);
      });
    }
  });
  Reproduction r;
  r.table.columns = {"fabric",         "phases", "ramps",  "with a virtual transfer",
                     "maxima reduced", "moved",  "neither"};
  r.plot = {"What a phase does to the maxima at the left end of a plateau", "ramps a phase",
            "maxima a phase"};
  Series reduced{"reduced", {}, Series::Style::points};
  Series moved{"moved", {}, Series::Style::points};
  Found all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& f = found[i];
    const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
    r.table.rows.push_back({fabrics[i], count(f.phases), count(f.ramps),
                            count(f.ramps_that_transfer), count(f.reduced), count(f.moved),
                            count(f.neither)});
    const auto a_phase = [&](std::size_t number) {
      return static_cast<double>(number) / static_cast<double>(f.phases);
    };
    reduced.points.emplace_back(a_phase(f.ramps), a_phase(f.reduced));
    moved.points.emplace_back(a_phase(f.ramps), a_phase(f.moved));
    all.phases += f.phases;
    all.ramps += f.ramps;
    all.ramps_that_transfer += f.ramps_that_transfer;
    all.worse += f.worse;
    all.reduced += f.reduced;
    all.moved += f.moved;
    all.neither += f.neither;
  }
  r.comparisons = {
      claim("Theorem 1: ramps with a virtual transfer", "every one",
            fmt::format("{} of {}", all.ramps_that_transfer, all.ramps),
            all.ramps_that_transfer == all.ramps),
      claim("Lemma 1: phases that raise the maximum or lower the minimum", "none",
            fmt::format("{} of {}", all.worse, all.phases), all.worse == 0),
      claim("Lemma 2: maxima at the left end of a plateau", "each reduced or moved",
            fmt::format("{} reduced, {} moved, {} neither", all.reduced, all.moved, all.neither),
            all.neither == 0)};
  r.plot.series = {reduced, moved};
  r.remarks = {
      fmt::format("{} random loads a fabric, from 1 to 30 tasks a PE, until balanced.", runs),
      "The paper speaks of steps; in more than one dimension the statements hold for phases: the "
      "phases that follow in the same step can undo what one did at a PE.",
      "`isobar run --record FILE` marks all of this in the record of any run."};
  return r;
}

Reproduction henrich_theorem3(Lab& lab) {
  constexpr std::size_t runs = 500;
  Reproduction r;
  r.table.columns = {"fabric", "D", "sum of K", "largest steps / (L_diff · sum of K)"};
  r.plot = {"The largest part of Theorem 3's bound that was needed", "sum of K",
            "steps / (L_diff · sum of K)"};
  double largest = 0;
  for (const auto& name : fabrics) {
    std::vector<double> ratios(runs);
    lab.each(runs, [&](std::size_t i) {
      const auto e = experiment_of(random_setup(name, i + 1));
      const auto result = lab.run(e);
      const auto bound = theorem_3_bound(e.fabric, difference(e.loads));
      const auto steps = result.to_balance ? result.to_balance->steps : 2 * bound;
      ratios[i] = static_cast<double>(steps) / static_cast<double>(bound);
    });
    const auto fabric = Fabric::parse(name);
    const double most = *std::max_element(ratios.begin(), ratios.end());
    r.table.rows.push_back(
        {name, std::int64_t{fabric.dimensions()}, theorem_3_bound(fabric, 1), most});
    r.plot.series.push_back(
        {name, {{static_cast<double>(theorem_3_bound(fabric, 1)), most}}, Series::Style::points});
    largest = std::max(largest, most);
  }
  Series rings{"rings, half at 1 and half at 3", {}};
  for (const Node pes : {4, 8, 16, 32, 64, 128}) {
    std::vector<Load> loads(pes, 1);
    std::fill(loads.begin() + pes / 2, loads.end(), 3);
    const auto name = fmt::format("ring:{}", pes);
    const auto steps = phases(lab, name, loads, {{"until", "balanced"}}).size();
    const double ratio =
        static_cast<double>(steps) / static_cast<double>(theorem_3_bound(Fabric::parse(name), 2));
    rings.points.emplace_back(pes, ratio);
    r.table.rows.push_back(
        {name + ", half at 1, half at 3", std::int64_t{1}, std::int64_t{pes}, ratio});
    largest = std::max(largest, ratio);
  }
  r.plot.series.push_back(rings);
  r.comparisons = {claim("steps to balance, from loads of at least 1",
                         "O(D · K · L_diff), by its proof steps",
                         fmt::format("at most {:.3f} of L_diff · ΣK", largest), largest <= 1)};
  r.remarks = {
      fmt::format(
          "{} random loads a fabric, from 1 to 30 tasks a PE; and the worst that is known, rings "
          "of which half the PEs hold 1 and half 3: (K - 1)/(2K).",
          runs),
      "The theorem says shifts, its proof counts steps, of which each has D shifts. ΣK stands for "
      "D · K where radices differ."};
  return r;
}

}  // namespace isobar
