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
      {"lm-theorem4", paper, "Section 4, Theorem 4",
       "Expected loads of any two processors, and the bound", lueling_monien_theorem4},
      {"lm-fig6", paper, "Section 5, Figure 6", "Variation density by processors",
       lueling_monien_fig6},
      {"lm-section6", paper, "Section 6, Lemmas 5 and 6",
       "Balancing operations that simulate a load decrease", lueling_monien_section6},
      {"lm-fig7", paper, "Section 7, Figure 7", "Loads over time, one partner", lueling_monien_fig7,
       true},
      {"lm-fig8", paper, "Section 7, Figure 8", "Loads over time, four partners",
       lueling_monien_fig8, true},
      {"lm-fig9", paper, "Section 7, Figure 9", "Loads by processor, one partner",
       lueling_monien_fig9, true},
      {"lm-fig10", paper, "Section 7, Figure 10", "Loads by processor, four partners",
       lueling_monien_fig10, true},
      {"lm-table1", paper, "Section 7, Table 1", "Borrowed packets by the limit C",
       lueling_monien_table1, true},
      {"lm-bandwidth", paper, "Beside the paper",
       "The balance over link bandwidth, communication paid for", lueling_monien_bandwidth, true}};
}

}  // namespace isobar
