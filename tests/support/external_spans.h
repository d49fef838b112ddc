// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "models/experiment/external_load.h"

namespace isobar::test {

/// Up to three in order, some of which take all: fewer than `gap` cycles between two, each shorter
/// than `length`.
inline std::vector<ExternalLoad::Span> any_spans(Cycle gap, Cycle length) {
  std::vector<ExternalLoad::Span> spans;
  Cycle free = 0;
  for (auto left = *rc::gen::inRange(0, 4); left > 0; --left) {
    const Cycle from = free + *rc::gen::inRange<Cycle>(0, gap);
    free = from + *rc::gen::inRange<Cycle>(1, length);
    const auto under = *rc::gen::inRange<std::int64_t>(1, 8);
    spans.push_back({from, free, {*rc::gen::inRange<std::int64_t>(1, under + 1), under}});
  }
  return spans;
}

}  // namespace isobar::test
