// SPDX-License-Identifier: Apache-2.0
// What others take of an executor's cycles, against counting them one by one.
#include "models/experiment/external_load.h"

#include "tests/catch.h"
#include "tests/support/external_spans.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;

namespace {

std::string complaint(std::vector<ExternalLoad::Span> spans) {
  return refusal([&] { ExternalLoad{std::move(spans)}; });
}

}  // namespace

TEST_CASE("an executor's own time goes on by a cycle or stands still", "[external]") {
  test::property([] {
    const auto spans = test::any_spans(50, 50);
    const Cycle free = spans.empty() ? 0 : spans.back().to;
    auto mixed = spans;
    std::reverse(mixed.begin(), mixed.end());
    const ExternalLoad load(mixed);
    RC_ASSERT(load.own(0) == 0);
    Cycle own = 0;
    for (Cycle cycle = 0; cycle < free + 20; ++cycle) {
      bool taken = false;
      for (const auto& span : spans) {
        if (cycle < span.from || cycle >= span.to) continue;
        // Among the first k cycles of the span, floor(k * (1 - part)) are its own.
        const auto left = span.part.denominator() - span.part.numerator();
        const auto floor = [&](Cycle k) { return k * left / span.part.denominator(); };
        taken = floor(cycle - span.from + 1) == floor(cycle - span.from);
      }
      RC_ASSERT(load.own(cycle) == own);
      if (!taken) ++own;
      // The cycle after the one that brought it there.
      if (!taken) RC_ASSERT(load.when(own) == cycle + 1);
    }
  });
}

TEST_CASE("numbers as large as a run's do not overflow", "[external]") {
  const Cycle far = Cycle{1} << 61;
  const ExternalLoad load({{0, far, {999'999, 1'000'000}}});
  CHECK(load.own(far) == far / 1'000'000);
  CHECK(load.when(1) == 1'000'000);
  CHECK(load.when(load.own(far)) <= far);
  CHECK(contains(refusal([&] { load.when(Cycle{7} << 60); }), "2^63"));
}

TEST_CASE("external loads that are none are refused", "[external]") {
  CHECK(contains(complaint({{5, 5, 1}}), "above 5"));
  CHECK(contains(complaint({{0, 5, 0}}), "above 0 and at most 1"));
  CHECK(contains(complaint({{0, 5, {9, 8}}}), "9/8"));
  CHECK(contains(complaint({{0, 5, 1}, {4, 6, 1}}), "cycle 4 in common"));
  CHECK(complaint({{5, 6, 1}, {0, 5, 1}}).empty());
}
