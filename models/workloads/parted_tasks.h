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
/// its footprint are shared out; working bytes and shared blocks are each part's. The parts follow
/// each other like slices: its ties go to them in order, each whole, and, if it has any, each part
/// sends the next one `face` bytes and gets as many. `numbers`: the parts' numbers, at least 2 and
/// at most its work, its own first; all are on PE `home`.
std::vector<TaskCard> divided(const TaskCard& card, const std::vector<TaskNumber>& numbers,
                              Node home, std::int64_t face);

/// Two tasks of one PE as one, with the first one's number. They no longer send each other data.
TaskCard merged(const TaskCard& card, const TaskCard& other);

/// Where there is a tie with `other`, it is with `now`: a part of that, or what it is a part of.
void rename_tie(std::vector<TaskTie>& ties, TaskNumber other, TaskNumber now);

}  // namespace isobar
