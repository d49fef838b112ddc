// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"

namespace isobar {

/// A message between two PEs that comes to a PE on its way, or at its end.
struct WayStop {
  Node at;
  std::size_t port;  ///< of the RTL, by which it comes
  Node from;
  Node to;
  std::size_t hops;  ///< links over which it has come
};

/// Those of all ways in a fabric.
std::vector<WayStop> way_stops(const Fabric& fabric, const RtlParameters& parameters);

}  // namespace isobar
