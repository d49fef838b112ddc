// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <utility>

#include "tests/catch.h"

namespace isobar::test {

/// A law, tried on random cases: the test fails with the smallest case that breaks it. rc::check by
/// itself only prints.
template <class Law>
void property(Law law) {
  REQUIRE(rc::check(std::move(law)));
}

}  // namespace isobar::test
