// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/implicit_diffusion.h"

#include <algorithm>
#include <cmath>

#include "models/schemes/hetero/utilization.h"

namespace isobar {

std::int64_t jacobi_sweeps(double alpha, double ratio, double diagonal) {
  constexpr double clearly_below_one = 0.99;
  const double in_utilizations = (diagonal - 1) / diagonal;
  const double accurate =
      std::log(alpha) / std::log(ratio < clearly_below_one ? ratio : in_utilizations);
  // With A the implicit step's matrix, I + A = D − T, and J = T/D, an iteration takes I − A·J^m·A
  // over the exact one. Σ C(U − mean)² falls if ‖J^m‖ ≤ 1/(1 + ‖A‖); ‖A‖ ≤ 2(D − 1), and
  // ‖J^m‖ ≤ √D·((D − 1)/D)^m.
  const double convergent =
      std::log(std::sqrt(diagonal) * (2 * diagonal - 1)) / -std::log(in_utilizations);
  return std::max<std::int64_t>(1, std::llround(std::ceil(std::max(accurate, convergent))));
}

ImplicitDiffusion::ImplicitDiffusion(Node pes, const std::vector<Node>& neighbours,
                                     const TreePlace& place, const IterationEnd& end, double alpha)
    : IteratedTransfers(pes, place, end),
      alpha_(alpha),
      shape_(place, shape_up, shape_down, two_maxima) {
  for (const Node node : neighbours) neighbours_.push_back({node});
}

const std::vector<TransferCalculation::Kind>& ImplicitDiffusion::kinds() const {
  static const auto all = [] {
    auto kinds = common_kinds();
    for (const auto& kind : {Kind{"load", 1}, Kind{"ratio", 2}, Kind{"max ratio", 2}}) {
      kinds.push_back(kind);
    }
    return kinds;
  }();
  return all;
}

void ImplicitDiffusion::iterate(Messages& out) {
  if (is_first()) sweeps_each_ = 0;
  initial_ = load();
  current_ = initial_;
  sweep_ = 0;
  tell(is_first() ? opening : load_kind, out);
  exchanging_ = true;
  advance(out);
}

void ImplicitDiffusion::tell(std::size_t kind, Messages& out) const {
  const double second = kind == opening ? capacity() : 0;
  for (const auto& neighbour : neighbours_) out.push_back({neighbour.node, kind, current_, second});
}

void ImplicitDiffusion::listen(Node from, std::size_t kind, double first, double second,
                               Messages& out) {
  if (shape_.hear(from, kind, {first, second}, out)) {
    take_shape(out);
    return;
  }
  if (kind == opening) {
    const auto found = std::find_if(neighbours_.begin(), neighbours_.end(),
                                    [&](const Neighbour& n) { return n.node == from; });
    found->capacity = second;
  }
  heard_.put(from, first);
  advance(out);
}

/// Takes L^(k) of all neighbours, if all are there.
bool ImplicitDiffusion::hear_all() {
  if (!std::all_of(neighbours_.begin(), neighbours_.end(),
                   [&](const Neighbour& n) { return heard_.has(n.node); })) {
    return false;
  }
  for (auto& neighbour : neighbours_) neighbour.load = heard_.take(neighbour.node);
  return true;
}

void ImplicitDiffusion::advance(Messages& out) {
  while (exchanging_ && hear_all()) {
    if (sweeps_each_ == 0) {
      exchanging_ = false;
      shape(out);
    } else if (sweep_ < sweeps_each_) {
      relax();
      tell(load_kind, out);
    } else {
      exchanging_ = false;
      transfer();
      test(out);
    }
  }
}

/// D, T, and this PE's part of m.
void ImplicitDiffusion::shape(Messages& out) {
  diagonal_ = 1;
  double weights = 0;
  for (auto& [node, other, weight, load] : neighbours_) {
    diagonal_ += alpha_ * other / (capacity() + other);
    weight = alpha_ * capacity() / (capacity() + other);
    weights += weight;
  }
  shape_.contribute({weights / diagonal_, diagonal_}, out);
  take_shape(out);
}

void ImplicitDiffusion::take_shape(Messages& out) {
  const auto all = shape_.take();
  if (!all) return;
  sweeps_each_ = jacobi_sweeps(alpha_, all->first, all->second);
  // L^(0) of the neighbours came with their openings.
  relax();
  tell(load_kind, out);
  exchanging_ = true;
  advance(out);
}

void ImplicitDiffusion::relax() {
  double sum = initial_;
  for (const auto& neighbour : neighbours_) sum += neighbour.weight * neighbour.load;
  current_ = sum / diagonal_;
  ++sweep_;
}

void ImplicitDiffusion::transfer() {
  for (const auto& neighbour : neighbours_) {
    give(neighbour.node,
         alpha_ * levelling(current_, capacity(), neighbour.load, neighbour.capacity));
  }
  count_sweeps(sweeps_each_);
}

}  // namespace isobar
