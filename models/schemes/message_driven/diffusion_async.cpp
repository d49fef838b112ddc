// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/diffusion_async.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/fabric/neighbours.h"
#include "models/fraction.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/apportion.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {

std::vector<Load> DiffusionAsyncAgent::shares(Load own) const {
  const auto& loads = domain().loads();
  std::vector<Load> shares(loads.size(), 0);
  if (overhead_ && static_cast<double>(domain().phi(own)) <= *overhead_) return shares;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    shares[k] = scaled(std::max<Load>(0, own - loads[k]), alpha_.numerator(), alpha_.denominator());
  }
  keep_order(own, loads, shares);
  return shares;
}

namespace {

const UpdateRule standard_update{0, 1, 0};

const auto alpha_parameter = parameter("alpha", "part of a difference that is given")
                                 .range(0, 1)
                                 .real_or_auto("1/(most neighbours of a PE + 1)");

Rational alpha_of(const SchemeSetting& setting) {
  const auto& alpha = setting.parameters.get(alpha_parameter);
  const auto degree = static_cast<std::int64_t>(most_neighbours(setting.fabric));
  if (!alpha) return {1, degree + 1};
  const auto fraction = nearest_fraction(*alpha);
  if (fraction <= 0 || fraction * degree > 1) {
    throw ValueError(fmt::format("alpha must be above 0 and at most 1/{} on {}, not {}", degree,
                                 setting.fabric.name(), *alpha));
  }
  return fraction;
}

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto update = update_rule(setting.parameters, standard_update);
  const auto alpha = alpha_of(setting);
  const auto overhead = setting.parameters.get(overhead_parameter());
  return std::make_unique<Agents>(std::vector<WordKind>{{"load", setting.load_bits}}, [=](Node) {
    return std::make_unique<DiffusionAsyncAgent>(update, alpha, overhead);
  });
}

const RegisterScheme registered(
    {"diffusion-async",
     "asynchronous diffusion: a PE gives each lighter neighbour alpha "
     "of the difference",
     "Bertsekas and Tsitsiklis 1989, Section 7.4; Henrich, The Liquid "
     "Model Load Balancing Method, Section 2.1",
     together({{alpha_parameter, overhead_parameter("any difference of 2")},
               update_parameters(standard_update)}),
     needs_nothing,
     {},
     make},
    {},
    "a PE gives a neighbour `alpha` of what it has more, in whole tasks; "
    "a greater `alpha` gives of smaller differences");

}  // namespace
}  // namespace isobar
