// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/measure/statistic_rows.h"
#include "models/schemes/contract/ideal_scheme.h"

namespace isobar {
namespace {

/// The instants of a run that are reported on every scale.
struct InstantName {
  const char* name;
  const char* help;
  std::optional<Instant> (*of)(const RunResult& result);
};

constexpr InstantName instants[] = {
    {"run", "of the whole run", [](const RunResult& r) { return std::optional<Instant>(r.run); }},
    {"to_share", "until no PE is idle", [](const RunResult& r) { return r.to_share; }},
    {"to_balance", "until the loads are balanced", [](const RunResult& r) { return r.to_balance; }},
};

/// One scale at every instant: `steps.run`, `steps.to_share`, `steps.to_balance`.
template <class OfInstant>
void add_scale(StatisticGroup& group, const std::string& scale, const std::string& unit,
               StatisticType type, const std::string& what, OfInstant of_instant) {
  for (const auto& instant : instants) {
    const std::string name = instant.name;
    group.statistics.push_back({fmt::format("{}.{}", scale, name), unit, type, less,
                                name == "run" ? scale : fmt::format("{}_{}", scale, name),
                                fmt::format("{} {}", what, instant.help),
                                [instant, of_instant](const MeasuredRun& run) -> StatisticValue {
                                  const auto at = instant.of(run.result());
                                  if (!at) return std::monostate{};
                                  return of_instant(run, *at);
                                }});
  }
}

/// Steps and shifts are those of a synchronous scheme; an ideal network has no shifts.
StatisticGroup scales() {
  StatisticGroup group;
  group.title = "Time";
  group.help =
      "The length of the run, and when the loads were shared and balanced. Goals are seen at step "
      "ends; what was never reached is null, as are scales that the scheme does not have.";
  add_scale(group, "steps", "", whole, "steps",
            [](const MeasuredRun& run, const Instant& at) -> StatisticValue {
              if (run.experiment().agents) return std::monostate{};
              return at.steps;
            });
  add_scale(group, "shifts", "", whole, "T, the shift-based measure,",
            [](const MeasuredRun& run, const Instant& at) -> StatisticValue {
              const auto& e = run.experiment();
              if (e.agents || ideal_scheme(e) != nullptr) return std::monostate{};
              return at.shifts;
            });
  add_scale(
      group, "cycles", "cycles", whole, "cycles of the PE clock",
      [](const MeasuredRun& /*run*/, const Instant& at) -> StatisticValue { return at.cycles; });
  add_scale(group, "seconds", "s", real, "time",
            [](const MeasuredRun& run, const Instant& at) -> StatisticValue {
              return seconds(run.experiment().clock, at.cycles);
            });
  return group;
}

StatisticGroup endings() {
  Statistic ended = {
      "ended",
      "",
      word,
      neither,
      "",
      "why the run ended; step_limit is also that of cycles, rest is a "
      "message-driven run in which nothing can happen any more, or a synchronous one whose "
      "application has ended without its goal",
      [](const MeasuredRun& run) {
        constexpr const char* names[] = {"goal", "step_limit", "interrupted", "rest"};
        return names[static_cast<std::size_t>(run.result().ending)];
      }};
  ended.words = {"goal", "step_limit", "interrupted", "rest"};
  StatisticGroup group;
  group.title = "The end";
  group.help = "Why the run ended, and the state of the loads then.";
  group.statistics = {
      ended,
      {"reached", "", flag, more, "reached", "whether the goal was reached",
       [](const MeasuredRun& run) { return run.result().ending == Ending::goal; }},
      {"shared", "", flag, more, "shared", "whether at the end no PE is idle",
       [](const MeasuredRun& run) { return run.result().shared; }},
      {"balanced", "", flag, more, "balanced",
       "whether at the end max - min is within the tolerance",
       [](const MeasuredRun& run) { return run.result().balanced; }},
  };
  return group;
}

StatisticGroup spent() {
  StatisticGroup group;
  group.title = "Where the cycles went";
  group.help = "The cycles of a synchronous run by what all PEs waited for.";
  group.applies = [](const MeasuredRun& run) {
    return run.experiment().scheme != nullptr && ideal_scheme(run.experiment()) == nullptr;
  };
  group.statistics = {
      {"spent.words", "cycles", whole, less, "", "until the words of phases had arrived",
       [](const MeasuredRun& run) { return run.result().spent.words; }},
      {"spent.decisions", "cycles", whole, less, "", "while PEs decided",
       [](const MeasuredRun& run) { return run.result().spent.decision; }},
      {"spent.transfers", "cycles", whole, less, "", "until the tasks of phases had landed",
       [](const MeasuredRun& run) { return run.result().spent.transfers; }},
      {"spent.barriers", "cycles", whole, less, "", "until the end of phases was known",
       [](const MeasuredRun& run) { return run.result().spent.barrier; }},
  };
  return group;
}

}  // namespace

std::vector<StatisticGroup> level_statistics() {
  Statistic level = {"level",
                     "",
                     word,
                     neither,
                     "",
                     "how exactly the run was modelled; the numbers are the same",
                     [](const MeasuredRun& run) { return run.level; }};
  level.words = {"steps", "cycles", "rtl"};
  StatisticGroup levels;
  levels.title = "Level";
  levels.help = "The level of the run.";
  levels.depends_on_level = true;
  levels.statistics = {level};
  StatisticGroup rtl;
  rtl.title = "RTL";
  rtl.help = "Of a run at level rtl: how much was compared with the model and agreed.";
  rtl.depends_on_level = true;
  rtl.applies = [](const MeasuredRun& run) { return run.rtl.has_value(); };
  rtl.statistics = {
      {"rtl.pes", "", whole, neither, "", "PEs that are RTL",
       [](const MeasuredRun& run) { return run.rtl->pes; }},
      {"rtl.compared.pe_cycles", "cycles", whole, neither, "",
       "cycles in which all signals of a PE were compared, summed over the PEs",
       [](const MeasuredRun& run) { return run.rtl->pe_cycles; }},
      {"rtl.compared.events", "", whole, neither, "",
       "words, transfers and landings compared; with work stealing words, transfers, and tasks "
       "that executors asked for or put",
       [](const MeasuredRun& run) { return run.rtl->events; }},
  };
  return {levels, rtl};
}

std::vector<StatisticGroup> time_statistics() { return {endings(), scales(), spent()}; }

}  // namespace isobar
