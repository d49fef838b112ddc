// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/nna_async.h"

#include <algorithm>
#include <numeric>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/apportion.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {

std::vector<Load> NnaAsyncAgent::shares(Load own) const {
  const auto& loads = domain().loads();
  // Everything in parts of 1/(|Δ| + 1) task.
  const Load parts = static_cast<Load>(loads.size()) + 1;
  const Load sum = std::accumulate(loads.begin(), loads.end(), own);
  const Load excess = parts * own - sum;
  const bool pays = !overhead_ || static_cast<double>(domain().phi(own)) > *overhead_;
  if (excess <= 0 || !pays) return std::vector<Load>(loads.size(), 0);
  std::vector<Load> lacks;
  lacks.reserve(loads.size());
  for (const Load load : loads) lacks.push_back(std::max<Load>(0, sum - parts * load));
  auto shares = apportion((excess + parts - 1) / parts, lacks);
  keep_order(own, loads, shares);
  return shares;
}

namespace {

const UpdateRule standard_update{0, 1, 0};

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto update = update_rule(setting.parameters, standard_update);
  const auto overhead = setting.parameters.get(overhead_parameter());
  return std::make_unique<Agents>(std::vector<WordKind>{{"load", setting.load_bits}}, [=](Node) {
    return std::make_unique<NnaAsyncAgent>(update, overhead);
  });
}

const RegisterScheme registered(
    {"nna-async",
     "asynchronous nearest-neighbour averaging: a PE above the mean of "
     "its neighbourhood gives to those below it",
     "Henrich, The Liquid Model Load Balancing Method, Section 2.3, "
     "eq. 4",
     together({{overhead_parameter("any excess")}, update_parameters(standard_update)}),
     needs_nothing,
     {},
     make},
    {},
    "a PE gives only what it has more than the mean of its "
    "neighbourhood, in whole tasks, and with `overhead` only if that is "
    "worth it");

}  // namespace
}  // namespace isobar
