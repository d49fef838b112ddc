// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "models/schemes/hetero/tree_reduction.h"

namespace isobar {

/// When an iterated calculation ends: mean(U)/max(U) ≥ `eff_min`, or at the first test after
/// `max_sweeps` sweeps, with what it then has.
struct IterationEnd {
  double eff_min = 0.9;
  std::int64_t max_sweeps = 1'000'000;
};

/// What neighbour methods have in common: before each iteration, and so before the first, a
/// reduction of ΣU and max U over the tree, by which all PEs alike go on or end.
class IteratedTransfers : public TransferCalculation {
 public:
  void start(double load, double capacity, Messages& out) final;
  void hear(Node from, std::size_t kind, double first, double second, Messages& out) final;
  bool done() const final { return done_; }
  const std::map<Node, double>& transfers() const final { return transfers_; }
  std::int64_t sweeps() const final { return sweeps_; }

 protected:
  static constexpr std::size_t utilization_up = 0;
  static constexpr std::size_t utilization_down = 1;
  static constexpr std::size_t opening = 2;
  static constexpr std::size_t first_own_kind = 3;
  /// The kinds above. An opening is a PE's first word to a neighbour: its load and its capacity.
  static std::vector<Kind> common_kinds();

  IteratedTransfers(Node pes, const TreePlace& place, const IterationEnd& end);

  /// Begins an iteration, which ends with `test`.
  virtual void iterate(Messages& out) = 0;
  /// A message of its own, or an opening.
  virtual void listen(Node from, std::size_t kind, double first, double second, Messages& out) = 0;
  void test(Messages& out);

  bool is_first() const { return sweeps_ == 0; }
  double load() const { return load_; }
  double capacity() const { return capacity_; }
  void give(Node to, double amount);
  void count_sweeps(std::int64_t sweeps) { sweeps_ += sweeps; }

 private:
  void judge(Messages& out);

  Node pes_;
  IterationEnd end_;
  TreeReduction utilization_;
  double load_ = 0;
  double capacity_ = 1;
  std::map<Node, double> transfers_;
  std::int64_t sweeps_ = 0;
  bool done_ = true;
};

}  // namespace isobar
