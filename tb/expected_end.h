// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "models/link/link_interfaces.h"
#include "tb/passage.h"

namespace isobar {

/// What a model PE beside RTL and the slot counter send into, at one of its ports: their messages
/// are what is expected of the RTL.
class ExpectedEnd final : public LinkSendInterface {
 public:
  using Told = std::function<void(const Passage&)>;

  /// `link` must outlive it. `told` is called with each message as it is sent.
  ExpectedEnd(const RtlLink& link, std::int64_t task_bits, Told told = {});

  /// The word or transfer sent last.
  const Passage& passage() const { return passage_; }
  /// The status word sent last, which may follow that.
  const Passage& status() const { return status_; }
  /// Sends it on to `out`, once its last bit has left the RTL.
  void send_to(LinkSendInterface& out);

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override;
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override;
  Cycle send_status(Cycle start) override;

 private:
  Cycle expect(Passage passage, Passage& as);

  const RtlLink& link_;
  std::int64_t task_bits_;
  Told told_;
  Passage passage_;
  Passage status_;
  TaskQueue queue_;  ///< that sends tasks on
};

}  // namespace isobar
