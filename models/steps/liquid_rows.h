// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/schemes/contract/condition.h"

namespace isobar {

/// Instruction sets that the row functions are compiled for; all give the same results.
enum class Isa : std::uint8_t { baseline, avx2, avx512 };

/// The widest that this processor has.
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

/// Where the transfers of a row of PEs are counted: `unit` is added, modulo 256, for each. Adding
/// 255 takes a count back.
struct Counters {
  std::uint8_t* sent = nullptr;  ///< null: not counted
  std::uint8_t unit = 1;

  Counters at(std::size_t offset) const {
    return {sent == nullptr ? nullptr : sent + offset, unit};
  }
};

/// The rows that a row of PEs needs to know before a phase.
template <class L>
struct Around {
  const L* own;
  const L* predecessor;
  const L* before;  ///< the predecessor's predecessor, where the condition hears that
  const L* successor;
};

/// How a torus' rows hold a load: odd, so that one more tells of a task that is still to come.
template <class L>
constexpr L odd_load(L load) {
  return static_cast<L>(2 * load + 1);
}

/// The state between two rows of a torus, of which each goes through both phases: the row before,
/// after its first phase.
template <class L>
struct Weft {
  L* woven;  ///< the odd load, and one more if a task comes in the second phase
  L* older;  ///< `woven` of the row before that; null unless the condition hears the predecessor

  Weft at(std::size_t offset) const {
    return {woven + offset, older == nullptr ? nullptr : older + offset};
  }
};

/// A row of a torus that goes through the first phase, and where the row before comes out.
template <class L>
struct Shuttle {
  const L* from;  ///< two loads before it are read too, and one after
  L* to;
  Counters counters;  ///< of the first phase

  Shuttle at(std::size_t offset) const { return {from + offset, to + offset, counters.at(offset)}; }
};

/// A Liquid phase on rows of loads, for one condition and instruction set. L is an unsigned type
/// that holds twice the greatest load plus 3.
template <class L>
struct LiquidRows {
  /// One row of n PEs; `to` overlaps none of the rows around. Extremes, unless null, are widened by
  /// the new loads.
  void (*shift)(const Around<L>& from, L* to, std::size_t n, Counters counters,
                Extremes<L>* extremes);
  /// Both phases of a torus: n PEs of a row go through the first, and the row before through the
  /// second. The weft is one row on then. With a `next` row it follows at once, and both are
  /// counted or none. All loads are odd ones, extremes also.
  void (*weave)(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft, std::size_t n,
                Extremes<L>* extremes);
  /// Radix 2 in place: n loads of pairs that lie `stride` apart; n is a multiple of 2·stride.
  void (*pairs)(L* loads, std::size_t n, std::size_t stride, Counters counters);
  /// Rings that are too short for rows: n loads, a multiple of radix·stride. `from`, `to` and
  /// `scratch` are n long and apart.
  void (*packed)(const L* from, L* to, L* scratch, std::size_t n, std::size_t radix,
                 std::size_t stride, Counters counters);
  void (*extremes)(const L* loads, std::size_t n, Extremes<L>& extremes);
};

/// L: 8, 16, 32 or 64 bits. An instruction set that the processor lacks must not be asked for.
template <class L>
LiquidRows<L> liquid_rows(Condition condition, Isa isa);

}  // namespace isobar
