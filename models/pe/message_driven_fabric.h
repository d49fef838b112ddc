// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "models/network/router.h"
#include "models/pe/message_driven_pe.h"
#include "models/pe/message_driven_run.h"

namespace isobar {

/// Elaborates the fabric of a message-driven scheme: PEs, a router at each, switches, which are
/// routers without a PE, and links between them.
class MessageDrivenFabric : public sc_core::sc_module {
 public:
  /// `experiment` must outlive it; `watch` may be empty and `observer` null.
  MessageDrivenFabric(const sc_core::sc_module_name& name, const Experiment& experiment,
                      Watch watch, Observer* observer);

  /// Runs the kernel to the run's end. Throws ModelError where the model breaks a law.
  RunResult run();
  /// All tasks that are anywhere, by the PE that has them or sent them last; in no order.
  std::vector<std::vector<Task>> tasks() const;

 private:
  void build_links(Observer* observer);

  const Experiment& experiment_;
  MessageDrivenRun run_;
  ExecutorSetting executors_;
  std::vector<std::unique_ptr<RoutedLink>> links_;  ///< by slot; null at the open end of a mesh
  std::vector<std::unique_ptr<Router>> routers_;    ///< by node
  std::vector<std::unique_ptr<MessageDrivenPe>> pes_;
};

}  // namespace isobar
