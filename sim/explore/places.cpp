// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/places.h"

#include <gsl/gsl_qrng.h>

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>
#include <utility>

namespace isobar {
namespace {

constexpr int sobol_bits = 30;  // of a coordinate, in GSL

/// 0 … count − 1 in random order. Not std::shuffle, whose draws differ between libraries.
std::vector<std::size_t> permutation(std::size_t count, Random& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = count; left > 1; --left) {
    boost::random::uniform_int_distribution<std::size_t> draw(0, left - 1);
    std::swap(order[left - 1], order[draw(random)]);
  }
  return order;
}

}  // namespace

Places random_places(std::size_t axes, Random& random) {
  boost::random::uniform_01<double> draw;
  Places places(axes);
  for (auto& place : places) place = draw(random);
  return places;
}

std::vector<Places> latin_hypercube(std::size_t points, std::size_t axes, Random& random) {
  std::vector<Places> all(points);
  for (auto& places : all) places = random_places(axes, random);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const auto strata = permutation(points, random);
    for (std::size_t i = 0; i < points; ++i) {
      auto& place = all[i][axis];
      place = (static_cast<double>(strata[i]) + place) / static_cast<double>(points);
    }
  }
  return all;
}

struct SobolPlaces::Sequence {
  std::unique_ptr<gsl_qrng, decltype(&gsl_qrng_free)> generator;
};

std::size_t SobolPlaces::most_axes() { return gsl_qrng_sobol->max_dimension; }

SobolPlaces::SobolPlaces(std::size_t axes, Random& random)
    : sequence_(new Sequence{
          {gsl_qrng_alloc(gsl_qrng_sobol, static_cast<unsigned>(axes)), &gsl_qrng_free}}),
      unshifted_(axes, 0) {  // GSL leaves out the origin
  boost::random::uniform_int_distribution<std::uint32_t> draw(0, (1U << sobol_bits) - 1);
  for (std::size_t axis = 0; axis < axes; ++axis) shift_.push_back(draw(random));
}
SobolPlaces::~SobolPlaces() = default;

Places SobolPlaces::next() {
  Places places(shift_.size());
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    const auto digits = static_cast<std::uint32_t>(std::ldexp(unshifted_[axis], sobol_bits));
    places[axis] = std::ldexp(digits ^ shift_[axis], -sobol_bits);
  }
  gsl_qrng_get(sequence_->generator.get(), unshifted_.data());
  return places;
}

}  // namespace isobar
