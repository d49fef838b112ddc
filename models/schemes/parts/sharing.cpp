// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/sharing.h"

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/capacities.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {
namespace {

/// Schemes of other sources ask for it before main() begins.
const auto& mean_parameter() {
  static const auto mean =
      parameter("mean", "the domain's mean: rounded down to whole tasks, or as it is")
          .one_of<bool>({{"whole", false}, {"exact", true}}, false);
  return mean;
}

}  // namespace

std::vector<Load> Sharing::shares(Load amount, Load parts, const std::vector<Load>& weights) const {
  auto all = apportion(amount, parts, weights, rounding, delta_min);
  for (auto& share : all) {
    if (share < delta_min) share = 0;
  }
  return all;
}

std::vector<Parameter> sharing_parameters() { return {round_parameter(), mean_parameter()}; }

Sharing sharing(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const Sharing sharing{values.get(delta_min_parameter()), values.get(round_parameter()),
                        values.get(mean_parameter())};
  if (sharing.exact_mean && is_weighted(setting)) {
    throw ValueError(
        "mean=exact cannot be weighted: parts in proportion to capacities are whole tasks, so mean "
        "must be whole or weighted no");
  }
  return sharing;
}

}  // namespace isobar
