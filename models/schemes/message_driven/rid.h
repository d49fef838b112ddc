// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "models/schemes/message_driven/neighbour_loads.h"
#include "models/schemes/parts/profitability.h"
#include "models/schemes/parts/sharing.h"

namespace isobar {

struct RidSetting {
  std::optional<double> low;  ///< L_LOW; none: 1 + a tenth of the PE's initial load
  Profitability profitability;
  Sharing sharing;
  UpdateRule update;
};

/// Receiver initiated diffusion (Willebeek-LeMair and Reeves, Section III.C): a PE below L_LOW that
/// is too far below its domain's mean requests what it lacks from the neighbours above the mean, of
/// each as much as it has more (eq. 16 to 18). A PE grants at most half of its load and says how
/// much will come. While anything that was requested is not there, nothing else is requested.
/// Weighted, each one's mean is its part of the domain's tasks in proportion to its capacity, and
/// half is what is the other's of the two PEs' capacities.
class RidAgent final : public Agent {
 public:
  static constexpr std::size_t load_word = 0;
  static constexpr std::size_t request_word = 1;
  static constexpr std::size_t reply_word = 2;

  explicit RidAgent(const RidSetting& setting, DomainCapacities capacities = {})
      : setting_(setting), domain_(setting.update, load_word, std::move(capacities)) {}

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 private:
  /// A request to a neighbour.
  struct Pending {
    Load asked = 0;    ///< 0: none, or it was answered
    Load missing = 0;  ///< tasks that were granted and are not yet here
  };

  bool is_waiting() const;
  void request(AgentPe& pe);
  void grant(AgentPe& pe, Node to, Load asked);
  void answered(std::size_t k, Load granted);

  RidSetting setting_;
  NeighbourLoads domain_;
  double low_ = 0;
  std::vector<Pending> pending_;  ///< by neighbour
};

}  // namespace isobar
