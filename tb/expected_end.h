// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "models/link/link_interfaces.h"
#include "tb/passage.h"

namespace isobar {

/// What a model PE beside RTL sends into, at one of its ports: its message is what is expected of
/// the RTL.
class ExpectedEnd final : public LinkSendInterface {
 public:
  using Told = std::function<void(const Passage&)>;

  /// `link` must outlive it. `told` is called with each message as it is sent.
  ExpectedEnd(const RtlLink& link, std::int64_t task_bits, Told told = {});

  /// The message sent last.
  const Passage& passage() const { return passage_; }
  /// Sends it on to `out`, once its last bit has left the RTL.
  void send_to(LinkSendInterface& out);

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override;
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override;

 private:
  Cycle expect(Passage passage);

  const RtlLink& link_;
  std::int64_t task_bits_;
  Told told_;
  Passage passage_;
  TaskQueue one_;  ///< that sends a task
};

}  // namespace isobar
