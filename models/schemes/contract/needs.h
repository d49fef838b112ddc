// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/fabric.h"

namespace isobar {

/// Returns an empty objection: the scheme runs on every fabric.
inline std::string needs_nothing(const Fabric& /*fabric*/) { return {}; }

/// The objection of a scheme whose PEs talk to the PE at the other end of each link, in lockstep;
/// empty if it can run. A switch passes messages on later, and to an address.
inline std::string needs_pes_at_links(const Fabric& fabric) {
  if (fabric.switches() == 0) return {};
  return "a PE talks to the one at the other end of a link, which here may be a switch (schemes of "
         "messages go over switches)";
}

/// The objection of a scheme that goes through a fabric dimension by dimension; empty if it can
/// run.
inline std::string needs_dimensions(const Fabric& fabric) {
  if (fabric.is_product()) return {};
  return "it goes dimension by dimension, and a graph has none (ring, torus, hypercube, hhc, mesh)";
}

}  // namespace isobar
