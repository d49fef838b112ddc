// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/plots/plot.h"
#include "sim/reproduce/lab.h"

namespace isobar {

// What the entries on Henrich's Sections 3 and 4 share.

/// Why a figure has no loads of the paper's.
inline const std::string henrich_no_loads =
    "the paper draws it; its text gives no loads, so these are chosen";

/// Rings, tori and hypercubes of one to six dimensions.
inline const std::vector<std::string> henrich_fabrics = {
    "ring:8",      "ring:31",     "torus:5x3",   "torus:8x8",
    "torus:3x3x3", "hypercube:4", "hypercube:6", "hhc:3"};

/// Random loads of `least` to 30 tasks on each PE, under a Liquid condition.
Setup henrich_random_setup(const std::string& fabric, std::size_t seed,
                           const std::string& scheme = "lm-c5", int least = 1);

/// The loads after each phase of lm-c5 from given loads, of at most 100 tasks a PE.
std::vector<PhaseEntry> henrich_phases(Lab& lab, const std::string& fabric,
                                       const std::vector<Load>& loads,
                                       const std::map<std::string, std::string>& more);

/// The largest less the smallest load.
Load load_difference(const std::vector<Load>& loads);

/// Loads over their PEs.
Series load_curve(const std::string& label, const std::vector<Load>& loads, double lifted = 0);

}  // namespace isobar
