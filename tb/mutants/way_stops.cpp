// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/way_stops.h"

namespace isobar {

std::vector<WayStop> way_stops(const Fabric& fabric, const RtlParameters& parameters) {
  std::vector<std::size_t> rtl_ports;
  for (const auto& port : fabric.ports()) rtl_ports.push_back(parameters.port(port));
  std::vector<WayStop> all;
  for (Node from = 0; from < fabric.pes(); ++from) {
    for (Node to = 0; to < fabric.pes(); ++to) {
      if (from == to) continue;
      Node at = from;
      std::size_t hops = 0;
      for (const auto port : fabric.route(from, to)) {
        const auto came_by = fabric.far_port(at, port);
        at = *fabric.neighbour(at, port);
        all.push_back({at, rtl_ports[came_by], from, to, ++hops});
      }
    }
  }
  return all;
}

}  // namespace isobar
