// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/schemes/message_driven/giving_agent.h"
#include "models/schemes/parts/profitability.h"
#include "models/schemes/parts/sharing.h"

namespace isobar {

struct SidSetting {
  std::optional<double> low;  ///< L_LOW; none: 1 + a tenth of the PE's initial load
  Profitability profitability;
  Sharing sharing;
  UpdateRule update;
  bool estimates = true;
  bool acts_on_own = false;  ///< also when its own load becomes another
};

/// Sender initiated diffusion (Willebeek-LeMair and Reeves, Section III.B): hearing from a
/// neighbour of a load below L_LOW, a PE whose load is too far above its domain's mean gives what
/// it has more to the neighbours below the mean, as much to each as it lacks (eq. 8 to 12).
/// It does so when its own load becomes another, too, if the setting says so and a neighbour's load
/// is known to be below L_LOW. Weighted, each one's mean is its part of the domain's tasks in
/// proportion to its capacity.
class SidAgent final : public GivingAgent {
 public:
  explicit SidAgent(const SidSetting& setting, DomainCapacities capacities = {})
      : GivingAgent(setting.update, setting.estimates, std::move(capacities)), setting_(setting) {}

 protected:
  void begin(Load initial) override { low_ = low_mark(setting_.low, initial); }
  bool acts_on(Load told) const override { return static_cast<double>(told) < low_; }
  bool acts_on_own() const override;
  std::vector<Load> shares(Load own) const override;

 private:
  SidSetting setting_;
  double low_ = 0;
};

}  // namespace isobar
