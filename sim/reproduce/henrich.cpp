// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/henrich.h"

#include <fmt/format.h>

#include "sim/reproduce/papers.h"

namespace isobar {

std::string equal_torus(int dimensions, int side) {
  if (dimensions == 1) return fmt::format("ring:{}", side);
  const std::vector<int> sides(static_cast<std::size_t>(dimensions), side);
  return fmt::format("torus:{}", fmt::join(sides, "x"));
}

double shifts_of(const std::optional<Instant>& instant) {
  return instant ? static_cast<double>(instant->shifts) : 0;
}

std::vector<ReproductionEntry> henrich_reproductions() {
  const std::string paper = "D. Henrich, The Liquid Model Load Balancing Method";
  return {
      {"henrich-diffusion", paper, "Sections 2.1 and 2.5",
       "How diffusion grows with tori and hypercubes", henrich_diffusion},
      {"henrich-exchange", paper, "Section 2.2",
       "Dimension exchange against diffusion on hypercubes and k-ary n-cubes", henrich_exchange},
      {"henrich-alpha", paper, "Sections 2.3 and 2.5",
       "The diffusion parameter of nearest-neighbour averaging against the best one",
       henrich_alpha},
      {"henrich-variation", paper, "Section 2.3",
       "The variation of loads under nearest-neighbour averaging on hypercubes", henrich_variation},
      {"henrich-fig2", paper, "Section 3.3, Figure 2",
       "One step in a ring: a global transfer, and two PEs that level", henrich_fig2},
      {"henrich-fig3", paper, "Section 4, Figure 3", "Ramps and their virtual load transfers",
       henrich_fig3},
      {"henrich-lemma2", paper, "Section 4, Theorem 1, Lemmas 1 and 2",
       "Ramps, virtual transfers and improvement, in every phase of random runs", henrich_lemma2},
      {"henrich-sharing", paper, "Section 4, footnote to Theorem 1",
       "The time until every PE has a task, by the size of tori", henrich_sharing},
      {"henrich-fig4a", paper, "Section 4, Figure 4a",
       "A three-dimensional load that stays 3 apart", henrich_fig4a},
      {"henrich-fig4b", paper, "Section 4, Figure 4b", "A balanced torus with an unbalanced ring",
       henrich_fig4b},
      {"henrich-theorem2", paper, "Section 4, Lemma 3 and Theorem 2",
       "Random loads come to balance, and balanced rings make a balanced fabric", henrich_theorem2},
      {"henrich-theorem3", paper, "Section 4, Theorem 3", "The bound on the time to balance",
       henrich_theorem3},
      {"henrich-table3", paper, "Section 5, Table 3",
       "Liquid and nearest-neighbour averaging on a ring of 8, 16 tasks on one PE", henrich_table3},
      {"henrich-fig5a", paper, "Section 5, Figure 5a", "Time to balance rings, c = 5",
       henrich_fig5a},
      {"henrich-fig5b", paper, "Section 5, Figure 5b", "Time to share on rings, c = 5",
       henrich_fig5b},
      {"henrich-quadratic", paper, "Section 5, text on Figure 5",
       "Linear and quadratic parts of the time against the number of PEs", henrich_quadratic},
      {"henrich-load", paper, "Section 5, text on Figure 5", "Time against the total load",
       henrich_load},
      {"henrich-fig6", paper, "Section 5, Figure 6",
       "Iterations of nearest-neighbour averaging for several total loads", henrich_fig6},
      {"henrich-fig7a", paper, "Section 5, Figure 7a", "Liquid on square tori, all tasks on one PE",
       henrich_fig7a},
      {"henrich-fig7b", paper, "Section 5, Figure 7b", "Liquid on square tori, random loads",
       henrich_fig7b},
      {"henrich-section5", paper, "Section 5, last paragraph",
       "Tree search on a torus of 16,384 PEs: Liquid's conditions and nearest-neighbour averaging",
       henrich_section5, true},
      {"henrich-section5-two", paper, "Section 5, last paragraph",
       "Tree search on a torus of 16,384 PEs, two trees of the twenty", henrich_section5_two, true},
  };
}

}  // namespace isobar
