// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/workloads/applications/tardiness.h"

namespace isobar::test {

/// Jobs of all kinds: loose and tight due dates, weights from 1 to `heaviest`, times to `longest`.
std::vector<Job> random_jobs(std::size_t count, std::uint64_t seed, std::int64_t heaviest,
                             std::int64_t longest = 30);

/// The least total weighted tardiness, by trying every order.
std::int64_t least_of_all_orders(const std::vector<Job>& jobs);

}  // namespace isobar::test
