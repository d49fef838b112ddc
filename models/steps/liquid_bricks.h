// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/plane.h"

namespace isobar {

/// A band of planes of a torus of three dimensions. Bricks of so many rows of each plane that they
/// stay in the cache are taken through several steps: a row goes through the first phase while the
/// row before it goes through the second, and that row of the plane before through the third; the
/// next step reads it a row and a plane later. What a brick needs of its neighbours is computed
/// twice; a brick of whole planes needs none in a plane, whose first rows follow its last once
/// more. All loads are held as odd numbers (`odd_load`).
template <class L>
class LiquidBricks {
 public:
  /// The band of planes first … last − 1 in bricks of `height` rows, with at most `most_steps`
  /// steps in a pass.
  LiquidBricks(const LiquidShape& shape, const LiquidRows<L>& rows, Condition condition,
               std::size_t first, std::size_t last, std::size_t height, std::size_t most_steps);

  /// The pass is not in place.
  void run(const Pass<L>& pass);

 private:
  /// A brick in the band, whose rows have the same numbers in each plane.
  struct Brick {
    std::ptrdiff_t first;  ///< the place in a plane of row 0
    std::ptrdiff_t own;    ///< the first row that a step completes
    std::ptrdiff_t size;   ///< how many rows it completes
  };
  /// Rows of a plane, which go through a step together.
  struct Rows {
    std::ptrdiff_t plane;  ///< of the band; may lie below or above it
    std::ptrdiff_t first;  ///< of the brick
    std::ptrdiff_t n;
  };

  void read(const Pass<L>& pass, Brick brick, Rows rows);
  void fetch(const Pass<L>& pass, const Brick& brick, const Rows& rows, L* to) const;
  void turn(std::size_t step, std::ptrdiff_t begin, Rows& rows, L* loads);
  void close(L* loads, std::ptrdiff_t n) const;
  void braid(const Pass<L>& pass, const Brick& brick, const Rows& rows, std::size_t step,
             const L* from, L* to);
  void count(const Pass<L>& pass, const Brick& brick, const Rows& rows, Strand<L>& strand);
  void count_first_plane(const Pass<L>& pass, const Brick& brick, const Rows& rows,
                         std::size_t step);
  std::size_t place(const Brick& brick, std::ptrdiff_t plane, std::ptrdiff_t row) const;
  bool inside(const Brick& brick, std::ptrdiff_t plane, std::ptrdiff_t row) const;
  std::ptrdiff_t alike(const Brick& brick, std::ptrdiff_t row) const;
  Weft<L> woven(std::size_t step, std::ptrdiff_t row);

  LiquidRows<L> rows_;
  std::ptrdiff_t radix_;   ///< of the last dimension: planes
  std::ptrdiff_t height_;  ///< of a plane, in rows
  std::size_t width_;      ///< of a row
  std::ptrdiff_t below_;
  static constexpr std::ptrdiff_t above_ = 1;  ///< even if the condition does not hear it
  std::ptrdiff_t first_;
  std::ptrdiff_t size_;
  std::ptrdiff_t brick_;    ///< the greatest number of rows of a plane in a brick
  bool closed_;             ///< whether it is all rows
  std::ptrdiff_t margin_;   ///< rows that are computed below a brick at most
  std::ptrdiff_t at_once_;  ///< rows that are read together
  std::ptrdiff_t most_;     ///< rows that go through a step together
  std::size_t room_;        ///< from a row to the next, with a line between them
  std::size_t step_room_;   ///< that of a brick's woven rows of a plane
  Plane<L> passed_;         ///< rows that a step reads, and those it writes, in turns
  Plane<L> kept_;           ///< by step: the first rows of a plane, if the bricks are closed
  Plane<L> row_woven_;      ///< by step
  Plane<L> row_older_;
  Plane<L> plane_woven_;  ///< by step and row
  Plane<L> plane_older_;
  Plane<L> no_loads_;  ///< takes rows outside the brick
  Plane<std::uint8_t> no_counters_;
  std::vector<LineExtremes<L>> extremes_;  ///< by step, and of rows outside the brick
};

}  // namespace isobar
