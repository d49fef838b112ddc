// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workloads/applications/in_time_steps.h"
#include "models/workloads/random.h"

namespace isobar {

/// One PE generates tasks, and nobody works on any while it does (Lüling and Monien, Section 3).
class Producer final : public InTimeSteps {
 public:
  /// Throws ValueError if the fabric has no such PE.
  explicit Producer(const ApplicationSetting& setting);

  Turn turn(Node node) override;

 private:
  Node pe_;
  double g_;
  Random random_;
};

}  // namespace isobar
