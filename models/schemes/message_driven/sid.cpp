// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/sid.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/apportion.h"

namespace isobar {

bool SidAgent::acts_on_own() const {
  const auto& loads = domain().loads();
  return setting_.acts_on_own &&
         std::any_of(loads.begin(), loads.end(), [this](Load load) { return acts_on(load); });
}

std::vector<Load> SidAgent::shares(Load own) const {
  const Load total = domain().total(own);
  const Load surplus = own - domain().due(total);
  std::vector<Load> lacks;
  for (std::size_t k = 0; k < domain().size(); ++k) {
    lacks.push_back(std::max<Load>(0, domain().due_of(total, k) - domain().loads()[k]));
  }
  const auto phi = static_cast<double>(domain().phi(own));
  if (surplus < 1 || !setting_.profitability.pays(static_cast<double>(surplus), phi)) {
    return std::vector<Load>(lacks.size(), 0);
  }
  auto shares = apportion(surplus, lacks);
  // A part of a task rounded away is much to a slow PE: none is to end above where the PE was, nor
  // the PE below where one of them was. At equal capacities that never happens.
  for (std::size_t k = 0; k < shares.size(); ++k) {
    shares[k] = std::min(shares[k], domain().room(k, own));
    if (shares[k] < setting_.delta_min) shares[k] = 0;
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
  const SidSetting sid{values.get(low_parameter()),       profitability(values, 1),
                       values.get(delta_min_parameter()), update_rule(values, standard_update),
                       values.get(estimate_parameter),    values.get(trigger_parameter)};
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
