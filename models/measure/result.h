// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/application_result.h"
#include "models/measure/link_counts.h"
#include "models/narrow_array.h"
#include "models/schemes/contract/scheme_statistics.h"

namespace isobar {

/// A point of a run on its three scales.
struct Instant {
  std::int64_t steps = 0;   ///< steps that are over
  std::int64_t shifts = 0;  ///< T, the shift-based measure (Henrich, Section 5)
  Cycle cycles = 0;         ///< cycles of the PE clock
};

/// Why a run ended.
enum class Ending : std::uint8_t {
  goal,
  step_limit,  ///< also the limit of cycles
  interrupted,
  rest,  ///< message-driven: nothing happens any more; synchronous: its application has ended
};

/// How old, in cycles, the words were by which decisions were taken (Willebeek-LeMair and Reeves,
/// Section IV.D).
struct AgeOfInformation {
  std::int64_t uses = 0;  ///< words that a decision went by
  Cycle total = 0;        ///< the sum of their ages, in cycles
  Cycle most = 0;         ///< the greatest age, in cycles

  /// With the uses of both.
  AgeOfInformation& operator+=(const AgeOfInformation& other) {
    uses += other.uses;
    total += other.total;
    most = std::max(most, other.most);
    return *this;
  }
  /// Where there were uses.
  double mean() const { return static_cast<double>(total) / static_cast<double>(uses); }
};

/// Messages of a message-driven run, each counted once, however many links it went over.
struct RoutedMessages {
  std::vector<std::int64_t> words;     ///< by kind of the scheme's words
  std::int64_t transfers = 0;          ///< messages with tasks
  std::int64_t tasks = 0;              ///< in those transfers: every move of a task
  std::vector<std::int64_t> sent;      ///< by node, words and transfers alike
  std::vector<std::int64_t> received;  ///< by node, words and transfers alike
};

/// All that a run measured; the same at every level.
struct RunResult {
  Ending ending = Ending::goal;       ///< why it ended
  bool shared = false;                ///< at the end: every load ≥ 1
  bool balanced = false;              ///< at the end: max − min ≤ tolerance
  Instant run;                        ///< how long it took
  std::optional<Instant> to_share;    ///< the first step end at which it was shared
  std::optional<Instant> to_balance;  ///< the first step end at which it was balanced
  Slot spent;                         ///< the run's cycles by what they were spent on
  NarrowArray loads;                  ///< at the end, by node
  Load deepest_queue = 0;             ///< the most tasks that any PE's queue held at any time
  std::int64_t held_back = 0;  ///< tasks that waited for room in a queue, as often as they did
  std::vector<Load> deepest_queues;  ///< by node, if the experiment lists them; else empty
  LinkCounts links;                  ///< by link slot
  /// What its application came to; none if there was none.
  std::optional<ApplicationResult> application;
  SchemeStatistics scheme;               ///< empty: it counts nothing
  std::optional<RoutedMessages> routed;  ///< set in a message-driven run
  std::optional<AgeOfInformation> age;   ///< set in a message-driven run
  std::int64_t most_waiting = 0;  ///< message-driven: most messages that ever waited at one PE
};

/// Messages of the whole fabric. A PE's are those that it sent and received, words and transfers
/// alike.
struct MessageCounters {
  std::int64_t words = 0;         ///< words that were sent
  std::int64_t transfers = 0;     ///< messages with tasks that were sent
  std::int64_t tasks = 0;         ///< tasks in those messages
  std::int64_t max_per_pe = 0;    ///< messages of the PE that has the most
  std::int64_t per_pe_total = 0;  ///< the sum of all PEs' messages
};

MessageCounters count_messages(const Fabric& fabric, const LinkCounts& links);

}  // namespace isobar
