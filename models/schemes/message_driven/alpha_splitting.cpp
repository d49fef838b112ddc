// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/alpha_splitting.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "models/fabric/neighbours.h"
#include "models/fraction.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/apportion.h"

namespace isobar {

void AlphaSplittingAgent::begin(AgentPe& pe) {
  const auto& fabric = pe.fabric();
  if (both_ways_) {
    asked_ = neighbours_of(fabric, pe.node());
    return;
  }
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const auto port = fabric.port(d, Direction::predecessor);
    if (port) asked_.push_back(*fabric.neighbour(pe.node(), *port));
  }
}

Node AlphaSplittingAgent::next(AgentPe& pe) {
  return asked_.empty() ? pe.node() : asked_[turn_++ % asked_.size()];
}

Load AlphaSplittingAgent::gives(Load more) const {
  return scaled(more, given_.numerator(), given_.denominator());
}

namespace {

const auto alpha_parameter =
    parameter("alpha", "part of its load that a PE keeps").range(0, 1).real(0.5);
const auto directions_parameter =
    parameter("directions", "1: only predecessors are asked; 2: all neighbours, in turn")
        .formerly("ways")
        .range(1, 2)
        .whole(1);

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const double given = values.get(alpha_parameter);
  const auto alpha = nearest_fraction(given);
  if (alpha <= 0 || alpha >= 1) {
    throw ValueError(fmt::format("alpha must be above 0 and below 1, not {}", given));
  }
  const bool both_ways = values.get(directions_parameter) == 2;
  const auto retry = exponential_backoff(values);
  return std::make_unique<Agents>(AskingAgent::kinds(setting.load_bits), [=](Node) {
    return std::make_unique<AlphaSplittingAgent>(alpha, both_ways, retry);
  });
}

std::string needs_rings(const Fabric& fabric) {
  if (fabric.closed()) return {};
  return "the first PE of an open line has no predecessor to ask; it needs closed rings (ring, "
         "torus, hypercube, hhc)";
}

const RegisterScheme registered(
    {"alpha-splitting",
     "an idle PE demands work from its predecessor, which gives 1 - alpha of its load",
     "Kumar and Rao 1987; Henrich, The Liquid Model Load Balancing Method, Section 2.1",
     together({{alpha_parameter, directions_parameter}, backoff_parameters(1)}),
     needs_rings,
     {},
     make},
    {},
    "a PE asks only when it is idle, and only its predecessor; with `directions=2` it asks all "
    "neighbours");

}  // namespace
}  // namespace isobar
