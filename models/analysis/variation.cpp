// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/variation.h"

#include <algorithm>
#include <cmath>
#include <gsl/gsl>
#include <numeric>
#include <utility>

namespace isobar {
namespace {

double total(const std::vector<double>& sums) {
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void add(std::vector<double>& to, double weight, const std::vector<double>& what) {
  for (std::size_t u = 0; u < to.size(); ++u) to[u] += weight * what[u];
}

}  // namespace

double variation_density(double mean, double mean_square) {
  const double variance = mean_square / (mean * mean) - 1;
  return variance < 1e-14 ? 0 : std::sqrt(variance);
}

/// Sums at node s over the computations in which the processor that node i drew has not been drawn
/// again, so that a bow edge from i can still begin.
struct ComputationGraphs::Bow {
  Sums value;    ///< sums of v_i
  Sums square;   ///< sums of v_i²
  Sums product;  ///< sums of v_i·v_s
  Sums pairs;    ///< sums of v_i·v_j over all j ≠ i from which a bow edge can begin too
};

ComputationGraphs::ComputationGraphs(const ProducerSetting& setting, std::int64_t operations)
    : candidates_(static_cast<double>(setting.n - 1)), delta_(setting.delta) {
  require(setting);
  require_operations(operations);
  Sums nothing_used(static_cast<std::size_t>(setting.n), 0.0);
  nothing_used[0] = 1;
  nodes_.push_back({nothing_used, nothing_used, nothing_used, 1, 1});
  const double parts = static_cast<double>(delta_) + 1;
  std::vector<Bow> bows;
  for (std::int64_t s = 0; s < operations * delta_; ++s) {
    append(s % delta_ == 0 ? setting.f / parts : 1, 1 / parts, bows);
    require_finite(total(nodes_.back().square), s / delta_ + 1);
  }
}

/// Draws one more candidate: a new one, or one used before that is not among the `barred` ones.
ComputationGraphs::Sums ComputationGraphs::step(const Sums& before, double barred) const {
  Sums after(before.size(), 0.0);
  for (std::size_t u = 1; u < after.size(); ++u) {
    after[u] = (static_cast<double>(u) - barred) / candidates_ * before[u];
  }
  add_new(after, 1, before);
  return after;
}

/// Draws one more candidate that was not used before.
void ComputationGraphs::add_new(Sums& to, double weight, const Sums& before) const {
  for (std::size_t u = 1; u < to.size(); ++u) {
    const double unused = candidates_ - static_cast<double>(u - 1);
    to[u] += weight * unused / candidates_ * before[u - 1];
  }
}

void ComputationGraphs::append(double forward, double bow, std::vector<Bow>& bows) {
  const auto& last = nodes_.back();
  const double one = 1 / candidates_;  // the probability of each candidate
  Node node;
  node.share = step(last.share, 0);
  node.value = step(last.value, 0);
  node.square = step(last.square, 0);
  for (auto& sum : node.value) sum *= forward;
  for (auto& sum : node.square) sum *= forward * forward;
  // The bow edge from node 0, where v_0 = 1.
  add_new(node.value, bow, last.share);
  add_new(node.square, bow * bow, last.share);
  add_new(node.square, 2 * bow * forward, last.value);
  for (const auto& from : bows) {
    add(node.value, bow * one, from.value);
    add(node.square, bow * bow * one, from.square);
    add(node.square, 2 * bow * forward * one, from.product);
  }
  Sums pairs(node.share.size(), 0.0);
  for (auto& from : bows) {
    auto product = step(from.product, 1);
    for (auto& sum : product) sum *= forward;
    add_new(product, bow, from.value);
    add(product, bow * one, from.pairs);
    from.product = std::move(product);
    from.value = step(from.value, 1);
    from.square = step(from.square, 1);
    from.pairs = step(from.pairs, 2);
    add(from.pairs, 1, from.product);
    add(pairs, 1, from.product);
  }
  bows.push_back({node.value, node.square, node.square, pairs});
  // Every processor that was drawn is the start of one bow edge; the others hold 1.
  double values = 0;
  double squares = 0;
  for (std::size_t u = 0; u < node.share.size(); ++u) {
    const double unused = (candidates_ - static_cast<double>(u)) * node.share[u];
    values += unused;
    squares += unused;
  }
  for (const auto& from : bows) {
    values += total(from.value);
    squares += total(from.square);
  }
  node.other = values / candidates_;
  node.other_square = squares / candidates_;
  nodes_.push_back(std::move(node));
}

std::optional<ComputationGraphs::Average> ComputationGraphs::exactly(std::int64_t nodes,
                                                                     std::int64_t u) const {
  const auto& node = nodes_.at(gsl::narrow<std::size_t>(nodes));
  const auto used = gsl::narrow<std::size_t>(u);
  const double share = node.share.at(used);
  if (!std::isnormal(share)) return std::nullopt;
  return Average{share, node.value[used] / share, node.square[used] / share};
}

ComputationGraphs::Average ComputationGraphs::all(std::int64_t nodes) const {
  const auto& node = nodes_.at(gsl::narrow<std::size_t>(nodes));
  return {total(node.share), total(node.value), total(node.square)};
}

const ComputationGraphs::Node& ComputationGraphs::after(std::int64_t operations) const {
  return nodes_.at(gsl::narrow<std::size_t>(operations * delta_));
}

double ComputationGraphs::other(std::int64_t operations) const { return after(operations).other; }

double ComputationGraphs::variation_density(std::int64_t operations) const {
  const auto& node = after(operations);
  return isobar::variation_density(node.other, node.other_square);
}

}  // namespace isobar
