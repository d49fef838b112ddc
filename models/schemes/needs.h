// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/fabric.h"

namespace isobar {

/// What a scheme objects that runs on every fabric: nothing.
inline std::string needs_nothing(const Fabric& /*fabric*/) { return {}; }

/// What a scheme objects that goes through a fabric dimension by dimension; empty if it can run.
inline std::string needs_dimensions(const Fabric& fabric) {
  if (fabric.is_product()) return {};
  return "it goes dimension by dimension, and a graph has none (ring, torus, hypercube, hhc, mesh)";
}

}  // namespace isobar
