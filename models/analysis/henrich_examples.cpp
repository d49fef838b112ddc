// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/henrich_examples.h"

namespace isobar {

const StepExample& henrich_figure_2() {
  static const StepExample example = {
      "ring:8", {3, 1, 1, 1, 0, 2, 3, 1}, {2, 1, 1, 1, 1, 2, 2, 2}, {0, 1, 2, 3, 6}};
  return example;
}

const std::vector<RampExample>& henrich_figure_3() {
  static const std::vector<RampExample> examples = {
      {"steep", "ring:8", {1, 1, 1, 1, 5, 5, 5, 5}, {1, 1, 1, 2, 4, 5, 5, 5}, {3, 4}},
      {"middle", "ring:8", {1, 1, 1, 3, 5, 5, 5, 5}, {1, 1, 2, 3, 4, 5, 5, 5}, {2, 4}},
      {"gentle", "ring:8", {1, 1, 2, 3, 4, 5, 5, 5}, {1, 2, 2, 3, 4, 4, 5, 5}, {1, 5}},
      {"jump", "ring:8", {2, 2, 2, 2, 3, 3, 3, 3}, {2, 2, 2, 3, 2, 3, 3, 3}, {3, 4}},
      {"maximum", "ring:8", {2, 2, 2, 2, 3, 2, 2, 2}, {2, 2, 2, 3, 2, 2, 2, 2}, {3, 4}},
      {"minimum", "ring:8", {3, 3, 3, 2, 3, 3, 3, 3}, {3, 3, 3, 3, 2, 3, 3, 3}, {3, 4}},
  };
  return examples;
}

const BalancedExample& henrich_figure_4a() {
  static const BalancedExample example = {"torus:3x3x3",
                                          loads_apart_for_ever(Fabric::parse("torus:3x3x3"))};
  return example;
}

const BalancedExample& henrich_figure_4b() {
  static const BalancedExample example = {"torus:4x4",
                                          {1, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}};
  return example;
}

std::vector<Load> loads_apart_for_ever(const Fabric& fabric) {
  // In every ring one PE holds a task more than the others; a phase moves it to the predecessor.
  std::vector<Load> loads(fabric.pes(), 1);
  for (Node node = 0; node < fabric.pes(); ++node) {
    for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
      if (fabric.radix(d) > 1 && fabric.coordinate(node, d) == 0) ++loads[node];
    }
  }
  return loads;
}

}  // namespace isobar
