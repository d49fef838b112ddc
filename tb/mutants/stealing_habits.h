// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/types.h"
#include "models/workloads/random.h"

namespace isobar {

/// How neighbours are for a spell.
enum class Manners : std::uint8_t {
  calm,    ///< they send what they may
  rude,    ///< they reply unasked, ask twice, promise too much, and send messages of no kind
  garbled  ///< some of their bits are wrong
};

inline bool once_in(Random& random, std::uint64_t times) { return random() % times == 0; }

/// How neighbours and executors behave for a spell. A number N that has no other unit says that
/// they do in one cycle of N what they may do. Spells differ, because some mutants show only where
/// much comes at once, or nothing for long.
struct StealingHabits {
  Manners manners = Manners::calm;
  std::uint64_t asks = 60;     ///< a neighbour asks
  std::uint64_t replies = 20;  ///< it replies
  std::uint64_t goes_on = 1;   ///< it sends the next of the tasks that it has promised
  Cycle still = 150;           ///< for how many cycles the line is silent before it asks again
  std::uint64_t promises = 1;  ///< 0: it promises nothing, 1: any number, 2: the highest
  Cycle together = 1;  ///< its messages end in multiples of this, and so those of several at once
  std::uint64_t late = 1;                ///< but requests less than this many cycles later
  std::optional<std::size_t> late_port;  ///< or a cycle later, at this port alone
  std::uint64_t offers = 3;              ///< an executor offers a task
  Cycle burst = 0;               ///< for how long it offers in every cycle, from a message's end on
  std::uint64_t bursts = 2;      ///< one message of so many begins that
  bool bursts_on_tasks = false;  ///< only that of a transfer
  std::uint64_t fetches = 12;    ///< it asks for a task
  std::uint64_t takes = 3;       ///< it does not take the task that it has got; 0: it always does
  std::uint64_t works = 30;      ///< it begins to work, or ends
  std::uint64_t resets = 0;      ///< all are reset; 0: never
  std::uint64_t stops = 0;       ///< the PE is stopped; 0: never
  std::uint64_t resumes = 10;    ///< it runs again
  std::uint64_t passes = 20;     ///< a message comes that goes on
  std::uint64_t releases = 20;   ///< a buffer at the far end of a link becomes free

  /// `routed`: of a PE with a router.
  static StealingHabits draw(Random& random, Manners manners, bool routed);

  /// How many tasks a reply promises.
  std::uint64_t promise(Random& random, std::uint64_t most) const;
};

}  // namespace isobar
