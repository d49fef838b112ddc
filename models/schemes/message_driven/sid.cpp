// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/sid.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"

namespace isobar {

bool SidAgent::acts_on_own() const {
  const auto& loads = domain().loads();
  return setting_.acts_on_own &&
         std::any_of(loads.begin(), loads.end(), [this](Load load) { return acts_on(load); });
}

std::vector<Load> SidAgent::shares(Load own) const {
  const bool exactly = setting_.sharing.exact_mean;
  const Load parts = domain().parts(exactly);
  const Load surplus = domain().above_mean(own, exactly);
  std::vector<Load> lacks;
  for (std::size_t k = 0; k < domain().size(); ++k) {
    lacks.push_back(std::max<Load>(0, -domain().above_mean_of(k, own, exactly)));
  }
  const double apart = static_cast<double>(surplus) / static_cast<double>(parts);
  const auto phi = static_cast<double>(domain().phi(own));
  if (surplus < 1 || !setting_.profitability.pays(apart, phi)) {
    return std::vector<Load>(lacks.size(), 0);
  }
  auto shares = setting_.sharing.shares(surplus, parts, lacks);
  if (domain().alike()) return shares;
  // A part of a task rounded away is much to a slow PE: none is to end above where the PE was, nor
  // the PE below where one of them was. Running sums at equal capacities never do that.
  for (std::size_t k = 0; k < shares.size(); ++k) {
    shares[k] = std::min(shares[k], domain().room(k, own));
    if (shares[k] < setting_.sharing.delta_min) shares[k] = 0;
  }
  const Load left = own - std::accumulate(shares.begin(), shares.end(), Load{0});
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (domain().above(k, left)) shares[k] = 0;
  }
  return shares;
}

namespace {

const UpdateRule standard_update{Rational(9, 10), 0, 0};

const auto estimate_parameter =
    parameter("estimate", "1: tasks given to a neighbour are added to the load that it announced")
        .formerly("reckon")
        .zero_or_one(true);

const auto trigger_parameter =
    parameter("trigger",
              "when a PE looks for what to give: at a neighbour's word; or also when its own load "
              "becomes another")
        .one_of<bool>({{"word", false}, {"any", true}}, false);

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  auto update = update_rule(values, standard_update);
  update.drops_only = values.get(tells_parameter());
  const SidSetting sid{
      values.get(low_parameter()),    profitability(values, 1),     sharing(setting), update,
      values.get(estimate_parameter), values.get(trigger_parameter)};
  return std::make_unique<Agents>(std::vector<WordKind>{{"load", setting.load_bits}},
                                  [sid, of = domain_capacities(setting)](Node node) {
                                    return std::make_unique<SidAgent>(sid, of(node));
                                  });
}

std::vector<Parameter> parameters() {
  constexpr double every_pe = std::numeric_limits<double>::infinity();
  return together({{low_parameter(every_pe), threshold_parameter(1),
                    overhead_parameter("threshold"), delta_min_parameter(), weighted_parameter()},
                   update_parameters(standard_update),
                   {tells_parameter()},
                   sharing_parameters(),
                   {estimate_parameter, trigger_parameter}});
}

const RegisterScheme registered({"sid",
                                 "sender initiated diffusion: a PE above the mean of its "
                                 "neighbourhood gives to those below it",
                                 "Willebeek-LeMair and Reeves 1993, Section III.B, eq. 8-15",
                                 parameters(),
                                 needs_nothing,
                                 {},
                                 make},
                                "SID",
                                "a PE gives only when a neighbour's word tells a load below `low`, "
                                "and neighbours whose load does not change have nothing to tell; "
                                "with `trigger=any` it gives also when its own load changes");

}  // namespace
}  // namespace isobar
