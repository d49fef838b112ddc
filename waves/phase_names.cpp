// SPDX-License-Identifier: Apache-2.0
#include "waves/phase_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace isobar {
namespace {

std::string phase_name(const Fabric& fabric, const Phase& phase) {
  auto ports = phase.hears;
  ports.insert(ports.end(), phase.receives.begin(), phase.receives.end());
  if (ports.empty()) return "no_links";
  const unsigned first = fabric.ports()[ports.front()].dimension;
  const bool one = std::all_of(ports.begin(), ports.end(), [&](unsigned port) {
    return fabric.ports()[port].dimension == first;
  });
  return one ? fmt::format("dimension_{}", first) : "all";
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
  const auto& [dimension, direction] = fabric.ports()[port];
  return fmt::format("link_{}_{}", dimension, direction == Direction::successor ? "succ" : "pred");
}

}  // namespace isobar
