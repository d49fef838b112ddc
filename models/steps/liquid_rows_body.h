// SPDX-License-Identifier: Apache-2.0
// The loops behind LiquidRows, written so that the compiler vectorises them. Each instruction
// set's source file inlines them into functions of its own.
#pragma once

#include <algorithm>

#include "models/steps/liquid_rows.h"

#define ISOBAR_INLINE [[gnu::always_inline]] inline
// The first marks a loop over more rows than the compiler would check for overlaps, the second one
// of two turns at most in such a loop, which is vectorised only if none is left in it.
#ifdef __clang__
#define ISOBAR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define ISOBAR_UNROLL_TWICE _Pragma("clang loop unroll(full)")
#else
#define ISOBAR_INDEPENDENT _Pragma("GCC ivdep")
#define ISOBAR_UNROLL_TWICE _Pragma("GCC unroll 2")
#endif

namespace isobar::rows {

/// The least load that shifts, so that a decision is one comparison: the condition of `shifts`
/// (models/schemes/contract/condition.h) in the width of the loads. Either all loads are plain
/// or all are odd loads. With odd loads the result is right also where 1 is added to the PE's own
/// load or its predecessor's for a task to come.
template <class L, Condition C, bool odd = false>
ISOBAR_INLINE constexpr L threshold(L predecessor, L successor) {
  constexpr L one = odd ? odd_load<L>(1) : 1;
  constexpr L two = odd ? odd_load<L>(2) : 2;
  L least = C == Condition::c0 || C == Condition::c5 ? one : two;
  // A choice of two constants, written so that the compiler does not make it a branch.
  if (hears_predecessor(C))
    least = static_cast<L>(two - (-static_cast<L>(predecessor >= two) & (two - one)));
  return hears_successor(C) && successor > least ? successor : least;
}

/// Checks `threshold` against `shifts` for small loads. That is enough because loads are compared
/// only with 0, 1, 2 and each other: four distinct loads above 2 stand for all others.
template <Condition C>
constexpr bool threshold_is_the_condition() {
  constexpr std::uint8_t enough = 6;
  constexpr auto odd = odd_load<std::uint8_t>;
  for (std::uint8_t own = 0; own < enough; ++own) {
    for (std::uint8_t predecessor = 0; predecessor < enough; ++predecessor) {
      for (std::uint8_t successor = 0; successor < enough; ++successor) {
        const bool right = shifts(C, own, predecessor, successor);
        if (right != (own >= threshold<std::uint8_t, C>(predecessor, successor))) return false;
        for (std::uint8_t coming = 0; coming < 2; ++coming) {
          const auto before = static_cast<std::uint8_t>(odd(predecessor) + coming);
          const auto least = threshold<std::uint8_t, C, true>(before, odd(successor));
          if (right != (odd(own) + coming >= least)) return false;
        }
      }
    }
  }
  return true;
}

// Written as choices, so that these become single instructions under a mask.
template <class L>
ISOBAR_INLINE constexpr L less_if(bool so, L load, L by = 1) {
  return so ? static_cast<L>(load - by) : load;
}
template <class L>
ISOBAR_INLINE constexpr L more_if(bool so, L load, L by = 1) {
  return so ? static_cast<L>(load + by) : load;
}

ISOBAR_INLINE constexpr int unit_if(bool one, std::uint8_t unit) {
  return -static_cast<int>(one) & unit;
}

template <class L, Condition C, bool counts, bool finds_extremes>
ISOBAR_INLINE void shift_loop(const Around<L>& from, L* to, std::size_t n, RowCounters counters,
                              Extremes<L>* extremes) {
  static_assert(threshold_is_the_condition<C>());
  const L* own_row = from.own;
  const L* predecessor_row = from.predecessor;
  const L* before_row = hears_predecessor(C) ? from.before : from.predecessor;
  const L* successor_row = hears_successor(C) ? from.successor : from.own;
  L* __restrict out = to;
  std::uint8_t* __restrict sent = counters.sent;
  const std::uint8_t unit = counters.unit;
  L min = finds_extremes ? extremes->min : L{0};
  L max = finds_extremes ? extremes->max : L{0};
  for (std::size_t i = 0; i < n; ++i) {
    const L own = own_row[i];
    const L predecessor = predecessor_row[i];
    const bool leaves = own >= threshold<L, C>(predecessor, successor_row[i]);
    const bool comes = predecessor >= threshold<L, C>(before_row[i], own);
    const L load = more_if(comes, less_if(leaves, own));
    out[i] = load;
    if (counts) sent[i] = static_cast<std::uint8_t>(sent[i] + unit_if(leaves, unit));
    if (finds_extremes) {
      min = load < min ? load : min;
      max = load > max ? load : max;
    }
  }
  if (finds_extremes) *extremes = {min, max};
}

template <class L, Condition C>
ISOBAR_INLINE void shift(const Around<L>& from, L* to, std::size_t n, RowCounters counters,
                         Extremes<L>* extremes) {
  if (counters.sent != nullptr && extremes != nullptr) {
    shift_loop<L, C, true, true>(from, to, n, counters, extremes);
  } else if (counters.sent != nullptr) {
    shift_loop<L, C, true, false>(from, to, n, counters, extremes);
  } else if (extremes != nullptr) {
    shift_loop<L, C, false, true>(from, to, n, counters, extremes);
  } else {
    shift_loop<L, C, false, false>(from, to, n, counters, extremes);
  }
}

/// Computes a PE's first phase, and the second phase of the PE before it in the second dimension,
/// whose new load is `load`. Returns whether a task leaves in the first phase.
template <class L, Condition C>
ISOBAR_INLINE bool stitch(const L* own, L older, L& woven, L& load) {
  constexpr L task = 2;
  const L before = hears_predecessor(C) ? own[-2] : L{0};
  const bool leaves = own[0] >= threshold<L, C, true>(own[-1], own[1]);
  const bool comes = own[-1] >= threshold<L, C, true>(before, own[0]);
  const L later = more_if(comes, less_if(leaves, own[0], task), task);
  const bool moves = woven >= threshold<L, C, true>(older, later);
  load = less_if(moves, static_cast<L>(woven | 1), task);
  woven = more_if(moves, later);
  return leaves;
}

/// Takes two rows at once, if there is a `next`, so that the weft is read and written half as
/// often.
template <class L, Condition C, bool two, bool counts, bool finds_extremes>
ISOBAR_INLINE void weave_loop(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft,
                              std::size_t n, Extremes<L>* extremes) {
  static_assert(threshold_is_the_condition<C>());
  const Shuttle<L>& second = two ? *next : row;
  const L* from[] = {row.from, second.from};
  L* to[] = {row.to, second.to};
  std::uint8_t* sent[] = {row.counters.sent, second.counters.sent};
  const std::uint8_t unit = row.counters.unit;
  L* woven_row = weft.woven;
  L* older_row = weft.older;
  L min = finds_extremes ? extremes->min : L{0};
  L max = finds_extremes ? extremes->max : L{0};
  ISOBAR_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    L older = hears_predecessor(C) ? older_row[i] : L{0};
    L woven = woven_row[i];
    ISOBAR_UNROLL_TWICE
    for (std::size_t r = 0; r < (two ? 2 : 1); ++r) {
      L load = 0;
      const L before = woven;
      const bool leaves = stitch<L, C>(from[r] + i, older, woven, load);
      older = before;
      to[r][i] = load;
      if (counts) sent[r][i] = static_cast<std::uint8_t>(sent[r][i] + unit_if(leaves, unit));
      if (finds_extremes) {
        min = load < min ? load : min;
        max = load > max ? load : max;
      }
    }
    woven_row[i] = woven;
    if (hears_predecessor(C)) older_row[i] = older;
  }
  if (finds_extremes) *extremes = {min, max};
}

template <class L, Condition C, bool two>
ISOBAR_INLINE void weave_rows(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft,
                              std::size_t n, Extremes<L>* extremes) {
  const bool counts = row.counters.sent != nullptr;
  if (counts && extremes != nullptr) {
    weave_loop<L, C, two, true, true>(row, next, weft, n, extremes);
  } else if (counts) {
    weave_loop<L, C, two, true, false>(row, next, weft, n, extremes);
  } else if (extremes != nullptr) {
    weave_loop<L, C, two, false, true>(row, next, weft, n, extremes);
  } else {
    weave_loop<L, C, two, false, false>(row, next, weft, n, extremes);
  }
}

template <class L, Condition C>
ISOBAR_INLINE void weave(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft,
                         std::size_t n, Extremes<L>* extremes) {
  if (next != nullptr) {
    weave_rows<L, C, true>(row, next, weft, n, extremes);
  } else {
    weave_rows<L, C, false>(row, next, weft, n, extremes);
  }
}

/// With a fixed stride the compiler can shuffle within vectors.
template <class L, Condition C, bool counts, std::size_t fixed_stride>
ISOBAR_INLINE void pairs_loop(L* __restrict loads, std::size_t n, std::size_t any_stride,
                              RowCounters counters) {
  const std::size_t stride = fixed_stride > 0 ? fixed_stride : any_stride;
  std::uint8_t* __restrict sent = counters.sent;
  const std::uint8_t unit = counters.unit;
  for (std::size_t at = 0; at < n; at += 2 * stride) {
    for (std::size_t i = at; i < at + stride; ++i) {
      const L a = loads[i];
      const L b = loads[i + stride];
      const bool a_leaves = a >= threshold<L, C>(b, b);
      const bool b_leaves = b >= threshold<L, C>(a, a);
      const L more = static_cast<L>(static_cast<L>(b_leaves) - static_cast<L>(a_leaves));
      loads[i] = static_cast<L>(a + more);
      loads[i + stride] = static_cast<L>(b - more);
      if (counts) {
        sent[i] = static_cast<std::uint8_t>(sent[i] + unit_if(a_leaves, unit));
        sent[i + stride] = static_cast<std::uint8_t>(sent[i + stride] + unit_if(b_leaves, unit));
      }
    }
  }
}

template <class L, Condition C, bool counts>
ISOBAR_INLINE void pairs_of_any_stride(L* loads, std::size_t n, std::size_t stride,
                                       RowCounters counters) {
  switch (stride) {
    case 1:
      return pairs_loop<L, C, counts, 1>(loads, n, stride, counters);
    case 2:
      return pairs_loop<L, C, counts, 2>(loads, n, stride, counters);
    case 4:
      return pairs_loop<L, C, counts, 4>(loads, n, stride, counters);
    case 8:
      return pairs_loop<L, C, counts, 8>(loads, n, stride, counters);
    case 16:
      return pairs_loop<L, C, counts, 16>(loads, n, stride, counters);
    default:
      return pairs_loop<L, C, counts, 0>(loads, n, stride, counters);
  }
}

template <class L, Condition C>
ISOBAR_INLINE void pairs(L* loads, std::size_t n, std::size_t stride, RowCounters counters) {
  if (counters.sent != nullptr) {
    pairs_of_any_stride<L, C, true>(loads, n, stride, counters);
  } else {
    pairs_of_any_stride<L, C, false>(loads, n, stride, counters);
  }
}

/// Computes all rings as if they were one ring, and then corrects the ends of each.
template <class L, Condition C>
ISOBAR_INLINE void packed(const L* from, L* to, L* scratch, std::size_t n, std::size_t radix,
                          std::size_t stride, RowCounters counters) {
  const std::size_t last = (radix - 1) * stride;
  L* __restrict leaves = scratch;
  L* __restrict out = to;
  std::uint8_t* __restrict sent = counters.sent;
  for (std::size_t i = stride; i + stride < n; ++i) {
    leaves[i] = from[i] >= threshold<L, C>(from[i - stride], from[i + stride]) ? 1 : 0;
  }
  for (std::size_t ring = 0; ring < n; ring += last + stride) {
    for (std::size_t i = ring; i < ring + stride; ++i) {
      const std::size_t end = i + last;
      leaves[i] = from[i] >= threshold<L, C>(from[end], from[i + stride]) ? 1 : 0;
      leaves[end] = from[end] >= threshold<L, C>(from[end - stride], from[i]) ? 1 : 0;
    }
  }
  for (std::size_t i = stride; i < n; ++i) {
    out[i] = static_cast<L>(from[i] - leaves[i] + leaves[i - stride]);
  }
  for (std::size_t ring = 0; ring < n; ring += last + stride) {
    for (std::size_t i = ring; i < ring + stride; ++i) {
      out[i] = static_cast<L>(from[i] - leaves[i] + leaves[i + last]);
    }
  }
  if (sent == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) {
    sent[i] = static_cast<std::uint8_t>(sent[i] + (leaves[i] != 0 ? counters.unit : 0));
  }
}

template <class L>
ISOBAR_INLINE void extremes(const L* loads, std::size_t n, Extremes<L>& found) {
  L min = found.min;
  L max = found.max;
  for (std::size_t i = 0; i < n; ++i) {
    min = loads[i] < min ? loads[i] : min;
    max = loads[i] > max ? loads[i] : max;
  }
  found = {min, max};
}

template <class L>
ISOBAR_INLINE void deepen(const L* loads, std::size_t n, L* __restrict deepest) {
  for (std::size_t i = 0; i < n; ++i) deepest[i] = loads[i] > deepest[i] ? loads[i] : deepest[i];
}

/// The functions of one instruction set, which `On<L, C>` declares with its target.
template <class L, template <class, Condition> class On, Condition C>
LiquidRows<L> table() {
  return {On<L, C>::shift,  On<L, C>::weave,    On<L, C>::pairs,
          On<L, C>::packed, On<L, C>::extremes, On<L, C>::deepen};
}

template <class L, template <class, Condition> class On>
LiquidRows<L> table(Condition condition) {
  switch (condition) {
    case Condition::c0:
      return table<L, On, Condition::c0>();
    case Condition::c1:
      return table<L, On, Condition::c1>();
    case Condition::c2:
      return table<L, On, Condition::c2>();
    case Condition::c3:
      return table<L, On, Condition::c3>();
    case Condition::c4:
      return table<L, On, Condition::c4>();
    case Condition::c5:
      break;
  }
  return table<L, On, Condition::c5>();
}

template <class L>
LiquidRows<L> baseline(Condition condition);
template <class L>
LiquidRows<L> avx2(Condition condition);
template <class L>
LiquidRows<L> avx512(Condition condition);

}  // namespace isobar::rows
