// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/measure/result.h"
#include "models/network/region.h"

namespace isobar {

class MessageDrivenRun;

/// What the PEs of a region report to those who measure a run. Regions that act side by side write
/// it down with its cycle, and it is read when all of them have got so far.
struct alignas(64) RegionReports {
  /// A PE's load from a cycle on; or so many tasks more are under way.
  struct Change {
    /// `node`, if it is of tasks under way.
    static constexpr Node under_way = ~Node{0};

    Cycle cycle;  ///< in which it happened
    Node node;    ///< whose load it is
    Load load;    ///< from then on, or more than before
  };

  /// Makes the empty reports of the region `its_region` of the run `of`, whose scheme has `kinds`
  /// kinds of words.
  RegionReports(MessageDrivenRun& of, Region& its_region, std::size_t kinds)
      : run(&of), region(&its_region), words(kinds) {}

  /// Nothing has been reported.
  void clear() {
    std::fill(words.begin(), words.end(), 0);
    transfers = tasks = acts = 0;
    held_back = 0;
    age = {};
    changes.clear();
    read = 0;
  }

  MessageDrivenRun* run;            ///< that is measured
  Region* region;                   ///< whose PEs report
  std::vector<std::int64_t> words;  ///< by kind of the scheme's words
  std::int64_t transfers = 0;       ///< messages with tasks
  std::int64_t tasks = 0;           ///< in those
  AgeOfInformation age;             ///< of what decisions used
  std::int64_t held_back = 0;       ///< tasks that waited for room in a queue, as often as they did
  std::int64_t acts = 0;            ///< of PEs, since the watch was asked
  std::vector<Change> changes;      ///< in order of cycles
  std::size_t read = 0;             ///< so many of them
};

}  // namespace isobar
