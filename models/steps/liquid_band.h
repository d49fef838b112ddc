// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/liquid_sweep.h"
#include "models/steps/plane.h"

namespace isobar {

/// A band of rows of a fabric of three dimensions or more; a row is a block of all dimensions but
/// the last. The band is taken through several steps while its rows are in the cache: row r goes
/// through step t when row r + above·t is read. What the band needs of its neighbours is computed
/// twice.
template <class L>
class LiquidBand {
 public:
  /// The band of rows first … last − 1, with at most `most_steps` steps in a pass.
  LiquidBand(const LiquidShape& shape, const LiquidRows<L>& rows, Reach reach, std::size_t first,
             std::size_t last, std::size_t most_steps);

  /// Copies the neighbours' rows before a pass overwrites them. One thread calls this for all
  /// bands.
  void keep(const L* from);
  void run(const Pass<L>& pass);

 private:
  const L* source(const Pass<L>& pass, std::ptrdiff_t row) const;
  std::size_t wrapped(std::ptrdiff_t row) const;
  L* middle(std::size_t step, std::ptrdiff_t row);
  void read(const Pass<L>& pass, std::ptrdiff_t row);

  const LiquidShape& shape_;
  LiquidRows<L> rows_;
  Reach reach_;
  std::ptrdiff_t first_;
  std::ptrdiff_t size_;
  std::ptrdiff_t width_;   ///< of a row
  std::ptrdiff_t window_;  ///< the number of rows of a step that are needed at the same time
  LiquidSweep<L> sweep_;
  Plane<L> middle_;  ///< by step, a circular buffer of `window_` rows before the last phase
  Plane<L> passed_;  ///< the row that the next step reads
  Plane<L> kept_;    ///< the neighbours' rows, those below first
};

}  // namespace isobar
