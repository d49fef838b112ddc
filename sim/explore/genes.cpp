// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/genes.h"

#include <algorithm>
#include <cmath>
#include <pagmo/utils/genetic_operators.hpp>

namespace isobar {
namespace {

// Deb and others, 2002, Section IV, but for wider steps: budgets are small here.
constexpr double crossover_rate = 0.9;
constexpr double crossover_index = 10;
constexpr double mutation_index = 10;

}  // namespace

Breeding::Breeding(const std::vector<Axis>& axes, std::uint64_t seed)
    : random_(static_cast<std::mt19937::result_type>(random_stream(seed, "breeding")())) {
  for (const bool is_list : {false, true}) {
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis].range.has_value() == is_list) continue;
      axis_of_.push_back(axis);
      bounds_.first.push_back(0);
      bounds_.second.push_back(is_list ? static_cast<double>(axes[axis].values.size() - 1) : 1);
      lists_ += is_list ? 1 : 0;
    }
  }
}

Genes Breeding::genes(const Places& places) const {
  Genes genes(axis_of_.size());
  for (std::size_t i = 0; i < genes.size(); ++i) {
    const double place = places[axis_of_[i]];
    const bool is_list = i >= genes.size() - lists_;
    genes[i] = is_list ? std::floor(place * (bounds_.second[i] + 1)) : place;
  }
  return genes;
}

Places Breeding::places(const Genes& genes) const {
  Places places(axis_of_.size());
  for (std::size_t i = 0; i < genes.size(); ++i) {
    const bool is_list = i >= genes.size() - lists_;
    places[axis_of_[i]] = is_list ? (genes[i] + 0.5) / (bounds_.second[i] + 1)
                                  : std::min(genes[i], std::nextafter(1.0, 0.0));
  }
  return places;
}

Genes Breeding::child(const Genes& mother, const Genes& father) {
  auto children = pagmo::sbx_crossover(mother, father, bounds_, lists_, crossover_rate,
                                       crossover_index, random_);
  mutate(children.first);
  return children.first;
}

void Breeding::mutate(Genes& genes) {
  const double rate = 1.0 / static_cast<double>(genes.size());
  pagmo::polynomial_mutation(genes, bounds_, lists_, rate, mutation_index, random_);
}

}  // namespace isobar
