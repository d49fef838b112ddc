// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/reproduce/reproduction.h"

namespace isobar {

/// The name of a torus of equal sides, which in one dimension is a ring.
std::string equal_torus(int dimensions, int side);

/// The shifts until then; 0 where it never came to that.
double shifts_of(const std::optional<Instant>& instant);

// D. Henrich, The Liquid Model Load Balancing Method: the tables and figures, one function each.

Reproduction henrich_fig2(Lab& lab);
Reproduction henrich_fig3(Lab& lab);
Reproduction henrich_fig4a(Lab& lab);
Reproduction henrich_fig4b(Lab& lab);
Reproduction henrich_lemma2(Lab& lab);
Reproduction henrich_theorem2(Lab& lab);  ///< and Lemma 3
Reproduction henrich_theorem3(Lab& lab);
Reproduction henrich_sharing(Lab& lab);  ///< the footnote to Theorem 1
Reproduction henrich_table3(Lab& lab);
Reproduction henrich_fig5a(Lab& lab);
Reproduction henrich_fig5b(Lab& lab);
Reproduction henrich_quadratic(Lab& lab);  ///< the fits that Section 5 mentions
Reproduction henrich_load(Lab& lab);       ///< time against the total load, Section 5
Reproduction henrich_fig6(Lab& lab);
Reproduction henrich_fig7a(Lab& lab);
Reproduction henrich_fig7b(Lab& lab);
Reproduction henrich_section5(Lab& lab);  ///< tree search on a torus
Reproduction henrich_section5_two(Lab& lab);
Reproduction henrich_exchange(Lab& lab);   ///< dimension exchange against diffusion, Section 2.2
Reproduction henrich_diffusion(Lab& lab);  ///< growth of diffusion, Section 2.1
Reproduction henrich_alpha(Lab& lab);      ///< NNA's diffusion parameter, Sections 2.3 and 2.5
Reproduction henrich_variation(Lab& lab);  ///< of loads under averaging, Section 2.3

}  // namespace isobar
