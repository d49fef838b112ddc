// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "models/narrow_array.h"
#include "models/types.h"

namespace isobar {

/// How high a load is drawn.
enum class Heights {
  linear,       ///< █ is the largest
  logarithmic,  ///< ▁ is the smallest of PEs that are not idle, ▅ the mean, █ the largest, and
                ///< between them doublings count: beside a spike the others still differ
};

/// What heights of 1 (▁) to 8 (█) mean in one picture; only idle PEs have none.
struct LoadScale {
  std::string caption;
  std::function<std::size_t(double)> height;  ///< the height of a load above 0
};

/// The scale for these loads, which are shown as `means` of equal blocks of PEs; `block` says their
/// size ("4×4"), or is empty if each PE is shown.
LoadScale load_scale(Heights heights, const NarrowArray& loads, const std::vector<double>& means,
                     const std::string& block);

}  // namespace isobar
