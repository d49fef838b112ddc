// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <boost/random/uniform_real_distribution.hpp>
#include <memory>
#include <utility>

#include "models/errors.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/hetero/six_phases_agent.h"
#include "models/schemes/hetero/transfer_methods.h"
#include "models/schemes/parts/agents.h"
#include "models/workloads/random.h"

namespace isobar {
namespace {

enum class Balance : std::uint8_t { time, memory, both, vector };
using Select = Selection (*)(const std::vector<MovableTask>&, double, const SelectionSetting&);

std::vector<std::pair<std::string, Select>> selections() {
  std::vector<std::pair<std::string, Select>> all;
  for (const auto& one : selection_methods()) all.emplace_back(one.name, one.select);
  return all;
}

const auto balance_parameter =
    parameter("balance",
              "the resources that are balanced: processing time; memory; the two together, by "
              "the sum of what is left of both, or as a vector, by the larger")
        .one_of<Balance>({{"time", Balance::time},
                          {"memory", Balance::memory},
                          {"both", Balance::both},
                          {"vector", Balance::vector}},
                         Balance::time);
const auto capacities_parameter =
    parameter("capacities",
              "what stands for a PE's capacity: all alike; its speed as rated; work over the time "
              "it took")
        .one_of<Capacities>({{"equal", Capacities::equal},
                             {"rated", Capacities::rated},
                             {"measured", Capacities::measured}},
                            Capacities::measured);
const auto error_parameter =
    parameter("error", "part by which a rating may be off, at random").range(0, 0.9).real(0);
const auto eff_min_parameter =
    parameter("eff_min",
              "least efficiency, below which PEs balance; 0: never but where a memory overflows")
        .range(0, 1)
        .real(0.9);
const auto interval_parameter = parameter("interval", "from one look at the balance to the next")
                                    .formerly("every")
                                    .range(1, 1e9, "iterations")
                                    .whole(1);
const auto max_balancings_parameter =
    parameter("max_balancings", "0: any number").formerly("rounds").range(0, 1e9).whole(0);
const auto cost_benefit_parameter =
    parameter("cost_benefit", "PEs balance only if that gains more than the last balancings cost")
        .formerly("weighs")
        .no_or_yes(false);
const auto select_parameter = parameter("select", "how the tasks are selected")
                                  .one_of<Select>(selections(), select_tight_sum);
const auto selections_parameter =
    parameter("selections", "how often tasks are selected in a balancing, at most")
        .range(1, 1e6)
        .whole(8);
const auto exchange_parameter =
    parameter("exchange", "tasks go for tasks that come back, where none alone fits")
        .no_or_yes(false);
const auto divide_parameter =
    parameter("divide",
              "tasks are divided where that helps, in parts of so much work at least; 0: never")
        .range(0, 1e12, "cycles")
        .whole(0);
const auto divide_factor_parameter = parameter("divide_factor",
                                               "by which the utilization above which tasks are "
                                               "divided falls while the balance is inadequate")
                                         .formerly("fall")
                                         .range(0.1, 0.9)
                                         .real(0.5);
const auto merge_parameter =
    parameter("merge",
              "tasks of a PE are merged that are together no more than this part of U_avg; 0: "
              "never")
        .range(0, 1)
        .real(0);
const auto convert_parameter =
    parameter("convert", "work of converting a byte between PEs that store data differently")
        .range(0, 1e6, "cycles")
        .whole(0);
const auto byte_parameter = parameter("byte", "knapsack: what moving a byte of a task weighs")
                                .range(0, 1e9, "cycles")
                                .real(0);
const auto lost_byte_parameter =
    parameter("lost_byte",
              "knapsack: what a byte weighs that is sent in each iteration because of the move")
        .range(0, 1e9, "cycles")
        .real(0);

// What an iterated calculation of transfers has besides.
const auto tolerance_parameter =
    parameter("tolerance", "of the transfers that are calculated: 1 - mean(U)/max(U)")
        .range(0, 1)
        .real_or_auto("1 - eff_min");
const auto sweeps_parameter =
    parameter("sweeps", "of the calculation, at most").range(1, 1e9).whole(100'000);
const auto lambda_parameter =
    parameter("lambda", "part of the difference that a pair exchanges").range(0, 2).real(1);
const auto alpha_parameter =
    parameter("alpha", "time step of the diffusion").range(0, 1).real_or_auto("the tolerance");

TransferSetting transfer_setting(const ParameterValues& values, TransferMethod method) {
  TransferSetting out;
  out.method = method;
  if (method == TransferMethod::hierarchical) return out;
  const double eff_min = values.get(eff_min_parameter);
  if (const auto& tolerance = values.get(tolerance_parameter)) {
    if (!(*tolerance > 0 && *tolerance < 1)) {
      throw ValueError(fmt::format("tolerance = {} must be above 0 and below 1", *tolerance));
    }
    out.end.eff_min = 1 - *tolerance;
  } else if (eff_min > 0) {  // else nothing is ever calculated
    out.end.eff_min = eff_min;
  }
  out.end.max_sweeps = values.get(sweeps_parameter);
  if (method == TransferMethod::exchange) out.lambda = values.get(lambda_parameter);
  if (method == TransferMethod::diffusion) out.alpha = values.get(alpha_parameter);
  return out;
}

std::vector<Resource> resources_of(Balance balance) {
  switch (balance) {
    case Balance::time:
      return {Resource::time};
    case Balance::memory:
      return {Resource::memory};
    case Balance::both:
    case Balance::vector:
      break;
  }
  return {Resource::time, Resource::memory};
}

SixPhasesSetting six_phases_setting(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const auto select = values.get(select_parameter);
  const double error = values.get(error_parameter);
  SixPhasesSetting out;
  const auto balance = values.get(balance_parameter);
  out.resources = resources_of(balance);
  out.as_vector = balance == Balance::vector;
  if (balance == Balance::both && select != select_greedy) {
    throw ValueError("balance=both selects by select=greedy, the task that brings both nearer");
  }
  const auto refuse = [](bool without_effect, const char* message) {
    if (without_effect) throw ValueError(message);
  };
  out.selection.per_byte = values.get(byte_parameter);
  out.selection.per_lost_byte = values.get(lost_byte_parameter);
  const bool weighs_bytes = out.selection.per_byte > 0 || out.selection.per_lost_byte > 0;
  refuse(weighs_bytes && select != select_knapsack, "byte and lost_byte go with select=knapsack");
  out.capacities = values.get(capacities_parameter);
  refuse(error > 0 && out.capacities == Capacities::equal,
         "error goes with capacities=rated or measured: where all are equal nothing is rated");
  out.cost_benefit = values.get(cost_benefit_parameter);
  refuse(out.cost_benefit && out.resources == std::vector{Resource::memory},
         "cost_benefit=yes compares times; balance=memory has none");
  out.eff_min = values.get(eff_min_parameter);
  out.interval = values.get(interval_parameter);
  out.max_balancings = values.get(max_balancings_parameter);
  out.selections = values.get(selections_parameter);
  out.exchange = values.get(exchange_parameter);
  if (out.exchange && out.resources.size() > 1) {
    throw ValueError(
        "exchange=yes is for one resource; balance=both and balance=vector exchange tasks by "
        "themselves");
  }
  out.granularity = {values.get(divide_parameter), values.get(divide_factor_parameter),
                     values.get(merge_parameter)};
  out.convert = values.get(convert_parameter);
  out.select = select;
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

std::vector<Parameter> parameters(TransferMethod method) {
  std::vector<Parameter> common = {
      balance_parameter,      capacities_parameter, error_parameter,
      eff_min_parameter,      interval_parameter,   max_balancings_parameter,
      cost_benefit_parameter, select_parameter,     selections_parameter,
      exchange_parameter,     divide_parameter,     divide_factor_parameter,
      merge_parameter,        convert_parameter,    byte_parameter,
      lost_byte_parameter};
  const std::vector<Parameter> iterated = {tolerance_parameter, sweeps_parameter};
  switch (method) {
    case TransferMethod::hierarchical:
      break;
    case TransferMethod::exchange:
      return together({common, iterated, {lambda_parameter}});
    case TransferMethod::diffusion:
      return together({common, iterated, {alpha_parameter}});
  }
  return common;
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
          {"converted", "bytes",
           "bytes that were stored otherwise where they came from, and converted", Better::less},
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
  out.moves_when =
      "PEs balance between iterations, and only while the efficiency is below `eff_min` or a "
      "memory "
      "overflows; with `cost_benefit=yes` only if that gains more than it costs";
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
