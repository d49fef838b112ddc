// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/steps/liquid_pass.h"
#include "models/steps/liquid_rows.h"
#include "models/steps/plane.h"

namespace isobar {

/// A part of a fabric that is a single ring. It is taken through several steps chunk by chunk, so
/// that a chunk stays in the first-level cache. What a chunk needs of its neighbours is computed
/// twice.
template <class L>
class LiquidArc {
 public:
  /// PEs first … last − 1 of a ring of `radix`; at most `most_steps` in a pass.
  LiquidArc(std::size_t radix, const LiquidRows<L>& rows, Condition condition, std::size_t first,
            std::size_t last, std::size_t chunk, std::size_t most_steps);

  /// Copies the neighbours' loads before a pass overwrites them. One thread calls this for all
  /// arcs.
  void keep(const L* from);
  /// Takes the arc through a pass. Only the transfers of the fabric's first PE are counted.
  void run(const Pass<L>& pass);

 private:
  void copy(const L* from, std::ptrdiff_t first, std::size_t n, L* to) const;
  void fill(const Pass<L>& pass, std::size_t first, std::size_t n);
  void chunk(const Pass<L>& pass, std::size_t first, std::size_t n);

  std::size_t radix_;
  LiquidRows<L> rows_;
  Condition condition_;
  std::size_t below_;
  std::size_t above_;
  std::size_t first_;
  std::size_t last_;
  std::size_t chunk_;
  Plane<L> now_;   ///< a chunk and its surroundings
  Plane<L> next_;  ///< a step later
  Plane<L> kept_below_;
  Plane<L> kept_above_;
};

}  // namespace isobar
