// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/contract/phase_rules.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

std::set<unsigned> dimensions_of(const Fabric& fabric, const Phase& phase) {
  std::set<unsigned> dimensions;
  for (const auto* ports : {&phase.hears, &phase.receives}) {
    for (const auto port : *ports) dimensions.insert(fabric.ports()[port].dimension);
  }
  return dimensions;
}

PhaseRules::PhaseRules(const Fabric& fabric, const SynchronousScheme& scheme)
    : phases_(scheme.phases()),
      degree_(fabric.degree()),
      words_(phases_.size() * degree_, 0),
      transfers_(phases_.size() * degree_, 0) {
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    for (const auto port : fabric.far_ports(phases_[i].hears)) words_[i * degree_ + port] = 1;
    for (const auto port : fabric.far_ports(phases_[i].receives)) {
      transfers_[i * degree_ + port] = 1;
    }
  }
}

void PhaseRules::reject(const char* what, std::size_t phase, Node node, unsigned port) const {
  throw ModelError(
      fmt::format("the scheme breaks its contract: in phase {} PE {} {} that the phase does not "
                  "allow (port {})",
                  phase, node, what, port));
}

void PhaseRules::overflow(Node node, Load load, Load depth) {
  throw ModelError(
      fmt::format("the queue of PE {} holds {} tasks, its depth is {}", node, load, depth));
}

void PhaseRules::disagree(std::size_t phase, Node node) {
  throw ModelError(fmt::format(
      "the scheme breaks its contract: after phase {} PE {} goes another way than other PEs", phase,
      node));
}

}  // namespace isobar
