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
  std::int64_t words = 0;
  std::int64_t transfers = 0;
  std::int64_t tasks = 0;
  Cycle transfer_cycles = 0;
  Cycle word_cycles = 0;
  Cycle setup_cycles = 0;

  void word(Cycle serial, Cycle setup) {
    ++words;
    word_cycles += serial;
    setup_cycles += setup;
  }
  void transfer(std::int64_t count, Cycle serial, Cycle setup) {
    ++transfers;
    tasks += count;
    transfer_cycles += serial;
    setup_cycles += setup;
  }

  LinkCounters& operator+=(const LinkCounters& other) {
    words += other.words;
    transfers += other.transfers;
    tasks += other.tasks;
    transfer_cycles += other.transfer_cycles;
    word_cycles += other.word_cycles;
    setup_cycles += other.setup_cycles;
    return *this;
  }

  Cycle busy() const { return transfer_cycles + word_cycles + setup_cycles; }
  bool operator==(const LinkCounters& other) const {
    return words == other.words && transfers == other.transfers && tasks == other.tasks &&
           transfer_cycles == other.transfer_cycles && word_cycles == other.word_cycles &&
           setup_cycles == other.setup_cycles;
  }
};

}  // namespace isobar
