// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/real_exchange.h"

#include "models/fabric/edge_colouring.h"

namespace isobar {

RealExchange::RealExchange(const Fabric& fabric, std::vector<double> loads, double lambda)
    : loads_(std::move(loads)), lambda_(lambda) {
  const EdgeColouring colouring(fabric);
  colours_.resize(colouring.colours().size());
  for (std::size_t colour = 0; colour < colours_.size(); ++colour) {
    for (Node node = 0; node < fabric.nodes(); ++node) {
      const auto port = colouring.port(colour, node);
      if (!port) continue;
      const auto other = fabric.neighbour(node, *port);
      if (other && *other > node) colours_[colour].emplace_back(node, *other);
    }
  }
}

void RealExchange::step() {
  for (const auto& colour : colours_) {
    for (const auto& [a, b] : colour) {
      const double flow = lambda_ * (loads_[a] - loads_[b]);
      loads_[a] -= flow;
      loads_[b] += flow;
    }
  }
}

}  // namespace isobar
