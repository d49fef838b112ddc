// SPDX-License-Identifier: Apache-2.0
#include "tb/expected_end.h"

#include <utility>

#include "models/errors.h"

namespace isobar {

ExpectedEnd::ExpectedEnd(const RtlLink& link, std::int64_t task_bits, Told told)
    : link_(link), task_bits_(task_bits), told_(std::move(told)) {}

Cycle ExpectedEnd::send_word(Cycle start, std::int64_t value, std::int64_t bits) {
  return expect(Passage::of_word(start, link_, value, bits));
}

Cycle ExpectedEnd::send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) {
  if (count != 1) throw ModelError("a PE of the RTL shifts one task at a time");
  return expect(Passage::of_task(start, link_, queue.pop(), task_bits_));
}

Cycle ExpectedEnd::expect(Passage passage) {
  if (passage.start < passage_.end) throw ModelError("the model's PE sends over a busy link");
  passage_ = std::move(passage);
  if (told_) told_(passage_);
  return passage_.end + link_.latency;
}

void ExpectedEnd::send_to(LinkSendInterface& out) {
  if (passage_.kind == Message::Kind::word) {
    out.send_word(passage_.start, passage_.value, passage_.bits);
  } else {
    one_.push(passage_.task);
    out.send_tasks(passage_.start, one_, 1);
  }
}

}  // namespace isobar
