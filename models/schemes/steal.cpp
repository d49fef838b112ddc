// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/steal.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/schemes/agents.h"
#include "models/schemes/registry.h"

namespace isobar {

Node random_other(Random& random, Node nodes, Node node) {
  if (nodes < 2) return node;
  const auto drawn = static_cast<Node>(random() % (nodes - 1));
  return drawn < node ? drawn : drawn + 1;
}

Node StealAgent::next(AgentPe& pe) {
  const Node nodes = pe.fabric().nodes();
  if (!by_number_) return random_other(random_, nodes, pe.node());
  victim_ = (victim_ + 1) % nodes;
  if (victim_ == pe.node()) victim_ = (victim_ + 1) % nodes;
  return victim_;
}

Load StealAgent::gives(Load total) const { return half_ ? total / 2 : std::min<Load>(1, total / 2); }

namespace {

std::unique_ptr<MessageScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const bool by_number = values.at("ring") != 0;
  const bool half = values.at("half") != 0;
  const RetryRule retry{static_cast<Cycle>(values.at("retry")),
                        static_cast<Cycle>(values.at("retry_max"))};
  if (retry.longest < retry.retry) {
    throw ValueError(fmt::format("retry_max must be at least retry, {}, not {}", retry.retry,
                                 retry.longest));
  }
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
     {{"ring", "", 0, 0, 1, true, "victims: 0 at random, 1 by number, one after the other"},
      {"half", "", 1, 0, 1, true, "1: half of the victim's tasks; 0: one"},
      {"retry", "cycles", 16, 1, 1e12, true,
       "from an attempt in vain to the next, twice as long each time"},
      {"retry_max", "cycles", 4096, 1, 1e12, true, "the longest such wait"}},
     [](const Fabric&) { return std::string(); },
     {},
     make});

}  // namespace
}  // namespace isobar
