// SPDX-License-Identifier: Apache-2.0
#include "models/measure/load_extremes.h"

#include <algorithm>
#include <vector>

#include "tests/support/property.h"

using namespace isobar;

namespace {

TEST_CASE("the least and the greatest load are those of a list", "[measure]") {
  test::property([] {
    const auto load = rc::gen::element<Load>(0, 1, 2, 3, 7, 100, 5000);
    auto loads = *rc::gen::nonEmpty(rc::gen::container<std::vector<Load>>(load));
    LoadExtremes extremes(loads);
    const auto check = [&] {
      RC_ASSERT(extremes.min() == *std::min_element(loads.begin(), loads.end()));
      RC_ASSERT(extremes.max() == *std::max_element(loads.begin(), loads.end()));
    };
    check();
    for (const Load after : *rc::gen::container<std::vector<Load>>(load)) {
      auto& changes = loads[*rc::gen::inRange<std::size_t>(0, loads.size())];
      extremes.change(changes, after);
      changes = after;
      check();
    }
  });
}

}  // namespace
