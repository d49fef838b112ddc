// SPDX-License-Identifier: Apache-2.0
// The loops behind LiquidRows, written so that the compiler vectorises them. Each instruction
// set's source file inlines them into functions of its own.
#pragma once

#include <algorithm>

#include "models/steps/liquid_rows.h"

#ifndef ISOBAR_INLINE  // a build that counts branches has them as functions of their own
#define ISOBAR_INLINE [[gnu::always_inline]] inline
#endif
// The first marks a loop over more rows than the compiler would check for overlaps, the second one
// of a few turns in such a loop, which is vectorised only if none is left in it.
#ifdef __clang__
#define ISOBAR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define ISOBAR_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ISOBAR_INDEPENDENT _Pragma("GCC ivdep")
#define ISOBAR_UNROLL _Pragma("GCC unroll 8")
#endif

namespace isobar::rows {

/// What a task adds to an odd load.
template <class L>
constexpr L task = 2;

/// The least odd load that shifts, so that a decision is one comparison: the condition of `shifts`
/// (models/schemes/contract/condition.h) in the width of the loads. The result is right also where
/// 1 is added to the PE's own load or its predecessor's for a task to come.
template <class L, Condition C>
ISOBAR_INLINE constexpr L threshold(L predecessor, L successor) {
  constexpr L one = odd_load<L>(1);
  constexpr L two = odd_load<L>(2);
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
        for (std::uint8_t coming = 0; coming < 2; ++coming) {
          const auto before = static_cast<std::uint8_t>(odd(predecessor) + coming);
          const auto least = threshold<std::uint8_t, C>(before, odd(successor));
          if (right != (odd(own) + coming >= least)) return false;
        }
      }
    }
  }
  return true;
}

// Written as choices, so that these become single instructions under a mask.
template <class L>
ISOBAR_INLINE constexpr L less_if(bool so, L load) {
  return so ? static_cast<L>(load - task<L>) : load;
}
template <class L>
ISOBAR_INLINE constexpr L more_if(bool so, L load) {
  return so ? static_cast<L>(load + task<L>) : load;
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

/// A phase of a dimension whose rows come one after the other. `woven` is the row before, with 1
/// added where a task comes; `older` is that of the row before it and `later` is this row. Finds
/// the new load of the row before and what is woven next, and returns whether a task moves.
template <class L, Condition C>
ISOBAR_INLINE bool pass_on(L woven, L older, L later, L& next, L& load) {
  const bool moves = woven >= threshold<L, C>(older, later);
  next = static_cast<L>(later + (moves ? 1 : 0));
  load = less_if(moves, static_cast<L>(woven | 1));
  return moves;
}

/// Computes a PE's first phase, and the second phase of the PE before it in the second dimension,
/// whose new load is `load`. Returns whether a task leaves in the first phase.
template <class L, Condition C>
ISOBAR_INLINE bool stitch(const L* own, L older, L& woven, L& load) {
  const L before = hears_predecessor(C) ? own[-2] : L{0};
  const bool leaves = own[0] >= threshold<L, C>(own[-1], own[1]);
  const bool comes = own[-1] >= threshold<L, C>(before, own[0]);
  const L later = more_if(comes, less_if(leaves, own[0]));
  pass_on<L, C>(woven, older, later, woven, load);
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
    ISOBAR_UNROLL
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

/// The length of a loop of fixed length, of which the compiler makes a few instructions with whole
/// vectors, be they of loads or of counters.
template <class L, bool counts>
constexpr std::size_t at_once = counts ? loads_per_line<std::uint8_t> : loads_per_line<L>;

/// Where the PEs of a strand lie that go through a step at once.
template <class L, bool counts>
struct Braided {
  ISOBAR_INLINE Braided at(std::size_t i) const {
    return {from + i, to + i, plane.at(i), counts ? first + i : nullptr,
            counts ? second + i : nullptr};
  }

  const L* from;
  L* to;
  Weft<L> plane;
  std::uint8_t* first;
  std::uint8_t* second;
};

/// Takes n PEs of a row through their first phase, those of the row before through the second, and
/// those of that row of the plane before through the third.
template <class L, Condition C, bool counts>
ISOBAR_INLINE void braid_part(const Braided<L, counts>& strand, L* woven, L* older, std::size_t n,
                              std::uint8_t unit, L* min, L* max) {
  L* plane_woven = strand.plane.woven;
  L* plane_older = hears_predecessor(C) ? strand.plane.older : plane_woven;
  ISOBAR_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    const L* own = strand.from + i;
    const L before = hears_predecessor(C) ? own[-2] : L{0};
    const bool leaves = own[0] >= threshold<L, C>(own[-1], own[1]);
    const bool comes = own[-1] >= threshold<L, C>(before, own[0]);
    const L once = more_if(comes, less_if(leaves, own[0]));
    const L row = woven[i];
    L twice = 0;
    const bool moves =
        pass_on<L, C>(row, hears_predecessor(C) ? older[i] : L{0}, once, woven[i], twice);
    if (hears_predecessor(C)) older[i] = row;
    const L plane = plane_woven[i];
    L next = 0;
    L load = 0;
    pass_on<L, C>(plane, hears_predecessor(C) ? plane_older[i] : L{0}, twice, next, load);
    plane_woven[i] = next;
    if (hears_predecessor(C)) plane_older[i] = plane;
    strand.to[i] = load;
    if (counts) {
      std::uint8_t* first = strand.first + i;
      std::uint8_t* second = strand.second + i;
      *first = static_cast<std::uint8_t>(*first + unit_if(leaves, unit));
      *second = static_cast<std::uint8_t>(*second + unit_if(moves, unit));
    }
    min[i] = load < min[i] ? load : min[i];
    max[i] = load > max[i] ? load : max[i];
  }
}

/// Takes a strip of columns, n from `at` on, down through all rows of a strand, so that what is
/// handed from row to row stays in registers. n is `whole` unless `rest`, which is smaller.
template <class L, Condition C, bool counts, std::size_t whole, bool rest>
ISOBAR_INLINE void braid_strip(const Strand<L>& strand, std::size_t at, std::size_t n, L* min,
                               L* max) {
  constexpr std::size_t part = at_once<L, counts>;
  L woven[whole];
  L older[whole];
  std::copy_n(strand.row.woven + at, n, woven);
  if (hears_predecessor(C)) std::copy_n(strand.row.older + at, n, older);
  const Strand<L> all = strand;  // the compiler must assume that counting changes the strand
  auto row =
      Braided<L, counts>{all.from.first, all.to.first, all.plane, all.first.first, all.second.first}
          .at(at);
  const L* soon = all.soon + at;
  for (std::size_t r = 0; r < all.rows; ++r) {
    if constexpr (rest) {
      braid_part<L, C, counts>(row, woven, older, n, all.unit, min, max);
    } else {
      ISOBAR_UNROLL
      for (std::size_t i = 0; i < whole; i += part) {
        braid_part<L, C, counts>(row.at(i), woven + i, older + i, part, all.unit, min, max);
      }
      ISOBAR_UNROLL
      for (std::size_t i = 0; i < whole; i += loads_per_line<L>) __builtin_prefetch(soon + i);
      // The counters of the next call's rows. Many short rows the hardware fetches by itself.
      if constexpr (counts && sizeof(L) > 2) {
        ISOBAR_UNROLL
        for (std::size_t i = 0; i < whole; i += loads_per_line<std::uint8_t>) {
          __builtin_prefetch(row.first + all.rows * all.first.pitch + i, 0, 2);
          __builtin_prefetch(row.second + all.rows * all.second.pitch + i, 0, 2);
        }
      }
    }
    row.from += all.from.pitch;
    row.to += all.to.pitch;
    row.plane = row.plane.at(all.plane_pitch);
    if (counts) row.first += all.first.pitch;
    if (counts) row.second += all.second.pitch;
    soon += all.plane_pitch;
  }
  std::copy_n(woven, n, strand.row.woven + at);
  if (hears_predecessor(C)) std::copy_n(older, n, strand.row.older + at);
}

/// `lines`: how many lines of the cache a strip is wide.
template <class L, Condition C, bool counts, std::size_t lines>
ISOBAR_INLINE void braid_loop(const Strand<L>& strand, std::size_t n) {
  static_assert(threshold_is_the_condition<C>());
  constexpr std::size_t places = loads_per_line<L>;
  constexpr std::size_t part = at_once<L, counts>;
  constexpr std::size_t whole = std::max(part, lines * places);
  LineExtremes<L>& extremes = *strand.extremes;
  L min[part];
  L max[part];
  for (std::size_t line = 0; line < part; line += places) {
    std::copy_n(extremes.min.data(), places, min + line);
    std::copy_n(extremes.max.data(), places, max + line);
  }
  std::size_t at = 0;
  for (; at + whole <= n; at += whole) {
    braid_strip<L, C, counts, whole, false>(strand, at, whole, min, max);
  }
  if constexpr (whole > part) {
    for (; at + part <= n; at += part) {
      braid_strip<L, C, counts, part, false>(strand, at, part, min, max);
    }
  }
  if (at < n) braid_strip<L, C, counts, part, true>(strand, at, n - at, min, max);
  for (std::size_t line = 0; line < part; line += places) {
    for (std::size_t i = 0; i < places; ++i) {
      L& least = extremes.min.data()[i];
      L& most = extremes.max.data()[i];
      least = min[line + i] < least ? min[line + i] : least;
      most = max[line + i] > most ? max[line + i] : most;
    }
  }
}

template <class L, Condition C, std::size_t lines>
ISOBAR_INLINE void braid(const Strand<L>& strand, std::size_t n) {
  if (strand.first.first != nullptr) {
    braid_loop<L, C, true, lines>(strand, n);
  } else {
    braid_loop<L, C, false, lines>(strand, n);
  }
}

/// Takes two PEs through a phase in which each is the other's predecessor and successor.
template <class L, Condition C>
ISOBAR_INLINE void trade(L& a, L& b, bool& a_leaves, bool& b_leaves) {
  a_leaves = a >= threshold<L, C>(b, b);
  b_leaves = b >= threshold<L, C>(a, a);
  // Written as arithmetic, because the compiler would make branches of choices between choices.
  const auto less = static_cast<L>(-static_cast<L>(a_leaves) & task<L>);
  const auto more = static_cast<L>(-static_cast<L>(b_leaves) & task<L>);
  a = static_cast<L>(a + more - less);
  b = static_cast<L>(b + less - more);
}

/// Takes the columns first … first + n − 1, of 2^dims loads each that lie `stride` apart, through
/// all their phases.
template <class L, Condition C, std::size_t dims>
ISOBAR_INLINE void cube_columns(L* loads, std::size_t first, std::size_t n, std::size_t stride) {
  constexpr std::size_t rows = std::size_t{1} << dims;
  ISOBAR_INDEPENDENT
  for (std::size_t i = first; i < first + n; ++i) {
    L held[rows];
    ISOBAR_UNROLL
    for (std::size_t row = 0; row < rows; ++row) held[row] = loads[row * stride + i];
    ISOBAR_UNROLL
    for (std::size_t dim = 0; dim < dims; ++dim) {
      ISOBAR_UNROLL
      for (std::size_t pair = 0; pair < rows / 2; ++pair) {
        const std::size_t bit = std::size_t{1} << dim;
        const std::size_t a = pair + (pair & ~(bit - 1));
        bool a_leaves = false;
        bool b_leaves = false;
        trade<L, C>(held[a], held[a + bit], a_leaves, b_leaves);
      }
    }
    ISOBAR_UNROLL
    for (std::size_t row = 0; row < rows; ++row) loads[row * stride + i] = held[row];
  }
}

template <class L, Condition C, std::size_t dims>
ISOBAR_INLINE void cube_loop(L* loads, std::size_t n, std::size_t stride, Columns columns) {
  for (std::size_t base = 0; base < n; base += stride << dims) {
    std::size_t at = base + columns.first;
    const std::size_t end = base + columns.last;
    constexpr std::size_t whole = at_once<L, false>;
    for (; at + whole <= end; at += whole) cube_columns<L, C, dims>(loads, at, whole, stride);
    // Several phases are taken of whole lines only.
    if (dims == 1 && at < end) cube_columns<L, C, dims>(loads, at, end - at, stride);
  }
}

template <bool counts, class L, Condition C>
ISOBAR_INLINE void trade_rows(L* a, L* b, RowCounters of_a, RowCounters of_b, std::size_t n) {
  ISOBAR_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    bool a_leaves = false;
    bool b_leaves = false;
    trade<L, C>(a[i], b[i], a_leaves, b_leaves);
    if (!counts) continue;
    of_a.sent[i] = static_cast<std::uint8_t>(of_a.sent[i] + unit_if(a_leaves, of_a.unit));
    of_b.sent[i] = static_cast<std::uint8_t>(of_b.sent[i] + unit_if(b_leaves, of_b.unit));
  }
}

/// Takes the columns through one phase after the other. What is counted does not stay in registers,
/// so that taking several phases together would only take the compiler long.
template <bool counts, class L, Condition C>
ISOBAR_INLINE void phase_by_phase(L* loads, std::size_t n, std::size_t stride, Columns columns,
                                  std::size_t dims, const RowCounters* counters) {
  const std::size_t rows = std::size_t{1} << dims;
  constexpr std::size_t whole = at_once<L, counts>;
  for (std::size_t base = 0; base < n; base += stride << dims) {
    for (std::size_t dim = 0; dim < dims; ++dim) {
      const std::size_t bit = std::size_t{1} << dim;
      for (std::size_t pair = 0; pair < rows / 2; ++pair) {
        const std::size_t row = base + (pair + (pair & ~(bit - 1))) * stride;
        L* a = loads + row;
        L* b = a + bit * stride;
        const RowCounters of_a = counters[dim].at(row);
        const RowCounters of_b = of_a.at(bit * stride);
        std::size_t at = columns.first;
        for (; at + whole <= columns.last; at += whole) {
          trade_rows<counts, L, C>(a + at, b + at, of_a.at(at), of_b.at(at), whole);
        }
        trade_rows<counts, L, C>(a + at, b + at, of_a.at(at), of_b.at(at), columns.last - at);
      }
    }
  }
}

template <class L, Condition C>
ISOBAR_INLINE void cube(L* loads, std::size_t n, std::size_t stride, Columns columns,
                        std::size_t dims, const RowCounters* counters) {
  if (counters->sent != nullptr) {
    phase_by_phase<true, L, C>(loads, n, stride, columns, dims, counters);
    return;
  }
  // Few runs have the widest loads: they go a phase at a time, which spares the compiler work.
  if constexpr (sizeof(L) == sizeof(std::uint64_t)) {
    phase_by_phase<false, L, C>(loads, n, stride, columns, dims, counters);
  } else {
    switch (dims) {
      case 1:
        return cube_loop<L, C, 1>(loads, n, stride, columns);
      case 2:
        return cube_loop<L, C, 2>(loads, n, stride, columns);
      default:
        return cube_loop<L, C, 3>(loads, n, stride, columns);
    }
  }
}

/// By stride 2^k: all ones at the places whose partner lies before them.
template <class L>
struct Partners {
  constexpr Partners() {
    for (std::size_t k = 0; (std::size_t{1} << k) < loads_per_line<L>; ++k) {
      for (std::size_t i = 0; i < most; ++i) {
        before[k][i] = (i >> k) % 2 == 1 ? static_cast<L>(~L{0}) : L{0};
      }
    }
  }
  static constexpr std::size_t most = at_once<L, true>;
  alignas(64) L before[6][most] = {};
};

template <class L>
constexpr Partners<L> partners;

template <class L, Condition C, bool counts>
ISOBAR_INLINE void near_line(const L* own, L* __restrict to, std::size_t n, std::size_t k,
                             RowCounters counters) {
  const L* is_before = partners<L>.before[k];
  const L* below = own - (std::size_t{1} << k);
  const L* above = own + (std::size_t{1} << k);
  std::uint8_t* __restrict sent = counters.sent;
  ISOBAR_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    const L load = own[i];
    const L partner = static_cast<L>((below[i] & is_before[i]) | (above[i] & ~is_before[i]));
    const bool leaves = load >= threshold<L, C>(partner, partner);
    const bool comes = partner >= threshold<L, C>(load, load);
    to[i] = more_if(comes, less_if(leaves, load));
    if (counts) sent[i] = static_cast<std::uint8_t>(sent[i] + unit_if(leaves, counters.unit));
  }
}

template <class L, Condition C, bool counts>
ISOBAR_INLINE void near_loop(const L* from, L* to, std::size_t n, std::size_t k,
                             RowCounters counters) {
  constexpr std::size_t whole = at_once<L, counts>;
  std::size_t at = 0;
  for (; at + whole <= n; at += whole) {
    near_line<L, C, counts>(from + at, to + at, whole, k, counters.at(at));
  }
  if (at < n) near_line<L, C, counts>(from + at, to + at, n - at, k, counters.at(at));
}

template <class L, Condition C>
ISOBAR_INLINE void near(const L* from, L* to, std::size_t n, std::size_t k, RowCounters counters) {
  if (counters.sent != nullptr) {
    near_loop<L, C, true>(from, to, n, k, counters);
  } else {
    near_loop<L, C, false>(from, to, n, k, counters);
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
    leaves[i] = from[i] >= threshold<L, C>(from[i - stride], from[i + stride]) ? task<L> : 0;
  }
  for (std::size_t ring = 0; ring < n; ring += last + stride) {
    for (std::size_t i = ring; i < ring + stride; ++i) {
      const std::size_t end = i + last;
      leaves[i] = from[i] >= threshold<L, C>(from[end], from[i + stride]) ? task<L> : 0;
      leaves[end] = from[end] >= threshold<L, C>(from[end - stride], from[i]) ? task<L> : 0;
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
  return {On<L, C>::shift, On<L, C>::weave,  On<L, C>::braid,    On<L, C>::cube,
          On<L, C>::near,  On<L, C>::packed, On<L, C>::extremes, On<L, C>::deepen};
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
