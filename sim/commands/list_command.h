// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// What there is to choose from: `schemes`, `fabrics`, `workloads`, `applications`,
/// `metrics`, or all for an empty `what`.
std::string list_text(const std::string& what);

}  // namespace isobar
