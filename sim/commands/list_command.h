// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// The text of `isobar list`: `schemes`, `fabrics`, `workloads`, `applications`,
/// `metrics`, or all for an empty `what`.
std::string list_text(const std::string& what);

}  // namespace isobar
