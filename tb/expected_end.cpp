// SPDX-License-Identifier: Apache-2.0
#include "tb/expected_end.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"

namespace isobar {

ExpectedEnd::ExpectedEnd(const RtlLink& link, std::int64_t task_bits, Told told)
    : link_(link), task_bits_(task_bits), told_(std::move(told)) {}

Cycle ExpectedEnd::send_word(Cycle start, std::int64_t value, std::int64_t bits) {
  return expect(Passage::of_word(start, link_, value, bits), passage_);
}

Cycle ExpectedEnd::send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) {
  auto passage = Passage::of_tasks(start, link_, queue, count, task_bits_);
  for (std::int64_t i = 0; i < count; ++i) queue.pop();
  return expect(std::move(passage), passage_);
}

Cycle ExpectedEnd::send_status(Cycle start) {
  return expect(Passage::of_status(start, link_), status_);
}

Cycle ExpectedEnd::expect(Passage passage, Passage& as) {
  if (passage.start < std::max(passage_.end, status_.end)) {
    throw ModelError("the model's PE sends over a busy link");
  }
  as = std::move(passage);
  if (told_) told_(as);
  return as.end + link_.latency;
}

void ExpectedEnd::send_to(LinkSendInterface& out) {
  if (passage_.kind == Message::Kind::word) {
    out.send_word(passage_.start, passage_.value, passage_.bits);
  } else {
    for (const auto& task : passage_.tasks) queue_.push(task);
    out.send_tasks(passage_.start, queue_, static_cast<std::int64_t>(passage_.tasks.size()));
  }
}

}  // namespace isobar
