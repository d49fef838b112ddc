// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_rows.h"

#include "models/steps/liquid_rows_body.h"

namespace isobar {

Isa best_isa() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0) {
    return Isa::avx512;
  }
  if (__builtin_cpu_supports("avx2") != 0) return Isa::avx2;
#endif
  return Isa::baseline;
}

template <class L>
LiquidRows<L> liquid_rows(Condition condition, Isa isa) {
#ifdef __x86_64__
  if (isa == Isa::avx512) return rows::avx512<L>(condition);
  if (isa == Isa::avx2) return rows::avx2<L>(condition);
#endif
  static_cast<void>(isa);
  return rows::baseline<L>(condition);
}

template LiquidRows<std::uint8_t> liquid_rows(Condition, Isa);
template LiquidRows<std::uint16_t> liquid_rows(Condition, Isa);
template LiquidRows<std::uint32_t> liquid_rows(Condition, Isa);
template LiquidRows<std::uint64_t> liquid_rows(Condition, Isa);

}  // namespace isobar
