// SPDX-License-Identifier: Apache-2.0
#include "tests/support/experiments.h"

#include <utility>

#include "models/schemes/contract/registry.h"
#include "models/workloads/initial_load.h"

namespace isobar::test {

Experiment experiment(const std::string& fabric, const std::string& scheme, const std::string& load,
                      std::uint64_t seed) {
  return experiment(fabric, scheme, initial_load(load, Fabric::parse(fabric).nodes(), seed));
}

Experiment experiment(const std::string& fabric, const std::string& scheme,
                      std::vector<Load> loads) {
  Experiment e(Fabric::parse(fabric));
  e.loads = std::move(loads);
  e.queue_depth = default_queue_depth(e.loads);
  e.load_bits = default_load_bits(e.queue_depth);
  e.max_steps = default_max_steps(e.fabric, e.loads);
  e.lists_deepest = true;
  e.scheme = SchemeChoice::parse(scheme).make(e.fabric, e.load_bits);
  return e;
}

Experiment free_ends(Experiment experiment) {
  experiment.phase_end = PhaseEnd::free;
  return experiment;
}

}  // namespace isobar::test
