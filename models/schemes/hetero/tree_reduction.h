// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "models/schemes/hetero/pe_tree.h"
#include "models/schemes/hetero/transfer_calculation.h"

namespace isobar {

/// One PE's part in a reduction of two numbers over all PEs of a tree: parts go up, what they make
/// together comes down, 2(N − 1) messages in all. One reduction follows the other.
class TreeReduction {
 public:
  struct Pair {
    double first = 0;
    double second = 0;
  };
  using Combine = Pair (*)(const Pair&, const Pair&);

  /// `up`, `down`: its kinds of message.
  TreeReduction(const TreePlace& place, std::size_t up, std::size_t down, Combine combine);

  /// This PE's own part; once a reduction.
  void contribute(const Pair& own, TransferCalculation::Messages& out);
  /// Whether `kind` was one of its own. What children say before this PE contributes is kept.
  bool hear(Node from, std::size_t kind, const Pair& said, TransferCalculation::Messages& out);
  /// What all parts make together, once, as soon as it is known here.
  std::optional<Pair> take();

 private:
  void pass_up(TransferCalculation::Messages& out);
  void pass_down(const Pair& all, TransferCalculation::Messages& out);

  TreePlace place_;
  std::size_t up_;
  std::size_t down_;
  Combine combine_;
  std::optional<Pair> own_;
  std::map<Node, Pair> children_;  ///< as far as they were heard
  std::optional<Pair> all_;
};

/// ΣU and max U; max and max.
TreeReduction::Pair sum_and_max(const TreeReduction::Pair& a, const TreeReduction::Pair& b);
TreeReduction::Pair two_maxima(const TreeReduction::Pair& a, const TreeReduction::Pair& b);

}  // namespace isobar
