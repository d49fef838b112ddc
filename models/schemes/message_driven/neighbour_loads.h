// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/schemes/message_driven/load_updates.h"
#include "models/schemes/parts/capacities.h"

namespace isobar {

/// A PE's balancing domain of itself and its neighbours (Willebeek-LeMair and Reeves, Sections
/// III.B and C): what they said, and what it tells them.
class NeighbourLoads {
 public:
  /// `kind`: the kind of the word that tells a load.
  NeighbourLoads(const UpdateRule& rule, std::size_t kind, DomainCapacities capacities = {})
      : news_(rule), kind_(kind), capacities_(std::move(capacities)) {}

  void start(AgentPe& pe);
  /// Tells all neighbours the PE's load, if that is due.
  void tell(AgentPe& pe);
  void tick(AgentPe& pe);
  void hear(Node from, Load load);

  /// Whether each neighbour has told its load at least once.
  bool complete() const { return unheard_ == 0; }
  /// The number of neighbours, K.
  std::size_t size() const { return nodes_.size(); }
  Node node(std::size_t k) const { return nodes_[k]; }
  std::size_t index(Node node) const;
  /// As they said, with what `estimate` added since.
  const std::vector<Load>& loads() const { return loads_; }
  void estimate(std::size_t k, Load load) { loads_[k] = load; }

  /// All tasks of the domain.
  Load total(Load own) const;
  /// Equation 8 in whole tasks, rounded down: the PE's part of `total`, in proportion to its
  /// capacity; at equal capacities the mean.
  Load due(Load total) const;
  /// The same part of neighbour k.
  Load due_of(Load total, std::size_t k) const;
  /// How far the PE that has `own` is above its part, in tasks or, `exactly`, in parts of
  /// 1/(K + 1) task, in which the mean of equal capacities is whole; and neighbour k.
  Load above_mean(Load own, bool exactly) const;
  Load above_mean_of(std::size_t k, Load own, bool exactly) const;
  /// Parts of a task in which the two before count.
  Load parts(bool exactly) const { return exactly ? static_cast<Load>(size()) + 1 : 1; }
  /// Whether the PE and its neighbours have equal capacities.
  bool alike() const;
  /// Equation 1: the most that any of the domain has beyond its part, rounded up; at equal
  /// capacities the largest load less the mean.
  Load phi(Load own) const;
  /// Whether neighbour k's utilization is above that of the PE if it has `own`.
  bool above(std::size_t k, Load own) const;
  /// Tasks that neighbour k can get, or give, until its utilization is that of the PE if it has
  /// `own`.
  Load room(std::size_t k, Load own) const;
  Load spare(std::size_t k, Load own) const;
  /// The part of `load`, rounded down, that neighbour k has if it shares the load with the PE in
  /// proportion to capacities; and the least that k keeps of a load whose other part was `part`.
  Load part_of(std::size_t k, Load load) const;
  Load rest_of(std::size_t k, Load part) const;
  /// A decision uses what all of them have said.
  void decides(AgentPe& pe) const;

 private:
  void send(AgentPe& pe) const;

  LoadNews news_;
  std::size_t kind_;
  DomainCapacities capacities_;
  Load all_capacities_ = 0;
  std::vector<Node> nodes_;
  std::vector<Load> loads_;
  std::vector<bool> heard_;
  std::size_t unheard_ = 0;
};

}  // namespace isobar
