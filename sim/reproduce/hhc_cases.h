// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/analysis/hhc_formulas.h"
#include "sim/reproduce/lab.h"

namespace isobar {

// The runs that the entries of the HHC paper share.

inline constexpr std::array hhc_algorithms = {HhcAlgorithm::a, HhcAlgorithm::b, HhcAlgorithm::c};
inline constexpr unsigned hhc_most_dimensions = 8;  ///< the paper's largest: 768 PEs
/// A load that every division leaves without remainder, at every dh.
inline constexpr std::int64_t hhc_even_load = 99'840;

/// The algorithm's letter: `A`.
std::string hhc_letter(HhcAlgorithm algorithm);
/// One complete run of an algorithm, which is one step.
Setup hhc_setup(HhcAlgorithm algorithm, unsigned dh, const std::string& load,
                std::int64_t seed = 1);

/// The paper's worst case, as its execution times need it: all tasks on one PE of one cell, L for
/// A and a coordinator for B and C.
std::string hhc_worst_load(HhcAlgorithm algorithm, std::int64_t tasks);
/// The worst case in words.
std::string hhc_worst_load_remark(HhcAlgorithm algorithm);

/// A triangle's loads C, L, R in every triangle, and 2 tasks more for each 1 in the rest of a PE's
/// address, so that every pair is 2 apart in its turn.
std::vector<Load> hhc_loads(const std::array<Load, 3>& triangle, unsigned dh);
/// Loads of a triangle that need every message of an algorithm.
std::array<Load, 3> hhc_triangle_that_needs_all(HhcAlgorithm algorithm);
/// A run from loads of hhc_loads().
Experiment hhc_experiment(HhcAlgorithm algorithm, unsigned dh, const std::array<Load, 3>& triangle);

/// The first phase of pairs: those across the triangles. The phase before it ends the triangles'
/// stage, those after it are the dimensions between the cells.
std::size_t hhc_first_pair(const Experiment& experiment, unsigned dh);

/// Cycles in microseconds at the default clock.
double hhc_microseconds(Cycle cycles);

}  // namespace isobar
