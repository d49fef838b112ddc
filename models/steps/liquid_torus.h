// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/plane.h"

namespace isobar {

/// A band of the rows of a torus of two dimensions, which is taken through several steps while its
/// rows are in the cache. A row goes through the first phase while the row before it goes through
/// the second, and the next step reads it one row later; this is done for two rows at once. What
/// the band needs of its neighbours is computed twice. All loads are held as odd numbers
/// (`odd_load`).
template <class L>
class LiquidTorus {
 public:
  /// The band of rows first … last − 1, with at most `most_steps` steps in a pass.
  LiquidTorus(const LiquidShape& shape, const LiquidRows<L>& rows, Condition condition,
              std::size_t first, std::size_t last, std::size_t most_steps);

  /// Copies the neighbours' rows before a pass overwrites them. One thread calls this for all
  /// bands.
  void keep(const L* from);
  void run(const Pass<L>& pass);

 private:
  using Soon = std::array<const L*, 2>;  ///< rows that are read next

  bool inside(std::ptrdiff_t row) const { return row >= 0 && row < size_; }
  bool is_first(std::ptrdiff_t row) const { return row >= 0 && first_ + row == 0; }
  /// The position in the fabric of a row of the band.
  std::size_t offset(std::ptrdiff_t row) const {
    return static_cast<std::size_t>(first_ + row) * width_;
  }
  std::size_t wrapped(std::ptrdiff_t row) const;
  const L* source(const Pass<L>& pass, std::ptrdiff_t row) const;
  void fetch(const Pass<L>& pass, std::ptrdiff_t row, L* to) const;
  void close(L* row) const;
  void read(const Pass<L>& pass, std::ptrdiff_t row);
  Shuttle<L> shuttle(const Pass<L>& pass, std::ptrdiff_t row, const L* from, L* to,
                     bool last) const;
  void weave(const Pass<L>& pass, std::size_t step, const Shuttle<L>& row, const Shuttle<L>* next,
             Extremes<L>* extremes, const Soon& soon);
  void count_first_row(const RowCounters& counters, std::size_t step);

  LiquidRows<L> rows_;
  std::ptrdiff_t radix_;
  std::size_t width_;  ///< of a row
  std::ptrdiff_t below_;
  std::ptrdiff_t first_;
  std::ptrdiff_t size_;
  std::size_t room_;  ///< the size of a row with its margins
  Plane<L> passed_;   ///< two pairs of rows, which a step reads and writes in turns
  Plane<L> woven_;    ///< by step
  Plane<L> older_;    ///< by step
  Plane<L> kept_;     ///< the neighbours' rows, those below first
};

}  // namespace isobar
