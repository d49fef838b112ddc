// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/input/lb_json.h"
#include "sim/input/lbdatafile.h"

namespace isobar {

/// Of a task, called `name` in errors: which entity it is, whether it may migrate, its bytes.
/// Throws ValueError naming the field and its value.
LbDatafile::Lasting read_lb_persistent(const nlohmann::json& task, const std::string& name);

/// A phase's communications between two objects; `name` is the phase's. Throws as above.
std::vector<LbDatafile::Communication> read_lb_communications(const nlohmann::json& phase,
                                                              const std::string& name);

}  // namespace isobar
