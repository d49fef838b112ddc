// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// The most nodes for which eigenvalues are computed. The work grows with the cube of their number
/// and takes about a second here.
inline constexpr Node max_spectrum_nodes = 1024;

/// All eigenvalues of the Laplacian of any fabric, computed from its links: ascending, as many as
/// there are nodes; the first is 0. Throws ValueError beyond `max_spectrum_nodes` nodes.
std::vector<double> eigenvalues_of_links(const Fabric& fabric);

}  // namespace isobar
