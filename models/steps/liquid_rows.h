// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "models/schemes/contract/condition.h"

namespace isobar {

/// Instruction sets that the row functions are compiled for; all give the same results.
enum class Isa : std::uint8_t { baseline, avx2, avx512 };

/// The instruction set with the widest vectors that this processor has.
Isa best_isa();

template <class L>
struct Extremes {
  L min = static_cast<L>(~L{0});
  L max = 0;

  void join(const Extremes& other) {
    if (other.min < min) min = other.min;
    if (other.max > max) max = other.max;
  }
};

template <class L>
constexpr std::size_t loads_per_line = 64 / sizeof(L);  ///< loads in a line of the cache

/// Extremes of loads by their place in a line, which are found without a look across vectors.
template <class L>
struct LineExtremes {
  LineExtremes() { max.fill(0), min.fill(Extremes<L>().min); }
  Extremes<L> joined() const {
    return {*std::min_element(min.begin(), min.end()), *std::max_element(max.begin(), max.end())};
  }

  std::array<L, loads_per_line<L>> min;
  std::array<L, loads_per_line<L>> max;
};

/// Where the transfers of a row of PEs are counted: `unit` is added for each, modulo 256. Adding
/// 255 subtracts one.
struct RowCounters {
  std::uint8_t* sent = nullptr;  ///< null if nothing is counted
  std::uint8_t unit = 1;

  RowCounters at(std::size_t offset) const {
    return {sent == nullptr ? nullptr : sent + offset, unit};
  }
};

/// Some of the loads in a row.
struct Columns {
  std::size_t first;
  std::size_t last;  ///< the last one and 1
};

/// The rows of loads that a phase of a row of PEs depends on.
template <class L>
struct Around {
  const L* own;
  const L* predecessor;
  const L* before;  ///< the predecessor's predecessor, if the condition hears the predecessor
  const L* successor;
};

/// A load as the rows hold it: an odd number, to which 1 is added while a task for the PE is still
/// to come.
template <class L>
constexpr L odd_load(L load) {
  return static_cast<L>(2 * load + 1);
}

/// The state that is handed from row to row of a torus while each goes through both phases: the row
/// before, after its first phase.
template <class L>
struct Weft {
  L* woven;  ///< odd loads, with 1 added where a task comes in the second phase
  L* older;  ///< `woven` of the row before that; null unless the condition hears the predecessor

  Weft at(std::size_t offset) const {
    return {woven + offset, older == nullptr ? nullptr : older + offset};
  }
};

/// A row of a torus that goes through the first phase, and where the row before it is written after
/// its second phase.
template <class L>
struct Shuttle {
  const L* from;  ///< two loads before the row are read too, and one after it
  L* to;
  RowCounters counters;  ///< count the first phase

  Shuttle at(std::size_t offset) const { return {from + offset, to + offset, counters.at(offset)}; }
};

/// Rows that lie `pitch` apart. With a pitch of 0 all are one row.
template <class T>
struct Pile {
  T* first;
  std::size_t pitch;
};

/// Rows of a plane of a torus of three dimensions, which follow each other and go through the first
/// phase of a step. Thereby the row before each goes through the second, and then that row of the
/// plane before through the third.
template <class L>
struct Strand {
  std::size_t rows;
  Pile<const L> from;  ///< two loads before each row are read too, and one after it
  Pile<L> to;          ///< the row before each, in the plane before, after the step
  Weft<L> row;         ///< the plane's; belongs to the last row afterwards
  Weft<L> plane;       ///< the row before each, of the plane before and of that before it, as woven
  std::size_t plane_pitch;
  const L* soon;              ///< a `plane` that is read next, to be prefetched
  Pile<std::uint8_t> first;   ///< count the first phase; null if nothing is counted
  Pile<std::uint8_t> second;  ///< count the second phase, of the row before each
  std::uint8_t unit;          ///< is added for each transfer
  LineExtremes<L>* extremes;  ///< the new loads are joined to them
};

/// A Liquid phase on rows of loads, for one condition and instruction set. All loads and extremes
/// are odd loads. L is an unsigned type that holds twice the greatest load plus 3.
template <class L>
struct LiquidRows {
  /// One phase of a row of n PEs; `to` overlaps none of the rows around. The new loads are joined
  /// to `extremes` unless it is null.
  void (*shift)(const Around<L>& from, L* to, std::size_t n, RowCounters counters,
                Extremes<L>* extremes);
  /// Both phases of a torus: n PEs of a row go through the first, and the row before through the
  /// second; the weft then belongs to this row. A `next` row, unless null, goes through the same at
  /// once; either both rows are counted or none.
  void (*weave)(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft, std::size_t n,
                Extremes<L>* extremes);
  /// All three phases of a step of rows of n PEs.
  void (*braid)(const Strand<L>& strand, std::size_t n);
  /// One to three phases of radix 2 in place, of dimensions that lie `stride`, 2·stride and
  /// 4·stride apart: n loads, a multiple of stride·2^dims, of which the given columns of each
  /// stride go through the phases. `counters` has `dims` elements.
  void (*cube)(L* loads, std::size_t n, std::size_t stride, Columns columns, std::size_t dims,
               const RowCounters* counters);
  /// A phase of radix 2 of PEs that lie 2^k apart within a line of 64 bytes: n loads, whole lines.
  /// A line before and behind `from` is read too.
  void (*near)(const L* from, L* to, std::size_t n, std::size_t k, RowCounters counters);
  /// A phase of rings that are too short for calls by row: n loads, a multiple of radix·stride.
  /// `from`, `to` and `scratch` have n elements each and do not overlap.
  void (*packed)(const L* from, L* to, L* scratch, std::size_t n, std::size_t radix,
                 std::size_t stride, RowCounters counters);
  void (*extremes)(const L* loads, std::size_t n, Extremes<L>& extremes);
  /// Raises each of n `deepest` loads to the one of `loads` at its place.
  void (*deepen)(const L* loads, std::size_t n, L* deepest);
};

/// The functions for elements L of 8, 16, 32 or 64 bits. The processor must have the instruction
/// set.
template <class L>
LiquidRows<L> liquid_rows(Condition condition, Isa isa);

}  // namespace isobar
