// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// Balanced: mean(U)/max(U) ≥ eff_min over the PEs; `one_more`: the utilization of the largest
/// task, by which the maximum may be higher where tasks are indivisible. All at 0 is balanced.
inline bool is_balanced(double mean, double max, double eff_min, double one_more = 0) {
  return mean >= eff_min * (max - one_more);
}

/// (C_j·L_i − C_i·L_j)/(C_i + C_j): what PE i must give j for equal utilizations. Written with
/// utilizations it is antisymmetric to the last bit.
inline double levelling(double load, double capacity, double other_load, double other_capacity) {
  const double between = 1 / (1 / capacity + 1 / other_capacity);
  return between * (load / capacity - other_load / other_capacity);
}

}  // namespace isobar
