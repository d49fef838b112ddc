// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/hetero/selection.h"

namespace isobar {

/// Tasks that go and tasks that come back for them: places in the two lists, the n-th for the n-th.
struct TaskExchange {
  Selection given;
  Selection taken;
};

/// Tasks for tasks, where no task alone fits (Watts, Rieffel and Taylor 1998, Task selection:
/// "transfer or exchange"): pair by pair the swap that comes nearest to what is missing of ΔL =
/// `amount` > 0, as long as more than `enough` is missing or over and one comes nearer. Each
/// task goes at most once.
/// `mine`, `theirs`: loads of the giver's tasks and of the partner's.
TaskExchange exchange_tasks(const std::vector<double>& mine, const std::vector<double>& theirs,
                            double amount, double enough = 0);

}  // namespace isobar
