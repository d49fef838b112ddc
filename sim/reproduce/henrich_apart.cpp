// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/henrich_apart.h"

#include <algorithm>

namespace isobar {

ApartGiven apart_c5(Load own, Load successor, Load /*predecessor*/) {
  return {own > 0 && own >= successor ? 1 : 0, 0};
}

ApartGiven apart_equation_4(Load own, Load successor, Load predecessor) {
  // All in thirds of a task.
  const Load mean = own + successor + predecessor;
  const Load excess = 3 * own - mean;
  const Load successor_lacks = std::max<Load>(0, mean - 3 * successor);
  const Load predecessor_lacks = std::max<Load>(0, mean - 3 * predecessor);
  const Load lack = successor_lacks + predecessor_lacks;
  if (excess <= 0 || lack == 0) return {};
  return {(excess * successor_lacks + 3 * lack - 1) / (3 * lack),
          excess * predecessor_lacks / (3 * lack)};
}

ApartGiven apart_equation_5(Load own, Load successor, Load predecessor) {
  return {(std::max<Load>(0, own - successor) + 2) / 3, std::max<Load>(0, own - predecessor) / 3};
}

ApartTimes apart_on_ring(const ApartRule& rule, std::int64_t pes, Load height) {
  const auto count = static_cast<std::size_t>(pes);
  std::vector<Load> loads(count, 0);
  loads[0] = height * pes;
  ApartTimes times;
  // Loads that come again come again for ever: those of step 1, 2, 4 … are kept to see it.
  std::vector<Load> seen;
  std::int64_t shifts = 0;
  for (std::int64_t step = 1;; ++step) {
    const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
    if (*least > 0 && !times.shared) times.shared = shifts;
    if (*most - *least <= 1) {
      times.balanced = shifts;
      return times;
    }
    Load most_to_successor = 0;
    Load most_to_predecessor = 0;
    auto after = loads;
    for (std::size_t i = 0; i < count; ++i) {
      const auto successor = i + 1 == count ? 0 : i + 1;
      const auto predecessor = i == 0 ? count - 1 : i - 1;
      const auto given = rule(loads[i], loads[successor], loads[predecessor]);
      after[i] -= given.to_successor + given.to_predecessor;
      after[successor] += given.to_successor;
      after[predecessor] += given.to_predecessor;
      most_to_successor = std::max(most_to_successor, given.to_successor);
      most_to_predecessor = std::max(most_to_predecessor, given.to_predecessor);
    }
    shifts += most_to_successor + most_to_predecessor;
    loads.swap(after);
    if (loads == seen) return times;
    if ((step & (step - 1)) == 0) seen = loads;
  }
}

}  // namespace isobar
