// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <iostream>

#include "tests/catch.h"

namespace isobar::test {

/// As property(), with fewer cases than it has; prints only a case that breaks the law.
template <class Law>
void property_of_cases(int cases, const Law& law) {
  auto params = rc::detail::configuration().testParams;
  params.maxSuccess = std::min(params.maxSuccess, cases);
  const auto result = rc::detail::checkTestable(law, rc::detail::TestMetadata(), params);
  const bool holds = result.template is<rc::detail::SuccessResult>();
  if (!holds) rc::detail::printResultMessage(result, std::cerr);
  CHECK(holds);
}

/// As property(), of a law whose case is a run, most of them in processes of their own: with a
/// fifth of the cases that it has, and 20 at least.
template <class Law>
void property_of_runs(const Law& law) {
  property_of_cases(std::max(20, rc::detail::configuration().testParams.maxSuccess / 5), law);
}

}  // namespace isobar::test
