// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/types.h"

namespace isobar {

/// What went over one link, and how long it kept the link busy. In the rest of a run's cycles the
/// link was idle: transfer + word + set-up + idle = the run's cycles. Busy cycles are counted at
/// the sender, so latency counts as idle; the set-up of a message is not among its transfer or word
/// cycles.
struct LinkCounters {
  std::int64_t words = 0;      ///< words that were sent
  std::int64_t transfers = 0;  ///< transfers that were sent
  std::int64_t tasks = 0;      ///< tasks in those transfers
  Cycle transfer_cycles = 0;   ///< cycles in which tasks were serialized
  Cycle word_cycles = 0;       ///< cycles in which words were serialized
  Cycle setup_cycles = 0;      ///< cycles of set-up, of words and transfers alike

  /// Counts a word of so many cycles.
  void word(Cycle serial, Cycle setup) {
    ++words;
    word_cycles += serial;
    setup_cycles += setup;
  }
  /// Counts a transfer of `count` tasks and so many cycles.
  void transfer(std::int64_t count, Cycle serial, Cycle setup) {
    ++transfers;
    tasks += count;
    transfer_cycles += serial;
    setup_cycles += setup;
  }

  /// Adds the counts of another link.
  LinkCounters& operator+=(const LinkCounters& other) {
    words += other.words;
    transfers += other.transfers;
    tasks += other.tasks;
    transfer_cycles += other.transfer_cycles;
    word_cycles += other.word_cycles;
    setup_cycles += other.setup_cycles;
    return *this;
  }

  /// Cycles in which the serializer was not idle.
  Cycle busy() const { return transfer_cycles + word_cycles + setup_cycles; }
  /// Whether all counts are alike.
  bool operator==(const LinkCounters& other) const {
    return words == other.words && transfers == other.transfers && tasks == other.tasks &&
           transfer_cycles == other.transfer_cycles && word_cycles == other.word_cycles &&
           setup_cycles == other.setup_cycles;
  }
};

}  // namespace isobar
