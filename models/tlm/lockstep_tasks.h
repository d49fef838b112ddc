// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/pe/fabric_model.h"
#include "models/tlm/task_fabric.h"

namespace isobar {

/// The fabric of a synchronous scheme, for task sockets.
class LockstepTasks final : public TaskFabric {
 public:
  /// `experiment` is the fabric's.
  LockstepTasks(FabricModel& fabric, const Experiment& experiment)
      : TaskFabric(experiment), fabric_(fabric) {}

  const CycleClock& clock() const override { return fabric_.lockstep().clock(); }
  bool is_settled() override { return fabric_.lockstep().is_settled(); }
  bool is_over() const override { return fabric_.done(); }
  QueueSide& queue(Node pe) override { return fabric_.pe(pe); }
  Load load(Node pe) const override { return fabric_.pe(pe).load(); }
  LinkCounters counters(Node pe, unsigned port) const override {
    const auto* const link = fabric_.channel(pe, port);
    return link != nullptr ? link->counters() : LinkCounters{};
  }

 private:
  FabricModel& fabric_;
};

}  // namespace isobar
