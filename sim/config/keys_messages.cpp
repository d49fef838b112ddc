// SPDX-License-Identifier: Apache-2.0
// How balancers of message-driven schemes work, and how their messages get through the fabric.
#include <fmt/format.h>

#include <algorithm>

#include "models/measure/goals.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"

namespace isobar {
namespace {

enum class Place : std::uint8_t { hardware, software };  ///< where a balancer works

bool deviates(const Draft& draft, const Key& key) {
  return draft.given(key.name) && !draft.gives_default(key);
}

/// The section applies to message-driven schemes. `none`, which stands beside such schemes in
/// campaigns, may be given it too: then the values need only be right.
Objection is_message_driven(const Draft& draft, const KeySection& section) {
  if (draft.scheme.is_message_driven()) return {};
  const auto& scheme = *draft.scheme.entry;
  const bool beside =
      !scheme.balances && std::any_of(section.keys.begin(), section.keys.end(),
                                      [&](const Key& k) { return deviates(draft, k); });
  if (beside) return {};
  return {fmt::format("{} is synchronous: this is for message-driven schemes", scheme.name), true};
}

Objection is_software(const Draft& draft) {
  return {draft.experiment().balancer.software ? "" : "a balancer in hardware does not poll"};
}

Objection has_buffers(const Draft& draft) {
  const bool circuit = draft.experiment().switching == Switching::circuit;
  return {circuit ? "a circuit needs no buffers" : ""};
}

Objection says_to_many(const Draft& draft) {
  const auto& agents = draft.experiment().agents;
  if (!agents) return {};  // `none`, which stands beside such schemes
  const auto& words = agents->words();
  if (std::any_of(words.begin(), words.end(), [](const WordKind& one) { return one.to_many; })) {
    return {};
  }
  return {fmt::format("{} sends no word to many PEs", draft.scheme.entry->name), true};
}

/// Beside a synchronous scheme there is no default.
Objection has_cycle_limit(const Draft& draft) {
  const bool is_number = draft.given("max_cycles") && draft.entry("max_cycles").value != "auto";
  return {draft.scheme.is_message_driven() || is_number ? "" : "a synchronous run has no default"};
}

Parser<Switching> switching() {
  auto kinds = word<Switching>("switching", {{"store-and-forward", Switching::store_and_forward},
                                             {"cut-through", Switching::cut_through},
                                             {"circuit", Switching::circuit}});
  kinds.parse = [named = kinds.parse](const std::string& name, const Draft& draft) {
    const auto found = named(name, draft);
    if (found == Switching::circuit && !draft.experiment().fabric.is_product()) {
      throw ValueError(
          "a circuit goes in dimension order, and a graph has no dimensions; allowed there: "
          "store-and-forward, cut-through");
    }
    return found;
  };
  return kinds;
}

/// A word of which one does not go with circuits, for the reason `why`.
template <class Kind>
Parser<Kind> not_with_circuits(Parser<Kind> kinds, Kind without, const std::string& why,
                               const std::string& allowed) {
  kinds.parse = [=, named = kinds.parse](const std::string& name, const Draft& draft) {
    const Kind found = named(name, draft);
    if (found == without) return found;
    if (draft.experiment().switching == Switching::circuit) {
      throw ValueError(fmt::format("{}; allowed with switching = circuit: {}", why, allowed));
    }
    return found;
  };
  return kinds;
}

Parser<Routing> routing() {
  return not_with_circuits(
      word<Routing>("routing", {{"shortest", Routing::shortest}, {"random", Routing::random}}),
      Routing::shortest,
      "circuits would wait for each other for ever over routes that are not in dimension order",
      "shortest");
}

Parser<Broadcast> broadcast() {
  auto kinds = not_with_circuits(
      word<Broadcast>("broadcast", {{"sends", Broadcast::sends}, {"tree", Broadcast::tree}}),
      Broadcast::sends, "a circuit leads to one destination", "sends");
  kinds.parse = [named = kinds.parse](const std::string& name, const Draft& draft) {
    const auto found = named(name, draft);
    if (found == Broadcast::tree && !draft.experiment().fabric.is_product()) {
      throw ValueError(
          "routers replicate in dimension order, and a graph has no dimensions; allowed there: "
          "sends");
    }
    return found;
  };
  return kinds;
}

Cycle usual_period(const Draft& /*draft*/) { return 1000; }

Cycle usual_cycle_limit(const Draft& draft) {
  const auto& e = draft.experiment();
  if (const auto due = due_cycle(e.goal)) return std::max<Cycle>(*due, 1);
  return e.application ? Cycle{1} << 50 : Cycle{1} << 30;
}

}  // namespace

KeySection message_keys() {
  constexpr std::int64_t most_buffers = 1'000'000;
  return {
      "Message-driven schemes",
      {
          Key{"balancer", "hardware", "KIND",
              "where a balancer works: in hardware beside the executor, or in software that stops "
              "its work"}
              .sets<Place>(word<Place>("balancer", {{"hardware", Place::hardware},
                                                    {"software", Place::software}}),
                           [](Draft& d, Place value) {
                             d.experiment().balancer.software = value == Place::software;
                           }),
          Key{"handling", "1", "CYCLES",
              "cycles for each message that a balancer takes in or sends; or a time"}
              .of("cycles")
              .sets<Cycle>(cycles("the handling of a message", 0),
                           [](Draft& d, Cycle value) { d.experiment().balancer.handling = value; }),
          Key{"poll_period", "auto", "CYCLES",
              "software: cycles of work between two polls, or a time; auto: 1000"}
              .of("cycles")
              .only("balancer = software", is_software)
              .sets<Cycle>(
                  cycles("a time between two looks", 1),
                  [](Draft& d, Cycle value) { d.experiment().balancer.poll_period = value; },
                  usual_period),
          Key{"poll_cost", "0", "CYCLES",
              "software: cycles of a poll, with or without a message; or a time"}
              .of("cycles")
              .only("balancer = software", is_software)
              .sets<Cycle>(
                  cycles("the time of a look", 0),
                  [](Draft& d, Cycle value) { d.experiment().balancer.poll_cost = value; }),
          Key{"tasks_per_message", "any", "N", "maximum number of tasks in a message"}
              .of("tasks")
              .sets<std::int64_t>(or_word(whole("the tasks of a message", 1, max_count), "any", 0),
                                  [](Draft& d, std::int64_t value) {
                                    d.experiment().balancer.tasks_per_message = value;
                                  }),
          Key{"switching", "store-and-forward", "KIND",
              "how a message passes PEs: store-and-forward, cut-through, or circuit (iPSC/2)"}
              .sets<Switching>(switching(),
                               [](Draft& d, Switching value) { d.experiment().switching = value; }),
          Key{"buffers", "1", "N",
              "store-and-forward and cut-through: message buffers of a port for each number of "
              "hops"}
              .of("messages")
              .only("switching = store-and-forward or cut-through", has_buffers)
              .sets<std::int64_t>(
                  whole("the buffers of a port", 1, most_buffers),
                  [](Draft& d, std::int64_t value) { d.experiment().buffers = value; }),
          Key{"routing", "shortest", "KIND",
              "store-and-forward and cut-through: a message's route: the shortest, or over a PE "
              "that its sender draws at random"}
              .sets<Routing>(routing(),
                             [](Draft& d, Routing value) {
                               d.experiment().routing = value;
                               d.experiment().routing_seed = d.random_seed();
                             }),
          Key{"broadcast", "sends", "KIND",
              "how a word gets to many PEs: as a message to each, or as one that routers "
              "replicate"}
              .only("a scheme that sends a word to many PEs", says_to_many)
              .sets<Broadcast>(broadcast(),
                               [](Draft& d, Broadcast value) { d.experiment().broadcast = value; }),
          Key{"max_cycles", "auto", "N",
              "limit: the run ends after N cycles even if the goal is not reached"}
              .of("cycles")
              .only("", has_cycle_limit)
              .sets<std::int64_t>(
                  whole("a number of cycles", 1, max_count),
                  [](Draft& d, std::int64_t value) { d.experiment().max_cycles = value; },
                  usual_cycle_limit),
      },
      "message-driven schemes",
      is_message_driven,
  };
}

}  // namespace isobar
