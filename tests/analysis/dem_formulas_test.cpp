// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/dem_formulas.h"

#include "tests/catch.h"

using namespace isobar;

TEST_CASE("DEM: a pair exchanges three messages, each of which has two ends") {
  CHECK(dem_messages(0) == 0);
  CHECK(dem_messages(10) == 30'720);
  for (std::int64_t dimensions = 1; dimensions <= 31; ++dimensions) {
    const auto pes = std::int64_t{1} << dimensions;
    std::int64_t ends = 0;
    for (std::int64_t d = 1; d <= dimensions; ++d) ends += pes / 2 * 3 * 2;
    CHECK(dem_messages(dimensions) == ends);
    CHECK(dem_messages_of_pe(dimensions) * pes == ends);
  }
}
