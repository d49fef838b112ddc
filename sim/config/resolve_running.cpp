// SPDX-License-Identifier: Apache-2.0
#include "sim/config/resolve_running.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "models/measure/goals.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "sim/input/machine_file.h"
#include "sim/input/machines.h"

namespace isobar {
namespace {

constexpr Cycle longest = 1'000'000'000;
constexpr std::int64_t max_count = std::int64_t{1} << 62;

constexpr std::array<std::string_view, 8> agent_keys = {
    "balancer",          "handling",  "poll_period", "poll_cost",
    "tasks_per_message", "switching", "buffers",     "max_cycles"};

QueueEnd parse_fetch(const std::string& text) {
  if (text == "oldest") return QueueEnd::oldest;
  if (text == "newest") return QueueEnd::newest;
  throw ValueError(fmt::format("unknown order '{}'; allowed: oldest, newest, auto", text));
}

bool parse_balancer(const std::string& text) {
  if (text == "hardware") return false;
  if (text == "software") return true;
  throw ValueError(fmt::format("unknown balancer '{}'; allowed: hardware, software", text));
}

Switching parse_switching(const std::string& text) {
  if (text == "store-and-forward") return Switching::store_and_forward;
  if (text == "circuit") return Switching::circuit;
  throw ValueError(
      fmt::format("unknown switching '{}'; allowed: store-and-forward, circuit", text));
}

Cycle resolve_cycles(Resolver& resolver, const Experiment& e, const char* key, const char* what,
                     Cycle lo, Cycle automatic = 0) {
  const auto parse = [&](const std::string& text) {
    return parse_cycles(text, e.clock, what, lo, longest);
  };
  const auto cycles = resolver.value_or_auto(key, parse, [&] { return automatic; });
  resolver.note(key, cycles);
  return cycles;
}

void resolve_balancer(Resolver& resolver, Experiment& e) {
  auto& balancer = e.balancer;
  balancer.software = resolver.value("balancer", parse_balancer);
  balancer.handling = resolve_cycles(resolver, e, "handling", "the handling of a message", 0);
  if (balancer.software) {
    constexpr Cycle usual = 1000;
    balancer.poll_period =
        resolve_cycles(resolver, e, "poll_period", "a time between two looks", 1, usual);
    balancer.poll_cost = resolve_cycles(resolver, e, "poll_cost", "the time of a look", 0);
  } else {
    for (const char* key : {"poll_period", "poll_cost"}) {
      if (resolver.given(key)) resolver.reject(key, "a balancer in hardware does not poll");
    }
  }
  balancer.tasks_per_message = resolver.value("tasks_per_message", [](const std::string& text) {
    return text == "any" ? Load{0} : parse_integer(text, "the tasks of a message", 1, max_count);
  });
}

void resolve_network(Resolver& resolver, Experiment& e) {
  e.switching = resolver.value("switching", parse_switching);
  if (e.switching == Switching::circuit) {
    if (!e.fabric.is_product()) {
      resolver.reject("switching",
                      "a circuit goes in dimension order, and a graph has no dimensions; allowed "
                      "there: store-and-forward");
    }
    if (resolver.given("buffers")) resolver.reject("buffers", "a circuit needs no buffers");
    return;
  }
  constexpr std::int64_t most = 1'000'000;
  e.buffers = resolver.value("buffers", integer("the buffers of a port", 1, most));
  resolver.note("buffers", e.buffers);
}

}  // namespace

ApplicationMaker resolve_application(Resolver& resolver, Experiment& e, Level level,
                                     std::int64_t seed) {
  const auto folder = resolver.entry("app").folder;
  auto application = resolver.value("app", [&](const std::string& text) {
    return application_from(text, e.fabric.pes(), static_cast<std::uint64_t>(seed), e.clock,
                            folder);
  });
  if (!application.make) return application;
  if (level == Level::rtl) resolver.reject("app", "applications run at levels steps and cycles");
  e.application = application.make;
  return application;
}

void resolve_machines(Resolver& resolver, Experiment& e, std::int64_t seed) {
  const auto drawn_from = static_cast<std::uint64_t>(seed);
  if (resolver.given("machines")) {
    auto table = resolver.value("machines", [&](const std::string& file) {
      return machines_from(file, e.fabric.pes(), resolver.entry("machines").folder);
    });
    e.speeds = std::move(table.speeds);
    e.memories = std::move(table.memories);
    e.names = std::move(table.names);
  }
  const auto unless_told = [&](const char* key, auto& list, auto parse) {
    if (list.empty()) {
      list = resolver.value(
          key, [&](const std::string& text) { return parse(text, e.fabric.pes(), drawn_from); });
    } else if (resolver.given(key)) {
      resolver.reject(key, "the table of machines says it");
    }
  };
  unless_told("speed", e.speeds, parse_speeds);
  unless_told("memory", e.memories, parse_memories);
}

void resolve_executor(Resolver& resolver, Experiment& e, const ApplicationMaker& application) {
  if (!e.application) {
    for (const char* key : {"external", "fetch"}) {
      if (resolver.given(key)) resolver.reject(key, "no application runs");
    }
    return;
  }
  e.external = resolver.value("external", [&](const std::string& text) {
    return parse_external(text, e.fabric.pes(), e.clock);
  });
  if (resolver.entry("fetch").value == "auto") {
    e.fetch = application.creates_tasks ? QueueEnd::newest : QueueEnd::oldest;
    resolver.note("fetch", std::string(application.creates_tasks ? "newest" : "oldest"));
  } else {
    e.fetch = resolver.value("fetch", parse_fetch);
  }
}

void check_conductor(const Resolver& resolver, const Experiment& e,
                     const ApplicationMaker& application, const SchemeEntry& scheme) {
  if (application.is_persistent && !scheme.conducts) {
    resolver.reject(
        "scheme",
        "the application's tasks live on, and need a scheme that conducts their "
        "iterations: hetero-hbm, hetero-gde, hetero-diffusion (eff_min=0: no balancing)");
  }
  if (!application.is_persistent && scheme.conducts) {
    resolver.reject("scheme",
                    "it balances between the iterations of an application: app = iterations");
  }
  if (!application.is_persistent) return;
  if (e.fetch != QueueEnd::oldest) {
    resolver.reject("fetch", "each task is to have its turn in an iteration: oldest");
  }
  const auto total = std::accumulate(e.loads.begin(), e.loads.end(), Load{0});
  if (e.queue_depth <= total) {
    resolver.reject("queue_depth",
                    fmt::format("all {} tasks may come to one PE; allowed: more than that", total));
  }
}

void resolve_agents(Resolver& resolver, Experiment& e, const SchemeChoice& choice, Level level,
                    std::int64_t seed) {
  if (level != Level::cycles) {
    resolver.reject(
        "level", fmt::format("{} is message-driven, and runs at level cycles", choice.entry->name));
  }
  if (goal_entry(e.goal.kind).runs == GoalEntry::Runs::synchronous) {
    resolver.reject("until", "a message-driven scheme has no steps");
  }
  if (resolver.given("max_steps")) {
    resolver.reject("max_steps", "a message-driven scheme has no steps; max_cycles limits it");
  }
  resolve_balancer(resolver, e);
  resolve_network(resolver, e);
  const auto usual = [&] {
    if (const auto due = due_cycle(e.goal)) return std::max<Cycle>(*due, 1);
    return e.application ? Cycle{1} << 50 : Cycle{1} << 30;
  };
  e.max_cycles =
      resolver.value_or_auto("max_cycles", integer("a number of cycles", 1, max_count), usual);
  e.agents = resolver.value("scheme", [&](const std::string&) {
    return std::shared_ptr<const MessageDrivenScheme>(
        choice.make_agents(e.fabric, e.load_bits, static_cast<std::uint64_t>(seed), e.speeds));
  });
}

void resolve_without_agents(Resolver& resolver, Experiment& e, const SchemeEntry& scheme) {
  // What is as it would be anyway may stand there: an axis of a campaign over all kinds of schemes.
  const auto is_other = [&](const ConfigKey& key) {
    return std::find(agent_keys.begin(), agent_keys.end(), key.name) != agent_keys.end() &&
           resolver.given(key.name) && resolver.entry(key.name).value != key.default_value;
  };
  const auto& keys = config_keys();
  const auto given = std::find_if(keys.begin(), keys.end(), is_other);
  if (given == keys.end()) return;
  if (scheme.balances) {
    resolver.reject(
        given->name,
        fmt::format("{} is synchronous: this is for message-driven schemes", scheme.name));
  }
  resolve_balancer(resolver, e);
  resolve_network(resolver, e);
  if (resolver.given("max_cycles")) {
    resolver.value("max_cycles", integer("a number of cycles", 1, max_count));
  }
}

void resolve_ideal(Resolver& resolver, const Experiment& e, const ApplicationMaker& application,
                   Level level) {
  if (ideal_scheme(e) == nullptr) return;
  if (level != Level::steps) {
    resolver.reject("level", "an ideal network has no links, and runs at level steps");
  }
  if (!application.has_turns) {
    resolver.reject("app", "an ideal network needs an application in time steps: phases, producer");
  }
  for (const char* key : {"machines", "speed", "memory", "external", "fetch", "queue_depth"}) {
    if (resolver.given(key)) resolver.reject(key, "an ideal network knows nothing of it");
  }
}

}  // namespace isobar
