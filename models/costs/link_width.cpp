// SPDX-License-Identifier: Apache-2.0
#include "models/costs/link_width.h"

#include <algorithm>
#include <limits>

namespace isobar {
namespace {

/// The bits of so many tasks. Where they are more than can be counted it is the most that can be,
/// which is wider than any link.
std::int64_t bits_of(std::int64_t tasks, std::int64_t task_bits) {
  std::int64_t bits = 0;
  const bool too_many = __builtin_mul_overflow(tasks, task_bits, &bits);
  return too_many ? std::numeric_limits<std::int64_t>::max() : bits;
}

}  // namespace

std::int64_t longest_message(const Experiment& e) {
  auto longest = std::max(e.task_bits, e.load_bits);
  if (e.agents) {
    const auto most = e.balancer.tasks_per_message;
    const auto tasks = most == 0 ? e.queue_depth : std::min(most, e.queue_depth);
    return std::max(longest, bits_of(tasks, e.task_bits));
  }
  for (const auto& phase : e.scheme->phases()) {
    longest = std::max(longest, phase.word_bits);
    if (!phase.shift && !phase.receives.empty()) {
      longest = std::max(longest, bits_of(e.queue_depth, e.task_bits));
    }
  }
  return longest;
}

std::int64_t built_lanes(const Experiment& e, const LinkTiming& link) {
  return std::min(link.lanes(), longest_message(e));
}

double bits_a_cycle(const Experiment& e, const LinkTiming& link) {
  return std::min(boost::rational_cast<double>(link.bits_per_cycle()),
                  static_cast<double>(longest_message(e)));
}

}  // namespace isobar
