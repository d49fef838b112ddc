// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// What the eigenvalues of a fabric say about real-valued diffusion L(t+1) = (I − αΛ)·L(t), where
/// Λ is the fabric's Laplacian (a PE's degree on the diagonal, −1 for each link). There are closed
/// forms: the eigenvalues of a ring of K are 2 − 2cos(2πj/K), those of an open line 2 − 2cos(πj/K),
/// and those of a product all sums of one of each factor (Cybenko 1989; Xu and Lau 1993). Those of
/// a graph are computed; beyond max_spectrum_nodes (graph_spectrum.h) that throws ValueError.

/// All eigenvalues of Λ in ascending order, as many as there are PEs; the first is 0.
std::vector<double> laplacian_eigenvalues(const Fabric& fabric);

/// The eigenvalues that decide how fast diffusion is.
struct LaplacianRange {
  double least;  ///< the smallest above 0
  double most;
};

/// Both eigenvalues are 0 for a single PE.
LaplacianRange laplacian_range(const Fabric& fabric);

/// The α of fastest convergence, 2/(least + most): 1/(D + 1) on a hypercube, 1/(3 − cos(2π/K)) on
/// a ring of even K, 1/(2D + 1 − cos(2π/K)) on an even K-ary D-cube. 1/2 for a single PE.
double optimal_alpha(const Fabric& fabric);

/// γ, the factor by which a step shrinks the distance from the mean in the long run: the largest
/// |1 − αλ|.
double convergence_factor(const Fabric& fabric, double alpha);

/// The β of fastest convergence of second-order diffusion, 2/(1 + √(1 − γ²)), for 0 ≤ γ < 1.
double optimal_beta(double gamma);

/// The factor by which a step of L(t+1) = β(I − αΛ)·L(t) + (1 − β)·L(t−1) shrinks the distance from
/// the mean in the long run. At the optimal β it is √(β − 1).
double second_order_factor(double gamma, double beta);

}  // namespace isobar
