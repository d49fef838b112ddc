// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/reproduce/reproduction.h"

namespace isobar {

/// D. Henrich, The Liquid Model Load Balancing Method.
std::vector<ReproductionEntry> henrich_reproductions();
/// M. Willebeek-LeMair and A. Reeves, Strategies for Dynamic Load Balancing on Highly Parallel
/// Computers.
std::vector<ReproductionEntry> willebeek_reproductions();
/// E. Al-Nsour, M. Asmaran and M. Fasha, New Load Balancing Algorithms for the HHC Interconnection
/// Network.
std::vector<ReproductionEntry> hhc_reproductions();
/// R. Lüling and B. Monien, A Dynamic Distributed Load Balancing Algorithm with Provable Good
/// Performance.
std::vector<ReproductionEntry> lueling_monien_reproductions();

/// J. Watts, M. Rieffel and S. Taylor, Dynamic Management of Heterogeneous Resources.
std::vector<ReproductionEntry> watts_reproductions();
std::vector<ReproductionEntry> watts_homogeneous_reproductions();
std::vector<ReproductionEntry> watts_locality_reproductions();

/// Unbalanced tree search (S. Olivier et al., UTS: An Unbalanced Tree Search Benchmark).
std::vector<ReproductionEntry> uts_reproductions();

/// What became of what a paper says of itself first: one sentence with the IDs that it rests on in
/// brackets, printed before the paper's first entry. Empty if nothing is said. `paper` is that of a
/// ReproductionEntry.
std::string paper_headline(const std::string& paper);

/// The entries of all papers, in the order of papers and places.
const std::vector<ReproductionEntry>& reproductions();

}  // namespace isobar
