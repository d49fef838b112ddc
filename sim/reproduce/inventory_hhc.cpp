// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/inventory_items.h"

namespace isobar {

std::vector<InventoryItem> hhc_items() {
  std::vector<InventoryItem> items = {
      held_by("Figures 1, 2", "hexa-cells in a hypercube",
              "fabrics agree with a breadth-first search over their definition"),
      held_by("Section 1.2", "addresses: group and node",
              "HHC algorithms run on hyper Hexa-Cells and nowhere else"),
      held_by("Section 2.1.1", "algorithm A",
              "HHC A: what a coordinator gives, on every small triangle"),
      held_by("Section 2.2.1", "algorithm B",
              "HHC B: what the nodes of a triangle give, on every small triangle"),
      held_by("Section 2.3.1", "algorithm C",
              "a step of an HHC scheme is a complete run of its algorithm, message by message"),
  };
  const std::vector<std::string> algorithms = {"A", "B", "C"};
  for (std::size_t i = 0; i < algorithms.size(); ++i) {
    const auto table = [&](std::size_t k) { return fmt::format("Table {}", 3 * i + k); };
    const auto id = [&](std::size_t k) { return fmt::format("hhc-table{}", 3 * i + k); };
    const auto& name = algorithms[i];
    items.push_back(shown_by(table(1), "execution time of " + name, id(1), {"T, *"}));
    items.push_back(shown_by(table(1), "its parts", id(1), {"in the *", "across *", "phase *"}));
    items.push_back(shown_by(table(2), "accuracy of " + name + ", in all", id(2),
                             {"difference in the fabric*"}));
    items.push_back(
        shown_by(table(2), "its parts", id(2), {"difference in a *", "difference between *"}));
    items.push_back(
        shown_by(table(3), "communication steps of " + name + ", in all", id(3), {"total, *"}));
    items.push_back(shown_by(table(3), "most at a node", id(3), {"most at a node, *"}));
    items.push_back(shown_by(table(3), "its parts", id(3), {"*, a cell, *", "*, a node, *"}));
  }
  const std::vector<InventoryItem> rest = {
      shown_by("Section 2.1 to 2.3", "speed = steps × 250 Mb/s", "hhc-fig6", {"speed*"}),
      shown_by("Table 10", "the metrics together", "hhc-table10", {"rows*"}),
      shown_by("Section 4", "B has the best metrics", "hhc-table10", {"*dh = 8"}),
      shown_by("Figure 3", "time of A and B, 96 PEs", "hhc-fig3"),
      shown_by("Figure 4", "time of A and B, 768 PEs", "hhc-fig4"),
      shown_by("Figure 5", "time of A and B by dimension", "hhc-fig5"),
      shown_by("Figure 6", "speed of A, analytical and counted", "hhc-fig6"),
      shown_by("Figure 7", "speed of B, analytical and counted", "hhc-fig7"),
      shown_by("Figure 8", "time of C, 96 PEs", "hhc-fig8"),
      shown_by("Figure 9", "time of C, 768 PEs", "hhc-fig9"),
      shown_by("Figure 10", "time of C by dimension", "hhc-fig10"),
      shown_by("Figure 11", "speed of C, analytical and counted", "hhc-fig11"),
  };
  items.insert(items.end(), rest.begin(), rest.end());
  return items;
}

}  // namespace isobar
