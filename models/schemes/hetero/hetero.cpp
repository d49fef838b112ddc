// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <boost/random/uniform_real_distribution.hpp>
#include <limits>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/hetero/six_phases_agent.h"
#include "models/schemes/hetero/transfer_methods.h"
#include "models/schemes/parts/agents.h"
#include "models/word_parameter.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

constexpr double automatic = std::numeric_limits<double>::quiet_NaN();

TransferSetting transfer_setting(const ParameterValues& values, TransferMethod method) {
  TransferSetting out;
  out.method = method;
  if (method == TransferMethod::hierarchical) return out;
  const double eff_min = values.at("eff_min");
  const auto& tolerance = values.at("tolerance");
  if (!tolerance.is_automatic()) {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw ValueError(
          fmt::format("tolerance = {} must be above 0 and below 1", double{tolerance}));
    }
    out.end.eff_min = 1 - tolerance;
  } else if (eff_min > 0) {  // else nothing is ever calculated
    out.end.eff_min = eff_min;
  }
  out.end.max_sweeps = static_cast<std::int64_t>(values.at("sweeps"));
  if (method == TransferMethod::exchange) out.lambda = values.at("lambda");
  if (method == TransferMethod::diffusion && !values.at("alpha").is_automatic()) {
    out.alpha = values.at("alpha");
  }
  return out;
}

SixPhasesSetting six_phases_setting(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const auto whole = [&](const char* name) { return static_cast<std::int64_t>(values.at(name)); };
  SixPhasesSetting out;
  constexpr std::array resources = {Resource::time, Resource::memory};
  const auto balances = static_cast<std::size_t>(whole("balance"));
  out.resources = balances < resources.size() ? std::vector{resources[balances]}
                                              : std::vector(resources.begin(), resources.end());
  if (out.resources.size() > 1 && whole("select") != 0) {
    throw ValueError("balance=both selects by select=greedy, the task that brings both nearer");
  }
  const auto refuse = [](bool without_effect, const char* message) {
    if (without_effect) throw ValueError(message);
  };
  const auto knapsack = 2;
  const bool weighs_bytes = values.at("byte") > 0 || values.at("lost_byte") > 0;
  refuse(weighs_bytes && whole("select") != knapsack, "byte and lost_byte go with select=knapsack");
  refuse(values.at("error") > 0 && whole("capacities") == 0,
         "error goes with capacities=rated or measured: where all are equal nothing is rated");
  refuse(whole("weighs") != 0 && out.resources == std::vector{Resource::memory},
         "weighs=yes compares times; balance=memory has none");
  out.capacities = static_cast<Capacities>(whole("capacities"));
  out.eff_min = values.at("eff_min");
  out.every = whole("every");
  out.rounds = whole("rounds");
  out.selections = whole("selections");
  out.weighs = whole("weighs") != 0;
  out.exchange = whole("exchange") != 0;
  if (out.exchange && out.resources.size() > 1) {
    throw ValueError("exchange=yes is for one resource; balance=both exchanges tasks by itself");
  }
  out.granularity = {static_cast<Cycle>(values.at("divide")), values.at("fall"),
                     values.at("merge")};
  out.select = selection_methods()[static_cast<std::size_t>(whole("select"))].select;
  out.selection.per_byte = values.at("byte");
  out.selection.per_lost_byte = values.at("lost_byte");
  const double error = values.at("error");
  out.rating_error = [error, seed = setting.seed](Node node) {
    if (error == 0) return 1.0;
    auto random = random_stream(seed, fmt::format("rating {}", node));
    return boost::random::uniform_real_distribution<double>(1 - error, 1 + error)(random);
  };
  return out;
}

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting, TransferMethod method) {
  const auto calculations = std::make_shared<TransferCalculations>(
      setting.fabric, transfer_setting(setting.parameters, method));
  auto phases = six_phases_setting(setting);
  phases.pes = setting.fabric.pes();
  phases.calculation = [calculations](Node node) { return calculations->of(node); };
  return std::make_unique<Agents>(
      SixPhasesAgent::kinds(calculations->of(0)->kinds(), phases.resources),
      [calculations, phases](Node node) {
        return std::make_unique<SixPhasesAgent>(phases, calculations->tree().place(node), node);
      });
}

std::vector<Parameter> common_parameters() {
  std::vector<std::string> selections;
  for (const auto& one : selection_methods()) selections.push_back(one.name);
  return {
      word_parameter("balance", {"time", "memory", "both"},
                     "the resources that are balanced: processing time; memory; the two together"),
      word_parameter(
          "capacities", {"equal", "rated", "measured"},
          "what stands for a PE's capacity: all alike; its speed as rated; work over the time it "
          "took",
          2),
      {"error", "", 0, 0, 0.9, false, "part by which a rating may be off, at random"},
      {"eff_min", "", 0.9, 0, 1, false,
       "least efficiency, below which PEs balance; 0: never but where a memory overflows"},
      {"every", "iterations", 1, 1, 1e9, true, "from one look at the balance to the next"},
      {"rounds", "", 0, 0, 1e9, true, "balancings, at most; 0: any number"},
      word_parameter("weighs", {"no", "yes"}, "a balancing must gain more than the last ones cost"),
      word_parameter("select", std::move(selections), "how the tasks are selected", 1),
      {"selections", "", 8, 1, 1e6, true, "how often tasks are selected in a balancing, at most"},
      word_parameter("exchange", {"no", "yes"},
                     "tasks go for tasks that come back, where none alone fits"),
      {"divide", "cycles", 0, 0, 1e12, true,
       "tasks are divided where that helps, in parts of so much work at least; 0: never"},
      {"fall", "", 0.5, 0.1, 0.9, false,
       "factor of the utilization above which they are, while the balance is inadequate"},
      {"merge", "", 0, 0, 1, false,
       "tasks of a PE are merged that are together no more than this part of U_avg; 0: never"},
      {"byte", "cycles", 0, 0, 1e9, false, "knapsack: what moving a byte of a task weighs"},
      {"lost_byte", "cycles", 0, 0, 1e9, false,
       "knapsack: what a byte weighs that is sent in each iteration because of the move"}};
}

std::vector<Parameter> parameters(TransferMethod method) {
  auto all = common_parameters();
  if (method == TransferMethod::hierarchical) return all;
  all.push_back({"tolerance", "", automatic, 0, 1, false,
                 "of the transfers that are calculated: 1 - mean(U)/max(U)", "1 - eff_min"});
  all.push_back({"sweeps", "", 100000, 1, 1e9, true, "of the calculation, at most"});
  if (method == TransferMethod::exchange) {
    all.push_back({"lambda", "", 1, 0, 2, false, "part of the difference that a pair exchanges"});
  } else {
    all.push_back(
        {"alpha", "", automatic, 0, 1, false, "time step of the diffusion", "the tolerance"});
  }
  return all;
}

std::vector<OwnStatistic> statistics() {
  return {{"balancings", "", "balancing operations", Better::less},
          {"selections", "", "selections of tasks to be moved, in balancings", Better::less},
          {"tasks_moved", "tasks", "tasks moved in balancings, each move", Better::less},
          {"bytes_moved", "bytes", "bytes of the tasks that were moved", Better::less},
          {"exchanged", "tasks", "tasks that came back for others that were given"},
          {"off_pe_bytes", "bytes",
           "bytes that tasks sent to tasks of other PEs until the run ended", Better::less},
          {"forwarded", "", "words that went after a task that had moved", Better::less},
          {"tasks_made", "tasks", "tasks made by division of others"},
          {"tasks_merged", "tasks", "tasks that became part of others"},
          {"bytes_over", "bytes", "bytes beyond PEs' memories, each PE's most", Better::less},
          {"off_pe_bytes_first", "bytes",
           "bytes that tasks have to send to other PEs in the first iteration", Better::less},
          {"off_pe_bytes_last", "bytes",
           "bytes that tasks have to send to other PEs in the last iteration", Better::less},
          {"time_limits", "iterations",
           "iterations in which processing time was used less evenly than memory"},
          {"memory_limits", "iterations",
           "iterations in which memory was used less evenly than processing time"}};
}

SchemeEntry entry(const char* name, const char* help, TransferMethod method) {
  SchemeEntry out;
  out.name = name;
  out.help = help;
  out.source = "Watts, Rieffel and Taylor 1998, Heterogeneous methodology";
  out.parameters = parameters(method);
  out.objection = needs_nothing;
  out.conducts = true;
  out.statistics = statistics();
  out.make_agents = [method](const SchemeSetting& setting) { return make(setting, method); };
  return out;
}

const std::array<RegisterScheme, 3> registered = {{
    RegisterScheme(entry("hetero-hbm",
                         "six phases between iterations; transfers between halves of the PEs",
                         TransferMethod::hierarchical)),
    RegisterScheme(entry("hetero-gde",
                         "six phases between iterations; transfers by pairs, colour by colour",
                         TransferMethod::exchange)),
    RegisterScheme(entry("hetero-diffusion",
                         "six phases between iterations; transfers by implicit diffusion",
                         TransferMethod::diffusion)),
}};

}  // namespace
}  // namespace isobar
