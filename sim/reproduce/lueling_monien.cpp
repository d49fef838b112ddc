// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/lueling_monien.h"

#include "sim/reproduce/papers.h"

namespace isobar {

std::vector<ReproductionEntry> lueling_monien_reproductions() {
  const std::string paper =
      "R. Lüling, B. Monien, A Dynamic Distributed Load Balancing Algorithm with Provable Good "
      "Performance";
  return {
      {"lm-theorem1", paper, "Section 3, Theorems 1 and 2",
       "One processor generates: the ratio of expected loads", lueling_monien_theorem1, true},
      {"lm-fig6", paper, "Section 5, Figure 6", "Variation density by processors",
       lueling_monien_fig6},
      {"lm-bandwidth", paper, "beside the paper",
       "The balance over link bandwidth, communication paid for", lueling_monien_bandwidth, true}};
}

}  // namespace isobar
