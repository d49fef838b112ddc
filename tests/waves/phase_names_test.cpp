// SPDX-License-Identifier: Apache-2.0
#include "waves/phase_names.h"

#include "tests/catch.h"
#include "tests/support/experiments.h"

using isobar::phase_names;
using isobar::test::experiment;
using Names = std::vector<std::string>;

TEST_CASE("a phase is named by the dimension of its links, if they have one", "[waves]") {
  CHECK(phase_names(experiment("torus:4x3", "lm-c5", "spike:2")) ==
        Names{"dimension_1", "dimension_2"});
  CHECK(phase_names(experiment("ring:4", "diffusion", "spike:2")) == Names{"dimension_1"});
  CHECK(phase_names(experiment("torus:4x3", "diffusion", "spike:2")) == Names{"all"});
  CHECK(phase_names(experiment("ring:1", "diffusion", "spike:2")) == Names{"no_links"});
}
