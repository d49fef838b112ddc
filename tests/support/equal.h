// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/measure/result.h"
#include "tests/catch.h"

namespace isobar::test {

inline bool same(const Instant& a, const Instant& b) {
  return a.steps == b.steps && a.shifts == b.shifts && a.cycles == b.cycles;
}
inline bool same(const std::optional<Instant>& a, const std::optional<Instant>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

inline bool same(const ApplicationResult& a, const ApplicationResult& b) {
  return a.created == b.created && a.executed == b.executed && a.finished == b.finished &&
         a.optimal == b.optimal && a.alone == b.alone &&
         a.executor_counters == b.executor_counters && a.work_at_start == b.work_at_start &&
         a.work_at_end == b.work_at_end && a.figures == b.figures;
}
inline bool same(const std::optional<ApplicationResult>& a,
                 const std::optional<ApplicationResult>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

/// Every number of two results, link by link.
inline bool same(const RunResult& a, const RunResult& b) {
  return a.ending == b.ending && a.shared == b.shared && a.balanced == b.balanced &&
         same(a.run, b.run) && same(a.to_share, b.to_share) && same(a.to_balance, b.to_balance) &&
         a.spent.words == b.spent.words && a.spent.decision == b.spent.decision &&
         a.spent.transfers == b.spent.transfers && a.spent.barrier == b.spent.barrier &&
         a.loads == b.loads && a.links == b.links && same(a.application, b.application);
}

}  // namespace isobar::test
