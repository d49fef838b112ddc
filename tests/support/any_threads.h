// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/experiment/experiment.h"
#include "models/link/task.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/forked_run.h"

namespace isobar::test {

/// Requires that a run on several threads gives what it gives on one, to the last statistic, and
/// that `compare(shared, alone)` holds of the tasks of each PE, of which there are as many.
template <class Compare>
void require_same_for_any_number(const Experiment& e, const Compare& compare) {
  const auto alone = run_forked(e);
  for (const unsigned threads : {2, 3, 7}) {
    INFO(threads << " threads");
    const auto shared = run_forked(e, {}, threads);
    REQUIRE(same(e, shared.result, alone.result));
    for (std::size_t pe = 0; pe < alone.queues.size(); ++pe) {
      REQUIRE(shared.queues[pe].size() == alone.queues[pe].size());
      compare(shared.queues[pe], alone.queues[pe]);
    }
  }
}

}  // namespace isobar::test
