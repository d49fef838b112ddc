// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/adjusted_means.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "sim/fits/fit.h"

namespace isobar {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
using Index = Eigen::Index;

Index index(std::size_t i) { return static_cast<Index>(i); }

struct Block {
  std::vector<const Observation*> members;
  double mean = 0;
};

/// The blocks with at least two treatments; the others compare nothing.
std::vector<Block> comparing_blocks(const std::vector<Observation>& observations) {
  std::map<std::size_t, Block> all;
  for (const auto& o : observations) all[o.block].members.push_back(&o);
  std::vector<Block> blocks;
  for (auto& [number, block] : all) {
    const auto& members = block.members;
    const auto first = members.front()->treatment;
    bool compares = false;
    for (const auto* o : members) {
      compares = compares || o->treatment != first;
      block.mean += o->value / static_cast<double>(members.size());
    }
    if (compares) blocks.push_back(std::move(block));
  }
  return blocks;
}

/// Groups of treatments that are connected by blocks.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parent_[of(b)] = of(a); }

 private:
  std::vector<std::size_t> parent_;
};

/// The Moore-Penrose inverse of a group's information matrix, whose rows sum to 0.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& information) {
  const auto n = information.rows();
  const double scale = information.trace() / static_cast<double>(n * n);
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(n, n);
  const double size = static_cast<double>(n);
  return (information + scale * ones).ldlt().solve(Eigen::MatrixXd::Identity(n, n)) -
         ones / (scale * size * size);
}

/// The mean of the group's blocks without what their treatments do.
double base_of(const std::vector<Block>& blocks, const AdjustedMeans& result, std::size_t group) {
  double sum = 0;
  double count = 0;
  for (const auto& block : blocks) {
    if (result.treatments[block.members.front()->treatment].group != group) continue;
    double effects = 0;
    for (const auto* o : block.members) effects += result.effects[o->treatment];
    sum += block.mean - effects / static_cast<double>(block.members.size());
    ++count;
  }
  return sum / count;
}

}  // namespace

AdjustedMeans adjusted_means(const std::vector<Observation>& observations, std::size_t treatments) {
  AdjustedMeans result;
  result.treatments.assign(treatments, {none, none, 0, 0});
  Eigen::VectorXd effects = Eigen::VectorXd::Zero(index(treatments));
  Eigen::MatrixXd information = Eigen::MatrixXd::Zero(index(treatments), index(treatments));
  Eigen::VectorXd totals = Eigen::VectorXd::Zero(index(treatments));
  Groups groups(treatments);
  const auto blocks = comparing_blocks(observations);
  for (const auto& block : blocks) {
    std::map<std::size_t, double> counts;
    for (const auto* o : block.members) {
      ++counts[o->treatment];
      ++result.treatments[o->treatment].observations;
      ++result.observations;
      const double rest = o->value - block.mean;
      totals(index(o->treatment)) += rest;
      result.within_blocks += rest * rest;
      groups.join(block.members.front()->treatment, o->treatment);
    }
    const auto size = static_cast<double>(block.members.size());
    for (const auto& [a, of_a] : counts) {
      information(index(a), index(a)) += of_a;
      for (const auto& [b, of_b] : counts) {
        information(index(a), index(b)) -= of_a * of_b / size;
      }
    }
  }
  result.blocks = blocks.size();
  std::map<std::size_t, std::vector<Index>> members;
  for (std::size_t t = 0; t < treatments; ++t) {
    result.treatments[t].group = groups.of(t);
    if (result.treatments[t].observations > 0) members[groups.of(t)].push_back(index(t));
  }
  Eigen::VectorXd uncertainty = Eigen::VectorXd::Zero(index(treatments));
  result.degrees =
      static_cast<std::int64_t>(result.observations) - static_cast<std::int64_t>(blocks.size());
  for (const auto& [group, list] : members) {
    const Eigen::MatrixXd inverse = pseudo_inverse(information(list, list));
    effects(list) = inverse * totals(list);
    uncertainty(list) = inverse.diagonal();
    result.degrees -= static_cast<std::int64_t>(list.size()) - 1;
  }
  result.residual = std::max(0.0, result.within_blocks - totals.dot(effects));
  result.effects.assign(effects.data(), effects.data() + effects.size());
  result.information.assign(information.data(), information.data() + information.size());
  if (result.degrees > 0) result.variance = result.residual / static_cast<double>(result.degrees);
  const double reach = result.degrees > 0 ? confidence_reach(result.degrees) : none;
  for (const auto& [group, list] : members) {
    const double base = base_of(blocks, result, group);
    for (const auto t : list) {
      auto& treatment = result.treatments[static_cast<std::size_t>(t)];
      treatment.mean = base + effects(t);
      treatment.reach = reach * std::sqrt(result.variance * uncertainty(t));
    }
  }
  return result;
}

double interaction_share(const AdjustedMeans& cells, std::size_t columns) {
  if (cells.within_blocks <= 0) return 0;
  const auto n = index(cells.effects.size());
  const Eigen::VectorXd effects = Eigen::Map<const Eigen::VectorXd>(cells.effects.data(), n);
  const Eigen::MatrixXd information =
      Eigen::Map<const Eigen::MatrixXd>(cells.information.data(), n, n);
  const auto rows = n / index(columns);
  // The nearest sum of row and column effects, by the cells' own information.
  Eigen::MatrixXd sum_of = Eigen::MatrixXd::Zero(n, rows + index(columns));
  for (Index cell = 0; cell < n; ++cell) {
    sum_of(cell, cell / index(columns)) = 1;
    sum_of(cell, rows + cell % index(columns)) = 1;
  }
  const Eigen::MatrixXd weighted = sum_of.transpose() * information;
  const Eigen::VectorXd sums = (weighted * sum_of)
                                   .completeOrthogonalDecomposition()
                                   .solve(Eigen::VectorXd(weighted * effects));
  const Eigen::VectorXd rest = effects - sum_of * sums;
  return std::max(0.0, rest.dot(information * rest)) / cells.within_blocks;
}

}  // namespace isobar
