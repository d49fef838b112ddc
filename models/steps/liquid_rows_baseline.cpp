// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_rows_body.h"

namespace isobar::rows {
namespace {

template <class L, Condition C>
struct Baseline {
  static void shift(const Around<L>& from, L* to, std::size_t n, RowCounters counters,
                    Extremes<L>* extremes) {
    rows::shift<L, C>(from, to, n, counters, extremes);
  }
  static void weave(const Shuttle<L>& row, const Shuttle<L>* next, const Weft<L>& weft,
                    std::size_t n, Extremes<L>* extremes) {
    rows::weave<L, C>(row, next, weft, n, extremes);
  }
  static void braid(const Strand<L>& strand, std::size_t n) { rows::braid<L, C, 1>(strand, n); }
  static void cube(L* loads, std::size_t n, std::size_t stride, Columns columns, std::size_t dims,
                   const RowCounters* counters) {
    rows::cube<L, C>(loads, n, stride, columns, dims, counters);
  }
  static void near(const L* from, L* to, std::size_t n, std::size_t k, RowCounters counters) {
    rows::near<L, C>(from, to, n, k, counters);
  }
  static void packed(const L* from, L* to, L* scratch, std::size_t n, std::size_t radix,
                     std::size_t stride, RowCounters counters) {
    rows::packed<L, C>(from, to, scratch, n, radix, stride, counters);
  }
  static void extremes(const L* loads, std::size_t n, Extremes<L>& found) {
    rows::extremes(loads, n, found);
  }
  static void deepen(const L* loads, std::size_t n, L* deepest) { rows::deepen(loads, n, deepest); }
};

}  // namespace

template <class L>
LiquidRows<L> baseline(Condition condition) {
  return table<L, Baseline>(condition);
}
template LiquidRows<std::uint8_t> baseline(Condition);
template LiquidRows<std::uint16_t> baseline(Condition);
template LiquidRows<std::uint32_t> baseline(Condition);
template LiquidRows<std::uint64_t> baseline(Condition);

}  // namespace isobar::rows
