// SPDX-License-Identifier: Apache-2.0
#include "models/experiment/external_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/later.h"
#include "models/wide.h"

namespace isobar {
namespace {

/// How many of a span's first `count` cycles are the executor's own.
Cycle own_of(const ExternalLoad::Span& span, Cycle count) {
  const auto under = span.part.denominator();
  return static_cast<Cycle>(Wide{count} * (under - span.part.numerator()) / under);
}

/// The smallest number of a span's first cycles among which `own` > 0 are the executor's own.
Cycle count_of(const ExternalLoad::Span& span, Cycle own) {
  const auto under = span.part.denominator();
  const auto left = under - span.part.numerator();
  return static_cast<Cycle>((Wide{own} * under + left - 1) / left);
}

}  // namespace

ExternalLoad::ExternalLoad(std::vector<Span> spans) : spans_(std::move(spans)) {
  std::sort(spans_.begin(), spans_.end(),
            [](const Span& a, const Span& b) { return a.from < b.from; });
  Cycle free = 0;
  for (const auto& span : spans_) {
    if (span.from < 0 || span.to <= span.from) {
      throw ValueError(fmt::format(
          "an external load goes on to a cycle above {}, its first, not {}", span.from, span.to));
    }
    if (span.part <= 0 || span.part > 1) {
      throw ValueError(fmt::format("an external load takes a part above 0 and at most 1, not {}/{}",
                                   span.part.numerator(), span.part.denominator()));
    }
    if (span.from < free) {
      throw ValueError(
          fmt::format("two external loads of one PE have cycle {} in common", span.from));
    }
    free = span.to;
  }
}

Cycle ExternalLoad::own(Cycle cycle) const {
  Cycle taken = 0;
  for (const auto& span : spans_) {
    if (cycle <= span.from) break;
    const Cycle count = std::min(cycle, span.to) - span.from;
    taken += count - own_of(span, count);
  }
  return cycle - taken;
}

Cycle ExternalLoad::when(Cycle own) const {
  Cycle taken = 0;
  for (const auto& span : spans_) {
    const Cycle in_span = own + taken - span.from;
    if (in_span <= 0) break;
    const Cycle count = span.to - span.from;
    const Cycle owned = own_of(span, count);
    if (in_span <= owned) return span.from + count_of(span, in_span);
    taken += count - owned;
  }
  return later(own, taken);
}

}  // namespace isobar
