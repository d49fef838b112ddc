// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/workloads/task_card.h"

namespace isobar {

/// The n-th of `parts` parts of `whole`, as equal as whole numbers allow, the first ones larger.
constexpr std::int64_t part_of(std::int64_t whole, std::size_t n, std::size_t parts) {
  const auto count = static_cast<std::int64_t>(parts);
  return whole / count + (static_cast<std::int64_t>(n) < whole % count ? 1 : 0);
}

/// A task divided (Watts, Rieffel and Taylor 1998, Granularity adjustment): its work, its bytes and
/// what each of its ties carries are shared out. The parts follow each other like slices, and each
/// talks to the next as much as the task does over a tie, in the mean: a new face like the old
/// ones. `numbers`: of the parts, at least 2 and no more than its work; they are on PE `home`.
std::vector<TaskCard> divided(const TaskCard& card, const std::vector<TaskNumber>& numbers,
                              Node home);

/// Two tasks of one PE as one, by the first one's number. What they told each other is not sent.
TaskCard merged(const TaskCard& card, const TaskCard& other);

/// What becomes of a tie when the task at its other end is divided into `parts`, of which it is the
/// first, or has become part of `into`.
void tie_parts(std::vector<TaskTie>& ties, const std::vector<TaskNumber>& parts);
void tie_whole(std::vector<TaskTie>& ties, TaskNumber other, TaskNumber into);

}  // namespace isobar
