// SPDX-License-Identifier: Apache-2.0
#include "waves/phase_names.h"

#include <fmt/format.h>

#include "models/schemes/contract/phase_rules.h"

namespace isobar {
namespace {

std::string phase_name(const Fabric& fabric, const Phase& phase) {
  const auto dimensions = dimensions_of(fabric, phase);
  if (dimensions.empty()) return "no_links";
  if (!fabric.is_product()) return "all";
  return dimensions.size() == 1 ? fmt::format("dimension_{}", *dimensions.begin()) : "all";
}

}  // namespace

std::vector<std::string> phase_names(const Experiment& experiment) {
  std::vector<std::string> names;
  for (const auto& phase : experiment.scheme->phases()) {
    names.push_back(phase_name(experiment.fabric, phase));
  }
  return names;
}

std::string port_name(const Fabric& fabric, unsigned port) {
  if (!fabric.is_product()) return fmt::format("link_{}", port);
  const auto& [dimension, direction] = fabric.ports()[port];
  return fmt::format("link_{}_{}", dimension, direction == Direction::successor ? "succ" : "pred");
}

}  // namespace isobar
