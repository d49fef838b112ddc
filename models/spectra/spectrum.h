// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// What the eigenvalues of a fabric say about real-valued diffusion L(t+1) = (I − αΛ)·L(t), where
/// Λ is the fabric's Laplacian (a PE's degree on the diagonal, −1 a link). Closed forms: a ring of
/// K has 2 − 2cos(2πj/K), an open line 2 − 2cos(πj/K), a product the sums of one of each
/// (Cybenko 1989; Xu and Lau 1993). Those of a graph are computed, up to a number of PEs beyond
/// which ValueError is thrown (graph_spectrum.h).

/// All eigenvalues of Λ, ascending, one a PE; the first is 0.
std::vector<double> laplacian_eigenvalues(const Fabric& fabric);

/// The eigenvalues that decide how fast diffusion is.
struct LaplacianRange {
  double least;  ///< the smallest above 0
  double most;
};

/// Both 0 for a single PE.
LaplacianRange laplacian_range(const Fabric& fabric);

/// The α of fastest convergence, 2/(least + most): 1/(D + 1) on a hypercube, 1/(3 − cos(2π/K)) on
/// a ring of even K, 1/(2D + 1 − cos(2π/K)) on an even K-ary D-cube. 1/2 for a single PE.
double optimal_alpha(const Fabric& fabric);

/// γ, by which the distance from the mean shrinks a step in the long run: the largest |1 − αλ|.
double convergence_factor(const Fabric& fabric, double alpha);

/// The β of fastest convergence of second-order diffusion, 2/(1 + √(1 − γ²)), for 0 ≤ γ < 1.
double optimal_beta(double gamma);

/// By which the distance shrinks a step in the long run under
/// L(t+1) = β(I − αΛ)·L(t) + (1 − β)·L(t−1). At the best β it is √(β − 1).
double second_order_factor(double gamma, double beta);

}  // namespace isobar
