// SPDX-License-Identifier: Apache-2.0
#include "models/link/link.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

std::uint64_t Link::slot() const {
  return static_cast<std::uint64_t>(this - kind_->first) * kind_->degree + kind_->port;
}

Link::Overflow& Link::overflow() {
  if (!overflow_) overflow_ = std::make_unique<Overflow>();
  return *overflow_;
}

void Link::take_more(TaskQueue& queue, std::int64_t tasks) {
  for (std::int64_t i = 0; i < tasks; ++i) queue.push(overflow_->tasks.pop());
}

void Link::refuse(Cycle start) const {
  if (kind_ == nullptr) throw ModelError("a message is sent over the open end of a mesh");
  throw ModelError(fmt::format("link {} is busy until cycle {}, a message starts in cycle {}",
                               slot(), free_from_, start));
}

LinkTally Link::tally() const {
  LinkTally tally;
  tally.words = words_;
  tally.transfers = transfers_;
  tally.tasks = tasks_;
  tally.transfer_cycles = transfer_cycles_;
  tally.word_cycles = word_cycles_;
  tally.setup_cycles = kind_ == nullptr ? 0 : (words_ + transfers_) * kind_->timing.setup();
  return tally;
}

}  // namespace isobar
