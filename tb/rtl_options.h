// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// The parameters as options of Verilator (`-GDepth=16`), for a single PE.
std::vector<std::string> rtl_pe_options(const RtlParameters& parameters);
/// The parameters as options of Verilator for a whole fabric. Throws ValueError for a ring that is
/// too long.
std::vector<std::string> rtl_fabric_options(const RtlParameters& parameters);
/// The command of Yosys that elaborates `top`, which has the parameters of a PE.
std::string rtl_pe_hierarchy(const RtlParameters& parameters, const std::string& top);
/// The same for a `top` that has the parameters of a whole fabric.
std::string rtl_fabric_hierarchy(const RtlParameters& parameters, const std::string& top);

}  // namespace isobar
