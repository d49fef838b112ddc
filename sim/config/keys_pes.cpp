// SPDX-License-Identifier: Apache-2.0
// The machines of the PEs, how they work on an application's tasks, and the scheme, which may know
// their speeds.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "models/experiment/credits.h"
#include "models/experiment/phase_ends.h"
#include "sim/config/draft.h"
#include "sim/config/key_table.h"
#include "sim/config/parsers.h"
#include "sim/input/machine_file.h"
#include "sim/input/machines.h"

namespace isobar {
namespace {

Objection unless_in_table(const Draft& draft, bool in_table) {
  if (in_table) return {"the table of machines says it"};
  return is_not_ideal(draft);
}

Objection has_executor(const Draft& draft) {
  if (!draft.has_application()) return {"no application runs"};
  return is_not_ideal(draft);
}

Parser<MachineTable> machines() {
  return text<MachineTable>("name of a file", [](const std::string& file, const Draft& draft) {
    return machines_from(file, draft.experiment().fabric.pes(), draft.folder("machines"));
  });
}

void put_machines(Draft& draft, const MachineTable& table) {
  auto& e = draft.experiment();
  e.speeds = table.speeds;
  e.executors = table.executors;
  e.memories = table.memories;
  e.names = table.names;
  e.formats = table.formats;
}

Parser<std::vector<Rational>> speeds() {
  auto parser = text<std::vector<Rational>>(
      "speed, one for each PE, or uniform:LO..HI or loguniform:LO..HI",
      [](const std::string& text, const Draft& draft) {
        return parse_speeds(text, draft.experiment().fabric.pes(), draft.random_seed());
      });
  parser.kind.or_number = true;
  return parser;
}

Parser<std::vector<unsigned>> executors() {
  auto parser = text<std::vector<unsigned>>(
      "a number from 1 to 64, or one for each PE", [](const std::string& text, const Draft& draft) {
        return parse_executor_list(text, draft.experiment().fabric.pes());
      });
  parser.kind.or_number = true;
  return parser;
}

Parser<std::vector<std::int64_t>> memories() {
  auto parser = text<std::vector<std::int64_t>>(
      "none, bytes (64MB), as many for each PE, or uniform:LO..HI or loguniform:LO..HI",
      [](const std::string& text, const Draft& draft) {
        return parse_memories(text, draft.experiment().fabric.pes(), draft.random_seed());
      });
  parser.kind.or_number = true;
  return parser;
}

Parser<std::vector<ExternalLoad>> external() {
  return text<std::vector<ExternalLoad>>("none, or PES:FROM..TO:PART,...",
                                         [](const std::string& text, const Draft& draft) {
                                           const auto& e = draft.experiment();
                                           return parse_external(text, e.fabric.pes(), e.clock);
                                         });
}

QueueEnd usual_fetch(const Draft& draft) {
  return draft.application.creates_tasks ? QueueEnd::newest : QueueEnd::oldest;
}

/// Persistent tasks need a scheme that conducts their iterations, and such a scheme needs them.
void check_conductor(const Draft& draft) {
  const auto& e = draft.experiment();
  const bool persistent = draft.application.is_persistent;
  const bool conducts = draft.scheme.entry->conducts;
  if (persistent && !conducts) {
    draft.reject("scheme",
                 "the application's tasks are persistent, and need a scheme that conducts their "
                 "iterations: hetero-hbm, hetero-gde, hetero-diffusion (eff_min=0: no balancing)");
  }
  if (!persistent && conducts) {
    draft.reject("scheme",
                 "it balances between the iterations of an application: app = iterations");
  }
  if (!persistent) return;
  if (e.fetch != QueueEnd::oldest) {
    draft.reject("fetch", "each task is to have its turn in an iteration: oldest");
  }
  const auto total = e.loads.sum();
  if (e.queue_depth <= total) {
    draft.reject("queue_depth",
                 fmt::format("all {} tasks may come to one PE; allowed: more than that", total));
  }
}

/// Without links a step takes its decisions and barriers alone; without these too, an application
/// would stand still for ever.
void check_time_passes(const Draft& draft) {
  const auto& e = draft.experiment();
  if (!e.application || !e.scheme || e.fabric.link_count() > 0) return;
  const auto& phases = e.scheme->phases();
  const bool passes = std::any_of(phases.begin(), phases.end(), [](const Phase& phase) {
    return phase.decision + phase.barrier > 0;
  });
  if (passes) return;
  draft.reject("scheme", fmt::format("{} has no links, so a step takes no time, and no task of the "
                                     "application would be worked on; the scheme none runs there",
                                     e.fabric.name()));
}

/// A phase may not last longer than the counters of a PE can count.
void check_worst_case(const Draft& draft) {
  const auto& e = draft.experiment();
  if (!e.scheme || e.phase_end != PhaseEnd::slot) return;
  constexpr Cycle longest = Cycle{1} << 40;
  for (const auto& phase : e.scheme->phases()) {
    if (!end_is_paid(e, phase)) continue;
    const auto cycles = draft.blame("phase_end", [&] { return longest_transfer(e, phase); });
    if (cycles <= longest) continue;
    draft.reject("phase_end",
                 fmt::format("a transfer of {} tasks would take more than 2^40 cycles, "
                             "and every phase as long: a smaller queue_depth, or words",
                             e.queue_depth));
  }
}

/// Each PE has one turn in a time step, and says for one executor what it does in it.
void check_executors(const Draft& draft) {
  if (draft.experiment().executors.empty() || !draft.application.has_turns) return;
  draft.reject("executors", "a PE has one turn in a time step of the application: 1");
}

void make_scheme(Draft& draft) {
  check_conductor(draft);
  check_executors(draft);
  auto& e = draft.experiment();
  const auto& scheme = draft.scheme;
  const auto seed = draft.random_seed();
  draft.blame("scheme", [&] {
    if (scheme.is_message_driven()) {
      e.agents = scheme.make_agents(e.fabric, e.load_bits, seed, e.capacities());
    } else {
      e.scheme = scheme.make(e.fabric, e.load_bits, seed, e.capacities());
    }
  });
  if (scheme.is_ideal() && !draft.application.has_turns) {
    draft.reject("app", "an ideal network needs an application in time steps: phases, producer");
  }
  check_time_passes(draft);
  check_worst_case(draft);
  // The default depth stands for memory without end where the application fills queues.
  e.credits = can_overflow(e, draft.application.creates_tasks && draft.has_small_queues);
}

}  // namespace

KeySection pe_keys() {
  return {
      "PEs",
      {
          Key{"machines", "", "FILE",
              "a table of the PEs' machines, CSV or .toml: of each its speed, executors, memory, "
              "name, format"}
              .names_file(machines_with_absolute_path)
              .only("not on an ideal network", is_not_ideal)
              .sets<MachineTable>(machines(), put_machines),
          Key{"speed", "1", "LIST",
              "work per cycle: of all PEs, of each, 1,1,1/2,0.8, uniform:LO..HI or "
              "loguniform:LO..HI"}
              .of("cycles of work a cycle")
              .only(
                  "where the machines do not say it",
                  [](const Draft& d) { return unless_in_table(d, !d.experiment().speeds.empty()); })
              .sets<std::vector<Rational>>(speeds(),
                                           [](Draft& d, std::vector<Rational> value) {
                                             d.experiment().speeds = std::move(value);
                                           }),
          Key{"executors", "1", "LIST",
              "executors that share a PE's queue: of all PEs, 2, or of each, 2,1,1,4; each has the "
              "PE's speed"}
              .only("with an application, where the machines do not say it",
                    [](const Draft& d) {
                      if (!d.experiment().executors.empty()) {
                        return Objection{"the table of machines says it"};
                      }
                      return has_executor(d);
                    })
              .sets<std::vector<unsigned>>(executors(),
                                           [](Draft& d, std::vector<unsigned> value) {
                                             d.experiment().executors = std::move(value);
                                           }),
          Key{"memory", "none", "LIST",
              "bytes: of all PEs, 64MB, of each, or drawn as speeds are; none: no bound"}
              .of("bytes")
              .only("where the machines do not say it",
                    [](const Draft& d) {
                      return unless_in_table(d, !d.experiment().memories.empty());
                    })
              .sets<std::vector<std::int64_t>>(memories(),
                                               [](Draft& d, std::vector<std::int64_t> value) {
                                                 d.experiment().memories = std::move(value);
                                               }),
          Key{"external", "none", "LIST",
              "what other programs take of PEs' speed: PES:FROM..TO:PART,... as in "
              "3:1000..5000:1/2"}
              .only("with an application", has_executor)
              .sets<std::vector<ExternalLoad>>(external(),
                                               [](Draft& d, std::vector<ExternalLoad> value) {
                                                 d.experiment().external = std::move(value);
                                               }),
          Key{"fetch", "auto", "ORDER",
              "oldest or newest: the task worked on next; auto: newest if tasks create tasks"}
              .only("with an application", has_executor)
              .sets<QueueEnd>(
                  word<QueueEnd>("order",
                                 {{"oldest", QueueEnd::oldest}, {"newest", QueueEnd::newest}},
                                 "auto"),
                  [](Draft& d, QueueEnd value) { d.experiment().fetch = value; }, usual_fetch),
      },
      "",
      {},
      make_scheme,
  };
}

}  // namespace isobar
