// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "models/analysis/henrich_examples.h"
#include "models/analysis/ramps.h"
#include "sim/reproduce/counted.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/henrich_phases.h"

namespace isobar {
namespace {

/// What was counted in the phases of some runs.
struct Found {
  Count no_worse;           ///< phases that raise no maximum and lower no minimum
  Count transferring;       ///< ramps with a virtual transfer
  Count maxima;             ///< those at the left end of a plateau that were reduced or moved
  Count minima;             ///< those at the right end
  std::size_t reduced = 0;  ///< maxima
  std::size_t moved = 0;    ///< maxima

  void add(const Fabric& fabric, unsigned dimension, const PhaseEntry& entry) {
    const auto seen = virtual_transfers(fabric, dimension, entry.before, entry.after);
    for (const auto& ramp : ramps(fabric, dimension, entry.before)) {
      const VirtualTransfer wanted{ramp.lower, ramp.upper};
      transferring.add(std::find(seen.begin(), seen.end(), wanted) != seen.end());
    }
    const auto [min, max] = std::minmax_element(entry.before.begin(), entry.before.end());
    const auto [min_after, max_after] = std::minmax_element(entry.after.begin(), entry.after.end());
    no_worse.add(*max_after <= *max && *min_after >= *min);
    const auto high = improvement_of_maxima(fabric, dimension, entry.before, entry.after);
    const auto low = improvement_of_minima(fabric, dimension, entry.before, entry.after);
    reduced += high.reduced.size();
    moved += high.moved.size();
    add(maxima, high);
    add(minima, low);
  }
  void add(const Found& other) {
    no_worse.add(other.no_worse);
    transferring.add(other.transferring);
    maxima.add(other.maxima);
    minima.add(other.minima);
  }

 private:
  static void add(Count& count, const Improvement& improvement) {
    const auto improved = improvement.reduced.size() + improvement.moved.size();
    count.add({improved, improved + improvement.neither.size()});
  }
};

}  // namespace

Reproduction henrich_fig2(Lab& lab) {
  const auto& example = henrich_figure_2();
  const auto after =
      henrich_phases(lab, example.fabric, example.before, {{"until", "steps:1"}}).front().after;
  Reproduction r;
  r.table.columns = {"PE", "tasks before", "tasks after"};
  for (std::size_t pe = 0; pe < after.size(); ++pe) {
    r.table.rows.push_back({static_cast<std::int64_t>(pe), example.before[pe], after[pe]});
  }
  Count as_drawn;
  for (std::size_t pe = 0; pe <= 4; ++pe) {
    const Load gains = pe == 0 ? -1 : pe == 4 ? 1 : 0;
    as_drawn.add(after[pe] == example.before[pe] + gains);
  }
  const std::vector<Load> right_before(example.before.begin() + 5, example.before.end());
  const std::vector<Load> right_after(after.begin() + 5, after.end());
  r.comparisons = {
      not_comparable("the loads", "", loads_text(example.before), henrich_no_loads),
      claim_always("PEs 0 to 4: the first loses a task, the last gains one, the others keep theirs",
                   "a global transfer by local shifts", as_drawn),
      claim(fmt::format("PEs 5 to 7: how far apart they are, after {}",
                        load_difference(right_before)),
            "the load is balanced", number(static_cast<double>(load_difference(right_after))),
            at_most(1))};
  r.plot = {"One step of lm-c5 in a ring of 8", "PE", "tasks"};
  r.plot.series = {load_curve("before", example.before), load_curve("after one step", after)};
  return r;
}

Reproduction henrich_fig3(Lab& lab) {
  Reproduction r;
  r.comparisons.push_back(not_comparable("the loads", "", "six rings of 8", henrich_no_loads));
  r.table.columns = {"shape", "ramp from PE", "to PE", "loads before", "after"};
  r.plot = {"Ramps, one above the other", "PE", "tasks, lifted by 6 from shape to shape"};
  double lifted = 0;
  for (const auto& example : henrich_figure_3()) {
    const auto after =
        henrich_phases(lab, example.fabric, example.before, {{"until", "steps:1"}}).front().after;
    const auto seen = virtual_transfers(Fabric::parse(example.fabric), 1, example.before, after);
    const VirtualTransfer wanted{example.ramp.lower, example.ramp.upper};
    const bool only = seen == std::vector<VirtualTransfer>{wanted};
    r.comparisons.push_back(claim(
        "shape: " + example.shape, "a virtual transfer from the ramp's upper end to its lower",
        only ? fmt::format("one, from PE {} to PE {}", wanted.from, wanted.to) : "another", only));
    r.table.rows.push_back({example.shape, std::int64_t{example.ramp.lower},
                            std::int64_t{example.ramp.upper}, loads_text(example.before),
                            loads_text(after)});
    r.plot.series.push_back(load_curve(example.shape, example.before, lifted));
    lifted += 6;
  }
  return r;
}

Reproduction henrich_lemma2(Lab& lab) {
  constexpr std::size_t runs = 50;
  std::vector<Found> found(henrich_fabrics.size());
  lab.each(found.size(), [&](std::size_t i) {
    for (std::size_t seed = 1; seed <= runs; ++seed) {
      const auto e = experiment_of(henrich_random_setup(henrich_fabrics[i], seed));
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
    r.table.rows.push_back({henrich_fabrics[i], count(f.no_worse.all), count(f.transferring.all),
                            count(f.transferring.holds), count(f.reduced), count(f.moved),
                            count(f.maxima.all - f.maxima.holds)});
    const auto a_phase = [&](std::size_t number) {
      return static_cast<double>(number) / static_cast<double>(f.no_worse.all);
    };
    reduced.points.emplace_back(a_phase(f.transferring.all), a_phase(f.reduced));
    moved.points.emplace_back(a_phase(f.transferring.all), a_phase(f.moved));
    all.add(f);
  }
  r.comparisons = {
      claim_always("Theorem 1: ramps with a virtual transfer", "every one", all.transferring),
      claim_always("Lemma 1: phases that raise no maximum and lower no minimum", "every one",
                   all.no_worse),
      claim_always("Lemma 2: maxima at the left end of a plateau", "each reduced or moved",
                   all.maxima),
      claim_always("Lemma 2: minima at the right end of a plateau", "each reduced or moved",
                   all.minima)};
  r.plot.series = {reduced, moved};
  r.remarks = {
      fmt::format("{} random loads a fabric, from 1 to 30 tasks a PE, until balanced.", runs),
      "The paper speaks of steps; in more than one dimension the statements hold for phases: the "
      "phases that follow in the same step can undo what one did at a PE.",
      "`isobar run --record FILE` marks all of this in the record of any run."};
  return r;
}

}  // namespace isobar
