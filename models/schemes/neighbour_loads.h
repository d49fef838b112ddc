// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "models/schemes/load_updates.h"

namespace isobar {

/// A PE's balancing domain of itself and its neighbours (Willebeek-LeMair and Reeves, Sections
/// III.B and C): what it was told of them, and what it tells them.
class NeighbourLoads {
 public:
  /// `kind`: of the word that tells a load.
  NeighbourLoads(const UpdateRule& rule, std::size_t kind) : news_(rule), kind_(kind) {}

  void start(AgentPe& pe);
  /// Tells all neighbours the PE's load, if that is due.
  void tell(AgentPe& pe);
  void tick(AgentPe& pe);
  void hear(Node from, Load load);

  /// Whether each neighbour has told its load at least once.
  bool complete() const { return unheard_ == 0; }
  /// K
  std::size_t size() const { return nodes_.size(); }
  Node node(std::size_t k) const { return nodes_[k]; }
  std::size_t index(Node node) const;
  /// As told, with what `reckon` added since.
  const std::vector<Load>& loads() const { return loads_; }
  void reckon(std::size_t k, Load load) { loads_[k] = load; }

  /// Equation 8 in whole tasks, rounded down.
  Load mean(Load own) const;
  /// Equation 1: the largest load of the domain less the balanced one, the mean rounded up.
  Load phi(Load own) const;
  /// A decision uses what all of them told.
  void decides(AgentPe& pe) const;

 private:
  void send(AgentPe& pe) const;

  LoadNews news_;
  std::size_t kind_;
  std::vector<Node> nodes_;
  std::vector<Load> loads_;
  std::vector<bool> heard_;
  std::size_t unheard_ = 0;
};

}  // namespace isobar
