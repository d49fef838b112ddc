// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/steal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/contract/stealing_rule.h"
#include "models/schemes/parts/agents.h"

namespace isobar {

Load StealAgent::gives(Load more) const { return half_ ? more / 2 : std::min<Load>(1, more / 2); }

namespace {

const auto victims_parameter =
    parameter(
        "victims",
        "random: any other PE; xorshift: the same, drawn as hardware does; ring: all, one after "
        "the other by number; nearest: neighbours, in turn")
        .formerly("ring", {{"0", "random"}, {"1", "ring"}})
        .one_of<VictimChoice>({{"random", VictimChoice::random},
                               {"xorshift", VictimChoice::xorshift},
                               {"ring", VictimChoice::ring},
                               {"nearest", VictimChoice::nearest}},
                              VictimChoice::random);
const auto half_parameter =
    parameter("half", "1: half of what the victim has more; 0: one task").zero_or_one(true);

std::unique_ptr<Victims> victims_of(VictimChoice choice, std::uint64_t seed, Node node) {
  switch (choice) {
    case VictimChoice::xorshift:
      return std::make_unique<XorshiftVictims>(victims_xorshift(seed, node));
    case VictimChoice::ring:
      return std::make_unique<RingVictims>();
    case VictimChoice::nearest:
      return std::make_unique<NearestVictims>();
    case VictimChoice::random:
      break;
  }
  return std::make_unique<RandomVictims>(SmallRandom(seed, fmt::format("steal {}", node)));
}

/// The agents of all thieves, and how they steal.
class Steal final : public MessageDrivenScheme, public Stealing {
 public:
  Steal(Agents agents, const StealingRule& rule, std::uint64_t seed)
      : agents_(std::move(agents)), rule_(rule), seed_(seed) {}

  const std::vector<WordKind>& words() const override { return agents_.words(); }
  std::unique_ptr<Agent> agent(Node node) const override { return agents_.agent(node); }
  StealingRule stealing_rule() const override { return rule_; }
  Xorshift thief_xorshift(Node node) const override { return victims_xorshift(seed_, node); }

 private:
  Agents agents_;
  StealingRule rule_;
  std::uint64_t seed_;
};

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const auto choice = values.get(victims_parameter);
  const bool half = values.get(half_parameter);
  const auto retry = exponential_backoff(values);
  const auto seed = setting.seed;
  const Agents agents(AskingAgent::kinds(setting.load_bits), [=](Node node) {
    return std::make_unique<StealAgent>(victims_of(choice, seed, node), half, retry);
  });
  return std::make_unique<Steal>(agents, StealingRule{choice, half, retry.retry, retry.longest},
                                 seed);
}

const RegisterScheme registered(
    {"steal",
     "work stealing: a PE without waiting tasks asks a victim for half of its tasks",
     "Blumofe and Leiserson 1999; Dinan et al. 2009 (steal half)",
     together({{victims_parameter, half_parameter}, backoff_parameters(1)}),
     needs_nothing,
     {},
     make},
    {}, "a PE asks only when it has no task waiting, and gets only tasks that wait at its victim");

}  // namespace
}  // namespace isobar
