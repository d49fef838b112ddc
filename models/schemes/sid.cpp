// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/sid.h"

#include <algorithm>
#include <limits>

#include "models/schemes/agents.h"
#include "models/schemes/needs.h"
#include "models/schemes/neighbours.h"
#include "models/schemes/registry.h"

namespace isobar {

std::vector<Load> SidAgent::shares(Load own) const {
  const Load mean = domain().mean(own);
  std::vector<Load> lacks;
  for (const Load load : domain().loads()) lacks.push_back(std::max<Load>(0, mean - load));
  const Load surplus = own - mean;
  const auto phi = static_cast<double>(domain().phi(own));
  if (surplus < 1 || !setting_.profitability.pays(static_cast<double>(surplus), phi)) {
    return std::vector<Load>(lacks.size(), 0);
  }
  auto shares = apportion(surplus, lacks);
  for (Load& share : shares) {
    if (share < setting_.delta_min) share = 0;
  }
  return shares;
}

namespace {

const UpdateRule standard_update{Rational(9, 10), 0, 0};

std::unique_ptr<MessageScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const SidSetting sid{values.at("low"), profitability(values, 1),
                       static_cast<Load>(values.at("delta_min")),
                       update_rule(values, standard_update), values.at("reckon") != 0};
  return std::make_unique<Agents>(std::vector<WordKind>{{"load", setting.load_bits}},
                                  [=](Node) { return std::make_unique<SidAgent>(sid); });
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all = {low_parameter(std::numeric_limits<double>::infinity())};
  for (auto& p : profitability_parameters(1)) all.push_back(p);
  all.push_back(delta_min_parameter());
  for (auto& p : update_parameters(standard_update)) all.push_back(p);
  all.push_back({"reckon", "", 1, 0, 1, true,
                 "1: tasks given to a neighbour are added to the load that it told"});
  return all;
}

const RegisterScheme registered({"sid",
                                 "sender initiated diffusion: a PE above the mean of its "
                                 "neighbourhood gives to those below it",
                                 "Willebeek-LeMair and Reeves 1993, Section III.B, eq. 8-15",
                                 parameters(),
                                 needs_nothing,
                                 {},
                                 make});

}  // namespace
}  // namespace isobar
