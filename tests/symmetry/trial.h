// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "tests/symmetry/change.h"

namespace isobar::test {

/// An experiment of a scheme, and a change to it.
struct Trial {
  std::string scheme;
  Change change;
  Experiment before;
};

/// What the experiment and the changed one came to.
struct TrialOutcome {
  std::string difference;  ///< the first between what was expected and what came; empty: none
  bool moved = false;      ///< whether any task moved
};

/// Whether the scheme runs on the fabric and takes loads that are there at the start.
bool runs_on(const std::string& scheme, const Fabric& fabric);

/// A scheme with its defaults, until 40 steps or 3,000 cycles are over. Ends of phases are free:
/// where they go over a spanning tree, its root has a place.
Trial plain_trial(const std::string& scheme, const Change& change, std::vector<Load> loads);

/// The same with random loads, links, ends of phases and length, of a property.
Trial random_trial(const std::string& scheme, const Change& change);

/// Runs both experiments of each trial of a scheme, synchronous ones at level `steps`, and compares
/// all statistics to the last digit; at `steps` also the loads at every step end.
std::vector<TrialOutcome> outcomes(const std::vector<Trial>& trials);
TrialOutcome outcome(const Trial& trial);

/// The same at level `cycles`, without the loads at step ends.
TrialOutcome outcome_at_cycles(const Trial& trial);

}  // namespace isobar::test
