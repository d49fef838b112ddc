// SPDX-License-Identifier: Apache-2.0
#include "models/spectra/spectrum.h"

#include <algorithm>
#include <cmath>

#include "models/spectra/graph_spectrum.h"

namespace isobar {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Eigenvalue j of one dimension; on a ring they ascend up to the middle j and then descend.
double eigenvalue(const Fabric& fabric, unsigned dimension, std::uint32_t j) {
  const auto radix = fabric.radix(dimension);
  // Between two PEs there is one link pair, which is a line and not a ring.
  const bool ring = fabric.closed() && radix > 2;
  // 2 − 2cos(2x) = 4sin²x, which keeps its digits where x is small.
  const double sine = std::sin((ring ? pi : pi / 2) * j / radix);
  return 4 * sine * sine;
}

double largest(const Fabric& fabric, unsigned dimension) {
  const auto radix = fabric.radix(dimension);
  const bool ring = fabric.closed() && radix > 2;
  return eigenvalue(fabric, dimension, ring ? radix / 2 : radix - 1);
}

}  // namespace

std::vector<double> laplacian_eigenvalues(const Fabric& fabric) {
  if (!fabric.is_product()) return eigenvalues_of_links(fabric);
  std::vector<double> sums = {0};
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    std::vector<double> more;
    more.reserve(sums.size() * fabric.radix(d));
    for (std::uint32_t j = 0; j < fabric.radix(d); ++j) {
      for (const double sum : sums) more.push_back(sum + eigenvalue(fabric, d, j));
    }
    sums = std::move(more);
  }
  std::sort(sums.begin(), sums.end());
  return sums;
}

LaplacianRange laplacian_range(const Fabric& fabric) {
  if (!fabric.is_product()) {
    const auto values = eigenvalues_of_links(fabric);
    return {values[1], values.back()};
  }
  LaplacianRange range{0, 0};
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    if (fabric.radix(d) == 1) continue;
    const double least = eigenvalue(fabric, d, 1);
    range.least = range.most == 0 ? least : std::min(range.least, least);
    range.most += largest(fabric, d);
  }
  return range;
}

double optimal_alpha(const Fabric& fabric) {
  const auto [least, most] = laplacian_range(fabric);
  return most == 0 ? 0.5 : 2 / (least + most);
}

double convergence_factor(const Fabric& fabric, double alpha) {
  if (fabric.degree() == 0) return 0;
  const auto [least, most] = laplacian_range(fabric);
  return std::max(std::abs(1 - alpha * least), std::abs(1 - alpha * most));
}

double optimal_beta(double gamma) { return 2 / (1 + std::sqrt(1 - gamma * gamma)); }

double second_order_factor(double gamma, double beta) {
  // The roots of r² − βγr + (β − 1) for the worst eigenvalue.
  const double half = beta * gamma / 2;
  const double inside = half * half - (beta - 1);
  return inside > 0 ? half + std::sqrt(inside) : std::sqrt(beta - 1);
}

}  // namespace isobar
