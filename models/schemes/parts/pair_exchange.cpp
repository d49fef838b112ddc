// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/pair_exchange.h"

#include <utility>

namespace isobar {

PairExchange::PairExchange(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                           const Rational& lambda, EndCapacities ends)
    : colouring_(fabric), load_bits_(load_bits), lambda_(lambda), ends_(std::move(ends)) {
  for (const auto& colour : colouring_.colours()) {
    Phase phase;
    phase.hears = {colour.successor};
    if (colour.predecessor != colour.successor) phase.hears.push_back(colour.predecessor);
    phase.receives = phase.hears;
    phase.word_bits = load_bits;
    phase.decision = decision;
    phases_.push_back(std::move(phase));
  }
  if (phases_.empty()) {  // a PE without neighbours: a step that takes no time
    phases_.emplace_back();
    phases_.back().decision = 0;
  }
  phases_.back().ends_step = true;
}

void PairExchange::announce(std::size_t phase, const PeView& self, Words& out) const {
  if (const auto port = colouring_.port(phase, self.node)) out.add(*port, self.load, load_bits_);
}

void PairExchange::decide(std::size_t phase, const PeView& self, Orders& out) const {
  if (colouring_.colours().empty()) return;
  const auto port = colouring_.port(phase, self.node);
  if (!port) return;
  const Load other = self.heard[*port];
  const Load more = self.load - other;
  if (ends_.weighted()) {
    const Load given = ends_.share(lambda_, self.node, *port, self.load, other);
    if (given > 0) out.add(*port, given);
  } else if (more > 0) {
    out.add(*port, share(more));
  }
}

}  // namespace isobar
