// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// Whether a key says what is asked of a machine and how large it is, and not what its architect
/// chooses: work, goals, limits, the fabric, the PEs' machines. A plan may say otherwise
/// (docs/explore.md).
bool is_scenario_key(const std::string& key);

}  // namespace isobar
