// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/real_diffusion.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace isobar {

RealDiffusion::RealDiffusion(const Fabric& fabric, std::vector<double> loads, double alpha,
                             double beta)
    : loads_(std::move(loads)), alpha_(alpha), beta_(beta) {
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    // A pair is taken once: by the link that leaves the lower node, or the lower port.
    if (!link || std::pair(link->from, link->port) > std::pair(link->to, link->to_port)) continue;
    pairs_.push_back({link->from, link->to, 0});
  }
}

void RealDiffusion::step() {
  const double kept = first_ ? 0 : beta_ - 1;
  const double share = first_ ? alpha_ : beta_ * alpha_;
  first_ = false;
  for (auto& pair : pairs_) {
    pair.flow = kept * pair.flow + share * (loads_[pair.a] - loads_[pair.b]);
  }
  for (const auto& pair : pairs_) {
    loads_[pair.a] -= pair.flow;
    loads_[pair.b] += pair.flow;
  }
}

double distance_from_mean(const std::vector<double>& loads) {
  const double mean =
      std::accumulate(loads.begin(), loads.end(), 0.0) / static_cast<double>(loads.size());
  double squares = 0;
  for (const double load : loads) squares += (load - mean) * (load - mean);
  return std::sqrt(squares);
}

}  // namespace isobar
