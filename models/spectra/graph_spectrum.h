// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The work grows with the cube of the PEs: about a second here.
inline constexpr Node max_spectrum_nodes = 1024;

/// All eigenvalues of the Laplacian of any fabric by its links, ascending, one a PE; the first is
/// 0. Throws ValueError if it has more than `max_spectrum_nodes` PEs.
std::vector<double> eigenvalues_of_links(const Fabric& fabric);

}  // namespace isobar
