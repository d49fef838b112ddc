// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/steal.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"

namespace isobar {

Node random_other(Random& random, Node nodes, Node node) {
  if (nodes < 2) return node;
  const auto drawn = static_cast<Node>(random() % (nodes - 1));
  return drawn < node ? drawn : drawn + 1;
}

Node StealAgent::next(AgentPe& pe) {
  const Node nodes = pe.fabric().pes();
  if (!by_number_) return random_other(random_, nodes, pe.node());
  victim_ = (victim_ + 1) % nodes;
  if (victim_ == pe.node()) victim_ = (victim_ + 1) % nodes;
  return victim_;
}

Load StealAgent::gives(Load more) const { return half_ ? more / 2 : std::min<Load>(1, more / 2); }

namespace {

const auto ring_parameter =
    parameter("ring", "victims: 0 at random, 1 by number, one after the other").zero_or_one(false);
const auto half_parameter =
    parameter("half", "1: half of what the victim has more; 0: one task").zero_or_one(true);

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const bool by_number = values.get(ring_parameter);
  const bool half = values.get(half_parameter);
  const auto retry = exponential_backoff(values);
  const auto seed = setting.seed;
  return std::make_unique<Agents>(AskingAgent::kinds(setting.load_bits), [=](Node node) {
    return std::make_unique<StealAgent>(by_number, half, retry,
                                        random_stream(seed, fmt::format("steal {}", node)));
  });
}

const RegisterScheme registered(
    {"steal",
     "work stealing: a PE without waiting tasks asks a victim for half of its tasks",
     "Blumofe and Leiserson 1999; Dinan et al. 2009 (steal half)",
     together({{ring_parameter, half_parameter}, backoff_parameters(1)}),
     needs_nothing,
     {},
     make},
    {}, "a PE asks only when it has no task waiting, and gets only tasks that wait at its victim");

}  // namespace
}  // namespace isobar
