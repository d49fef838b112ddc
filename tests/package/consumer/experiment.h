// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/experiment/experiment.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/initial_load.h"

/// ring:8 with two tasks a PE, all of them on PE 0 at first, until it is balanced; the scheme is
/// looked up by name, so it must have registered itself. Liquid C5 needs 18 steps.
inline isobar::Experiment spike_on_a_ring() {
  isobar::Experiment experiment{isobar::Fabric::parse("ring:8")};
  const auto& fabric = experiment.fabric;
  experiment.links = {isobar::LinkTiming({}, experiment.clock)};
  experiment.scheme = isobar::SchemeChoice::parse("lm-c5").make(fabric, experiment.load_bits);
  experiment.loads = isobar::initial_load("spike:2", fabric.nodes(), 1);
  experiment.queue_depth = isobar::default_queue_depth(experiment.loads);
  experiment.tolerance = fabric.dimensions();
  experiment.max_steps = isobar::default_max_steps(fabric, experiment.loads);
  return experiment;
}
