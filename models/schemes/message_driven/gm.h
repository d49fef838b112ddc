// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/parameter.h"
#include "models/schemes/contract/agent.h"

namespace isobar {

struct GmSetting {
  std::optional<double> lwm;  ///< low-water-mark; none: 1 + a tenth of the PE's initial load
  std::optional<double> hwm;  ///< high-water-mark; none: 2·lwm
  CountOrShare delta;         ///< tasks released at once, or a share of the PE's initial load
  std::int64_t max_hops;      ///< that a task may make
  Cycle interval;             ///< between two releases of a PE that stays heavy
};

/// The gradient model (Willebeek-LeMair and Reeves, Section III.A): a PE is light below its
/// low-water-mark, heavy above its high-water-mark. All know their proximity, how far the nearest
/// light PE is (eq. 5), and tell their neighbours when it becomes another. A heavy PE releases δ
/// tasks towards the lowest proximity, and a PE that they reach and that is not light passes them
/// on, until they made max_hops or no neighbour is nearer.
class GmAgent final : public Agent {
 public:
  explicit GmAgent(const GmSetting& setting) : setting_(setting) {}

  void start(AgentPe& pe) override;
  void word(AgentPe& pe, Node from, const AgentWord& word) override;
  void tasks(AgentPe& pe, Node from, Load tasks, std::int64_t hops) override;
  void load_changed(AgentPe& pe) override;
  void timer(AgentPe& pe) override;

 private:
  bool is_light(Load load) const { return static_cast<double>(load) < lwm_; }
  bool is_heavy(Load load) const { return static_cast<double>(load) > hwm_; }
  std::size_t nearest() const;
  void renew_proximity(AgentPe& pe);
  void release(AgentPe& pe);

  GmSetting setting_;
  double lwm_ = 0;
  double hwm_ = 0;
  Load delta_ = 0;
  std::int64_t farthest_ = 0;   ///< w_max, the fabric's diameter
  std::int64_t proximity_ = 0;  ///< its own, as its neighbours know it
  std::vector<Node> neighbours_;
  std::vector<std::int64_t> proximities_;  ///< proximities of the neighbours
  bool resting_ = false;                   ///< the interval after a release is not over
};

}  // namespace isobar
