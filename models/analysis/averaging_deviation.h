// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Nearest-neighbour averaging on a binary hypercube while loads change: the bound on the variation
/// of a PE's load which Henrich (Section 2.3) cites of Hong, Tan and Chen (1988) without stating
/// it. Derived here, for equation 3 with real loads.
///
/// Before each step every PE's load grows by a random amount, independent of all others and of
/// variance σ²; the step takes each load to the mean of its PE and the D neighbours. A PE's
/// deviation is its load less the mean of all. The step is a symmetric matrix with the eigenvalues
/// μ_j = (D + 1 − 2j)/(D + 1), each C(D, j) times, of which j = 0 is the mean of all. All PEs are
/// alike, so right after the amounts of step t the variance of each deviation is
///
///   σ²·2^−D Σ_{j=1..D} C(D, j) Σ_{s<t} μ_j^2s.
///
/// It grows with t, and towards σ²·2^−D Σ C(D, j)/(1 − μ_j²) =
/// σ²·(1/2 − 2^(−D−1) + (D + 1)·2^(−D−2) Σ_{m=1..D} (2^m − 1)/m), which no D takes above
/// `largest_deviation_variance`: for D ≥ 5 it is at most 1/2 + (D + 1)/(2(D − 2)), for
/// Σ_{m≤D} 2^m/m ≤ 2^(D+1)/(D − 2) by induction, and that is less from D = 11 on. So the variance
/// has a bound that depends neither on the time nor on the number of PEs, where without balancing
/// it grows as t·σ².

/// The variance of a PE's deviation right after the amounts of step t ≥ 0, in units of σ².
/// `dimensions` from 1 to 60.
double deviation_variance(unsigned dimensions, std::int64_t t);
/// What it grows to.
double deviation_variance_limit(unsigned dimensions);
/// The largest limit of any number of dimensions, that of 6, rounded up.
inline constexpr double largest_deviation_variance = 1.184;

}  // namespace isobar
