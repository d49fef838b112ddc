// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/workloads/random.h"

namespace isobar {

/// Where a point lies on each axis: in [0, 1).
using Places = std::vector<double>;

Places random_places(std::size_t axes, Random& random);

/// Returns `points` of them: on every axis each of the `points` equal strata is used once (McKay,
/// Beckman and Conover, 1979).
std::vector<Places> latin_hypercube(std::size_t points, std::size_t axes, Random& random);

/// Sobol's sequence (Bratley and Fox, 1988; GSL), its origin included, under a random digital
/// shift: any 2^k points from a multiple of 2^k on are spread as Sobol's are, whatever the seed.
class SobolPlaces {
 public:
  static std::size_t most_axes();

  /// `axes` is from 1 to most_axes().
  SobolPlaces(std::size_t axes, Random& random);
  ~SobolPlaces();
  SobolPlaces(const SobolPlaces&) = delete;
  SobolPlaces& operator=(const SobolPlaces&) = delete;

  Places next();

 private:
  struct Sequence;
  std::unique_ptr<Sequence> sequence_;
  std::vector<std::uint32_t> shift_;  ///< by axis
  Places unshifted_;                  ///< the places of the next point, before the shift
};

}  // namespace isobar
