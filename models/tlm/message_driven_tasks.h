// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/pe/message_driven_fabric.h"
#include "models/tlm/task_fabric.h"

namespace isobar {

/// The fabric of a message-driven scheme, for task sockets.
class MessageDrivenTasks final : public TaskFabric {
 public:
  /// `experiment` is the fabric's.
  MessageDrivenTasks(MessageDrivenFabric& fabric, const Experiment& experiment)
      : TaskFabric(experiment), fabric_(fabric) {}

  const CycleClock& clock() const override { return fabric_.clock(); }
  bool is_settled() override;
  bool is_over() const override { return fabric_.done(); }
  QueueSide& queue(Node pe) override;
  Load load(Node pe) const override { return fabric_.pe(pe).load(); }
  LinkCounters counters(Node pe, unsigned port) const override {
    const auto* const link = fabric_.channel(pe, port);
    return link != nullptr ? link->counters(fabric_.end()) : LinkCounters{};
  }

 private:
  MessageDrivenFabric& fabric_;
  sc_core::sc_time asked_ = sc_core::SC_ZERO_TIME;  ///< when it was last asked
  sc_dt::uint64 first_asked_in_ = 0;                ///< the delta of the first time since
};

}  // namespace isobar
