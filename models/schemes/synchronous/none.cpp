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

const RegisterScheme registered(
    {"none",
     "no balancing: every PE works alone",
     "NOBAL: Willebeek-LeMair and Reeves, Section V",
     {{"step", "cycles", 64, 1, 1e9, true, "how long a step is, at whose end goals are tested"}},
     needs_nothing,
     [](const SchemeSetting& setting) {
       return std::make_unique<NoBalancing>(static_cast<Cycle>(setting.parameters.at("step")));
     }});

}  // namespace
}  // namespace isobar
