// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "tb/mutants/candidate.h"

namespace isobar {

/// The mutants of what isobar_fabric connects, in a netlist of it in which the PEs are cells: each
/// of a PE's ports hears another port, another PE or nothing; its streams, its load and its
/// counters are another PE's; and each link takes a cycle less or more.
std::vector<Candidate> wiring_mutants(const nlohmann::json& fabric,
                                      const RtlParameters& parameters);

}  // namespace isobar
