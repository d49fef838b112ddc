// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/pe_colouring.h"

#include <algorithm>

#include "models/fabric/edge_colouring.h"

namespace isobar {

PeColouring::PeColouring(const Fabric& fabric, const PeNeighbours& neighbours)
    : partners_(neighbours.pes()) {
  if (fabric.is_product()) {
    by_dimension(fabric);
  } else {
    greedily(neighbours);
  }
}

void PeColouring::by_dimension(const Fabric& fabric) {
  const EdgeColouring colouring(fabric);
  colours_ = colouring.colours().size();
  for (Node pe = 0; pe < partners_.size(); ++pe) {
    for (std::size_t colour = 0; colour < colours_; ++colour) {
      const auto port = colouring.port(colour, pe);
      partners_[pe].push_back(port ? fabric.neighbour(pe, *port) : std::nullopt);
    }
  }
}

void PeColouring::greedily(const PeNeighbours& neighbours) {
  const auto is_free = [](const auto& partners, std::size_t colour) {
    return colour >= partners.size() || !partners[colour];
  };
  const auto set = [](auto& partners, std::size_t colour, Node partner) {
    if (colour >= partners.size()) partners.resize(colour + 1);
    partners[colour] = partner;
  };
  for (Node pe = 0; pe < partners_.size(); ++pe) {
    for (const Node other : neighbours.of(pe)) {
      if (other < pe) continue;
      std::size_t colour = 0;
      while (!is_free(partners_[pe], colour) || !is_free(partners_[other], colour)) ++colour;
      set(partners_[pe], colour, other);
      set(partners_[other], colour, pe);
      colours_ = std::max(colours_, colour + 1);
    }
  }
  for (auto& partners : partners_) partners.resize(colours_);
}

}  // namespace isobar
