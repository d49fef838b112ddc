// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/none.h"

#include <memory>
#include <string>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"

namespace isobar {

NoBalancing::NoBalancing(Cycle step) : phases_(1) {
  phases_[0].decision = 0;
  phases_[0].barrier = step;
  phases_[0].ends_step = true;
}

namespace {

const auto step_parameter = parameter("step", "how long a step is, at whose end goals are tested")
                                .range(1, 1e9, "cycles")
                                .whole(64);

SchemeEntry no_balancing() {
  SchemeEntry entry;
  entry.name = "none";
  entry.help = "no balancing: every PE works alone";
  entry.source = "NOBAL: Willebeek-LeMair and Reeves, Section V";
  entry.parameters = {step_parameter};
  entry.objection = needs_nothing;
  entry.make = [](const SchemeSetting& setting) {
    return std::make_unique<NoBalancing>(setting.parameters.get(step_parameter));
  };
  entry.balances = false;
  return entry;
}

const RegisterScheme registered(no_balancing());

}  // namespace
}  // namespace isobar
