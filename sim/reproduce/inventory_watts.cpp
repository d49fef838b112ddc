// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/inventory_items.h"

namespace isobar {

std::vector<InventoryItem> watts_items() {
  return {
      held_by("Load measurement", "U = L / C",
              "utilization is load over speed, efficiency its mean over its largest"),
      held_by("Profitability", "eff = U_avg / U_max",
              "efficiency is above 0 and at most 1, and 1 of loads that are as speeds are"),
      held_by("Profitability", "balance below eff_min only",
              "six phases: what is even stays as it is, and eff_min=0 never balances"),
      held_by("Transfer calculation", "HBM: (P2·L1 − P1·L2)/(P1 + P2)",
              "hierarchical transfers at equal capacities: P_2·L_1 − P_1·L_2 over P_1 + P_2"),
      held_by("Transfer calculation", "HBM by capacities",
              "transfer calculations give the proportional answer to 1e-6"),
      held_by("Transfer calculation", "generalised dimension exchange, λ",
              "a step of gde moves the truncated share of every pair's difference, colour by "
              "colour"),
      held_by("Transfer calculation", "the same by capacities",
              "at equal capacities one iteration is the homogeneous one"),
      held_by("Figure 1", "heterogeneous diffusion: D, T, m", "m of Figure 1"),
      held_by("Figure 1", "stable at large time steps",
              "diffusion converges at large time steps, with a hub of many neighbours too"),
      held_by("Task selection", "repeated until transfers are met",
              "six phases: U_avg/U_max reaches eff_min, but for one largest task"),
      shown_by("Task selection", "locality weighed in the knapsack", "watts-locality"),
      held_by("Task selection", "tasks above a threshold are divided; it falls",
              "the threshold of division falls, and not below its end"),
      held_by("Task migration", "tasks move over the links",
              "six phases: every task is worked on once an iteration, wherever it has moved"),
      held_by("Granularity adjustment", "tasks are divided and merged",
              "six phases: dividing and merging tasks leaves the work of an iteration what it is"),
      held_by("Conclusion", "time and memory together",
              "six phases: what is good for time alone and memory alone is found for both"),
      shown_by("Figure 2", "ten machines, speeds and memories", "watts-fig3",
               {"step time without*"}),
      shown_by("Figure 3", "no load balancing: 14.1 s", "watts-fig3", {"step time without*"}),
      shown_by("Figure 3", "homogeneous: 6.5 s", "watts-fig3", {"homogeneous LB*"}),
      shown_by("Figure 3", "static capacities: 2.5 s", "watts-fig3",
               {"static capacities: improve*"}),
      shown_by("Figure 3", "dynamic capacities: 2.0 s", "watts-fig3",
               {"dynamic capacities: improve*"}),
      shown_by("Results", "homogeneous balancing goes on moving tasks in vain", "watts-fig3",
               {"homogeneous: *"}),
      shown_by("Results", "static capacities: tasks moved drop off after two balancings",
               "watts-fig3", {"static capacities: *drop*"}),
      shown_by("Results", "dynamic capacities: balanced after three", "watts-fig3",
               {"dynamic capacities: the last*"}),
      shown_by("Figure 4", "without the slowest: 4.3 s", "watts-fig4", {"step time without*"}),
      shown_by("Figure 4", "homogeneous: 5.2 s", "watts-fig4", {"homogeneous LB*"}),
      shown_by("Figure 4", "static capacities: 2.4 s", "watts-fig4",
               {"static capacities: improve*"}),
      shown_by("Figure 4", "dynamic capacities: 2.0 s", "watts-fig4",
               {"dynamic capacities: improve*"}),
  };
}

}  // namespace isobar
