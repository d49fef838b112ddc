// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/liquid_sweep.h"
#include "models/steps/plane.h"

namespace isobar {

/// A band of rows (blocks of all dimensions but the last) of three dimensions or more, taken
/// through several steps while they are in the cache: row r is in step t when row r + above·t is
/// read. What the band needs of its neighbours is computed twice.
template <class L>
class LiquidBand {
 public:
  /// Rows first … last − 1; at most `most_steps` in a pass.
  LiquidBand(const LiquidShape& shape, const LiquidRows<L>& rows, Reach reach, std::size_t first,
             std::size_t last, std::size_t most_steps);

  /// Keeps the neighbours' rows before a pass overwrites them. By one thread, for all bands.
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
  std::ptrdiff_t window_;  ///< rows of a step that are needed at once
  LiquidSweep<L> sweep_;
  Plane<L> middle_;  ///< by step, in turns: rows before the last phase
  Plane<L> passed_;  ///< a row on its way to the next step
  Plane<L> kept_;    ///< the neighbours' rows, those below first
};

}  // namespace isobar
