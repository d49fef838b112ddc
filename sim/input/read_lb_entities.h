// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/input/lb_json.h"
#include "sim/input/lbdatafile.h"

namespace isobar {

/// Which entity a task is, whether it may migrate, and its bytes. Errors call the task `name`.
/// Throws ValueError naming the field and its value.
LbDatafile::PersistentTask read_lb_persistent(const nlohmann::json& task, const std::string& name);

/// Reads a phase's communications into `read`: those between two objects, and how many others there
/// are. Errors call the phase `name`. Throws ValueError naming the field and its value.
void read_lb_communications(const nlohmann::json& phase, const std::string& name,
                            LbDatafile::Phase& read);

}  // namespace isobar
