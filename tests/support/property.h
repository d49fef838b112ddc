// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include "tests/catch.h"

namespace isobar::test {

/// A law, tried on random cases: the test fails with the smallest case that breaks it. rc::check by
/// itself only prints.
template <class Law>
void property(const Law& law) {
  const bool holds = rc::check(law);
  REQUIRE(holds);
}

}  // namespace isobar::test
