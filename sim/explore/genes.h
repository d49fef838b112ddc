// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "sim/explore/places.h"
#include "sim/explore/plan.h"

namespace isobar {

/// A point as Pagmo varies it: the places on the axes that are ranges, then the numbers of the
/// values on those that are lists.
using Genes = std::vector<double>;

/// How points are varied: ranges by simulated binary crossover and polynomial mutation (Deb and
/// Agrawal, 1995; Deb and Goyal, 1996), lists by two-point crossover and by any other value.
class Breeding {
 public:
  Breeding(const std::vector<Axis>& axes, std::uint64_t seed);

  Genes genes(const Places& places) const;
  Places places(const Genes& genes) const;
  Genes child(const Genes& mother, const Genes& father);
  void mutate(Genes& genes);

 private:
  std::vector<std::size_t> axis_of_;  ///< by gene
  std::size_t lists_ = 0;             ///< so many genes at the end
  std::pair<Genes, Genes> bounds_;
  std::mt19937 random_;  ///< Pagmo's kind
};

}  // namespace isobar
